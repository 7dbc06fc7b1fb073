"""Prediction files: every line parses, and their identifiers are exactly the corpus's (R10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from simpul_recorder.checks.content import size_of
from simpul_recorder.checks.identifiers import Comparison, compare, report_comparison
from simpul_recorder.checks.records import read_csv, read_jsonl
from simpul_recorder.finding import Finding, Reporter, gettext_noop, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simpul_recorder.checks.records import Record

IDENTIFIER_FIELDS = ("id", "identifier", "item_id", "example_id", "question_id", "uid")
RECORD_ENDINGS = (".jsonl", ".ndjson", ".csv", ".tsv")


@dataclass(frozen=True)
class Corpus:
    """What a prediction file is compared with: the identifiers, or their number when no list was frozen."""

    items: int
    identifiers: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PredictionsReport:
    """The findings, and what the comparison found in full; the findings name only the first twenty."""

    findings: tuple[Finding, ...]
    records: int
    comparison: Comparison | None

    @property
    def is_complete(self) -> bool:
        """Say whether every identifier of the corpus stands there once and no other one does."""
        return self.comparison is not None and self.comparison.is_complete

    @property
    def is_well_formed(self) -> bool:
        return not any(finding.is_error for finding in self.findings)


def check_predictions(
    path: str, stream: BinaryIO, corpus: Corpus | None, identifier_field: str | None = None
) -> PredictionsReport:
    """Read a JSONL, CSV or TSV file and compare its identifiers with the corpus.

    A corpus of q1, q2, q3 and a file with q1, q1, q4: missing q2 and q3, q1 twice, q4 unexpected.
    """
    report = Reporter(path)
    records = _records(path, stream, report)
    if records is None:
        return PredictionsReport(report.findings, 0, None)
    identifiers, count = _identifiers(records, identifier_field, report)
    if not count and not report.has_error:
        report.error("no-records", gettext_noop("The file holds no record."))
    comparison = None
    if corpus is None:
        report.note("no-corpus", gettext_noop("No corpus was named: the identifiers were not compared."))
    elif identifiers is not None:
        comparison = compare(identifiers, corpus.items, corpus.identifiers)
        report_comparison(comparison, report)
    return PredictionsReport(report.findings, count, comparison)


def _records(path: str, stream: BinaryIO, report: Reporter) -> Iterator[Record] | None:
    lower = path.lower()
    if size_of(stream) == 0:
        report.error("empty-file", gettext_noop("The file is empty: what wrote it did not finish."))
        return None
    if lower.endswith((".jsonl", ".ndjson")):
        return read_jsonl(stream, report)
    if lower.endswith((".csv", ".tsv")):
        return read_csv(stream, report, "\t" if lower.endswith(".tsv") else ",")
    report.error(
        "predictions-format",
        gettext_noop("Predictions are read as .jsonl, .csv or .tsv; this is none of them."),
    )
    return None


def _identifiers(
    records: Iterator[Record], field: str | None, report: Reporter
) -> tuple[list[str] | None, int]:
    """Take the identifier of every record as text, and count the records; without a field there are none.

    A number 1 and a text "1" are the same item, which is said.
    """
    identifiers: list[str] = []
    count = numbers = 0
    name = field
    for count, record in enumerate(records, start=1):
        name = name or _identifier_field(record, report)
        if name is None:
            return None, count
        value = record.values.get(name)
        if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
            report.error(
                "no-identifier",
                gettext_noop("The record has no usable %(field)s: a text or a whole number is needed."),
                record.line,
                field=name,
            )
            continue
        numbers += isinstance(value, int)
        identifiers.append(str(value))
    if numbers:
        report.note(
            "number-identifiers",
            gettext_noop("Identifiers that are numbers, compared as text: %(count)s."),
            count=numbers,
        )
    return identifiers, count


def _identifier_field(record: Record, report: Reporter) -> str | None:
    name = next((name for name in IDENTIFIER_FIELDS if name in record.values), None)
    if name is None:
        report.error(
            "no-identifier-field",
            gettext_noop(
                "No field is named like an identifier (%(wanted)s); the first record has: %(found)s."
            ),
            record.line,
            wanted=", ".join(IDENTIFIER_FIELDS),
            found=listed(tuple(record.values)),
        )
    return name
