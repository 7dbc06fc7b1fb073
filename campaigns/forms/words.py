"""The words of a vocabulary as choices of a field, in the reader's language."""

from enum import StrEnum

from teams.services.wording import word


def word_choices(vocabulary: type[StrEnum]) -> list[tuple[str, str]]:
    """Offer each word under its own text."""
    return [(item.value, word(item.value)) for item in vocabulary]
