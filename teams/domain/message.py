"""Sentences that the domain says to people, translatable without Django."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(text: str) -> str:
    """Mark a text for translation where it stands; the page translates it when it is shown."""
    return text


@dataclass(frozen=True)
class Message:
    """A sentence with named places, e.g. ``Message(gettext_noop("%(step)s is missing"), {"step": "load"})``.

    ``str()`` gives English. Templates show it in the reader's language with the filter ``worded``.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.values if self.values else self.template
