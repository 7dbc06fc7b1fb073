"""The words of a vocabulary as choices of a field, in the reader's language."""

from enum import StrEnum

from django import forms

from teams.services.wording import word


def word_choices(vocabulary: type[StrEnum]) -> list[tuple[str, str]]:
    """Offer each word under its own text."""
    return [(item.value, word(item.value)) for item in vocabulary]


def needed_later(form: forms.BaseForm, *names: str) -> None:
    """Let fields stay empty while somebody is still thinking, without calling them optional."""
    for name in names:
        form.fields[name].needed_later = True  # type: ignore[attr-defined]
