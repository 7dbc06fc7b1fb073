"""What a check says about a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_SHOWN = 120
LISTED = 20


class Severity(str, Enum):
    """An error keeps a file from being well-formed; a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation where it stands; a page translates and fills it."""
    return text


def shown(text: str) -> str:
    """Make text of a file safe to print and to store: control characters and half characters are spelled out.

    ``shown("a\\nb")`` is ``a\\\\nb``; what is longer than 120 characters is cut with an ellipsis.
    """
    cut = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut)


def listed(names: tuple[str, ...]) -> str:
    """Name the first twenty; the finding beside it has the full count."""
    text = ", ".join(shown(name) for name in names[:LISTED])
    return text + ", …" if len(names) > LISTED else text


@dataclass(frozen=True)
class Finding:
    """One thing found in one file: where, a stable code, how bad, and a sentence in English.

    ``template`` and ``values`` are the sentence before its places are filled, so that a page can translate.
    """

    path: str
    line: int | None
    code: str
    severity: Severity
    template: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return self.template % self.values if self.values else self.template

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def as_dict(self) -> dict[str, object]:
        """Give plain values for JSON."""
        return {
            "path": shown(self.path),
            "line": self.line,
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "template": self.template,
            "values": dict(self.values),
        }


@dataclass(frozen=True)
class Reporter:
    """Collects the findings about one file in the order in which they are met."""

    path: str
    found: list[Finding] = field(default_factory=list)

    def add(
        self, severity: Severity, code: str, template: str, line: int | None, values: Mapping[str, str | int]
    ) -> None:
        self.found.append(Finding(self.path, line, code, severity, template, values))

    def error(self, code: str, template: str, line: int | None = None, **values: str | int) -> None:
        self.add(Severity.ERROR, code, template, line, values)

    def warning(self, code: str, template: str, line: int | None = None, **values: str | int) -> None:
        self.add(Severity.WARNING, code, template, line, values)

    def note(self, code: str, template: str, line: int | None = None, **values: str | int) -> None:
        self.add(Severity.NOTE, code, template, line, values)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self.found)

    @property
    def has_error(self) -> bool:
        return any(finding.is_error for finding in self.found)
