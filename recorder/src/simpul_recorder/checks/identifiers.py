"""Identifiers of a file against those of the frozen corpus: missing, duplicate, unexpected."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from simpul_recorder.finding import Reporter, gettext_noop, listed, shown

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Comparison:
    """Every identifier that is wrong, each list in full and sorted."""

    expected: int
    distinct: int
    missing: tuple[str, ...]
    duplicate: tuple[str, ...]
    unexpected: tuple[str, ...]
    changed: tuple[tuple[str, str], ...] = ()
    by_count_only: bool = False

    @property
    def is_complete(self) -> bool:
        if self.missing or self.duplicate or self.unexpected:
            return False
        return self.distinct == self.expected


def compare(found: Iterable[str], items: int, identifiers: tuple[str, ...] | None) -> Comparison:
    """Compare what a file holds with the corpus; without a list of identifiers only their number can be."""
    counts = Counter(found)
    duplicate = tuple(sorted(name for name, count in counts.items() if count > 1))
    if identifiers is None:
        return Comparison(items, len(counts), (), duplicate, (), by_count_only=True)
    expected = set(identifiers)
    missing = tuple(sorted(expected - counts.keys()))
    unexpected = tuple(sorted(counts.keys() - expected))
    return Comparison(
        len(expected), len(counts), missing, duplicate, unexpected, _changed(missing, unexpected)
    )


def _changed(missing: tuple[str, ...], unexpected: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Pair identifiers that a spreadsheet or an editor changed: 007 became 7, 100000 became 1E+05."""
    by_plain: dict[str, str] = {}
    for name in missing:
        by_plain.setdefault(_plain(name), name)
    pairs = ((name, by_plain.get(_plain(name))) for name in unexpected)
    return tuple((name, original) for name, original in pairs if original is not None)


def _plain(name: str) -> str:
    """Reduce an identifier to what survives a spreadsheet: number value, case and blanks do not count."""
    text = unicodedata.normalize("NFC", name).strip().casefold()
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if not number.is_finite() or abs(number.adjusted()) > 100:
        return text
    return format(number.normalize(), "f")


def report_comparison(comparison: Comparison, report: Reporter) -> None:
    """Say what is missing, duplicate and unexpected, each counted, the first twenty named."""
    if comparison.by_count_only:
        _report_count(comparison, report)
    for code, template, names in (
        (
            "missing-identifiers",
            gettext_noop("Missing identifiers of the corpus: %(count)s (%(names)s)."),
            comparison.missing,
        ),
        (
            "duplicate-identifiers",
            gettext_noop("Identifiers that stand more than once: %(count)s (%(names)s)."),
            comparison.duplicate,
        ),
        (
            "unexpected-identifiers",
            gettext_noop("Identifiers that are not in the corpus: %(count)s (%(names)s)."),
            comparison.unexpected,
        ),
    ):
        if names:
            report.error(code, template, count=len(names), names=listed(names))
    if comparison.changed:
        name, original = comparison.changed[0]
        report.warning(
            "changed-identifiers",
            gettext_noop(
                "Identifiers that a spreadsheet or an editor seems to have changed: %(count)s; "
                "%(found)s stands where the corpus has %(original)s."
            ),
            count=len(comparison.changed),
            found=shown(name),
            original=shown(original),
        )


def _report_count(comparison: Comparison, report: Reporter) -> None:
    report.note(
        "counted-only", gettext_noop("The corpus has no list of identifiers: only their number was compared.")
    )
    if comparison.distinct != comparison.expected:
        report.error(
            "identifier-count",
            gettext_noop("The corpus has %(expected)s items, the file %(found)s distinct identifiers."),
            expected=comparison.expected,
            found=comparison.distinct,
        )
