"""Choices and checks for columns that hold one word of the vocabulary."""

from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _

from config.constraints import ExplainedCheck


def words(vocabulary: type[StrEnum]) -> list[tuple[str, str]]:
    """The words as choices of a field."""
    return [(word.value, word.value) for word in vocabulary]


def known(name: str, field: str, vocabulary: type[StrEnum]) -> ExplainedCheck:
    """A constraint that only lets words of the vocabulary into the column."""
    return ExplainedCheck(
        name=name,
        condition=models.Q(**{f"{field}__in": [word.value for word in vocabulary]}),
        message=_("Choose one of the words on offer."),
        field=field,
    )
