"""Records of a JSONL or CSV file, one a line, with the line where each stands."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Protocol

from simpul_recorder.checks.json_strict import StrictJsonError, loads_strict
from simpul_recorder.finding import Reporter, gettext_noop, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BOM = b"\xef\xbb\xbf"
WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")
LONGEST_CELL = 64 * 1024 * 1024
ERRORS_NAMED = 50


class Reader(Protocol):
    """What ``csv.reader`` gives; its own type has no public name."""

    line_num: int

    def __iter__(self) -> Iterator[list[str]]: ...


@dataclass(frozen=True)
class Record:
    line: int
    values: Mapping[str, object]


def read_jsonl(stream: BinaryIO, report: Reporter) -> Iterator[Record]:
    """Read one JSON object a line, split on ``\\n`` only: U+2028 inside a text does not end a line."""
    if not _is_readable(stream, report, bom_is_error=True):
        return
    empty: list[int] = []
    number, raw, failed = 0, b"", 0
    for number, raw in enumerate(stream, start=1):
        line = raw.removeprefix(BOM) if number == 1 else raw
        if not line.strip():
            empty.append(number)
            continue
        values = _object(line, number, report, failed)
        if values is None:
            failed += 1
        else:
            yield Record(number, values)
    if failed > ERRORS_NAMED:
        report.error("more-lines", gettext_noop("Lines that cannot be read: %(count)s in all."), count=failed)
    if empty:
        report.error(
            "empty-line",
            gettext_noop("Empty lines: %(count)s, the first is this one."),
            empty[0],
            count=len(empty),
        )
    _check_end(raw, number, report)


def _object(line: bytes, number: int, report: Reporter, failed: int) -> Mapping[str, object] | None:
    """Parse one line; after fifty failures they are only counted."""
    said = report if failed < ERRORS_NAMED else Reporter(report.path)
    if b"\0" in line:
        said.error(
            "nul", gettext_noop("The line holds a zero byte: the file was cut, or is not UTF-8."), number
        )
        return None
    try:
        value = loads_strict(line.decode("utf-8"))
    except UnicodeDecodeError:
        said.error("not-utf-8", gettext_noop("The line is not UTF-8."), number)
        return None
    except StrictJsonError as error:
        error.tell(said, number)
        return None
    if not isinstance(value, dict):
        said.error("not-an-object", gettext_noop("The line is no JSON object."), number)
        return None
    return value


def read_csv(stream: BinaryIO, report: Reporter, delimiter: str = ",") -> Iterator[Record]:
    """Read a table with a header line; every row has as many cells as the header."""
    if not _is_readable(stream, report, bom_is_error=False) or not _is_plain_utf8(stream, report):
        return
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
    try:
        yield from _rows(text, report, delimiter)
    finally:
        text.detach()


def _rows(text: io.TextIOWrapper, report: Reporter, delimiter: str) -> Iterator[Record]:
    header: list[str] = []
    for begins, row in _lines(csv.reader(text, delimiter=delimiter, strict=True), report):
        if not row:
            report.error("empty-line", gettext_noop("The line is empty."), begins)
        elif not header:
            header = row
            _check_header(header, report)
        elif len(row) != len(header):
            report.error(
                "cell-count",
                gettext_noop("The row has %(found)s cells, the header %(expected)s."),
                begins,
                found=len(row),
                expected=len(header),
            )
        else:
            yield Record(begins, dict(zip(header, row)))


def _lines(reader: Reader, report: Reporter) -> Iterator[tuple[int, list[str]]]:
    """Give every row with the line on which it begins; a cell may hold line ends."""
    begins = 1
    try:
        for row in reader:
            yield begins, row
            begins = reader.line_num + 1
    except csv.Error as error:
        report.error(
            "csv", gettext_noop("The table cannot be read on: %(reason)s."), begins, reason=str(error)
        )


def _check_header(header: list[str], report: Reporter) -> None:
    repeated = tuple(sorted({name for name in header if header.count(name) > 1}))
    if repeated:
        report.error(
            "duplicate-column",
            gettext_noop("The header names a column twice: %(names)s."),
            1,
            names=listed(repeated),
        )


def _is_readable(stream: BinaryIO, report: Reporter, bom_is_error: bool) -> bool:
    stream.seek(0)
    head = stream.read(4)
    stream.seek(0)
    if head.startswith(WIDE_BOMS) or (len(head) > 1 and 0 in head[:2] and head[:2] != b"\0\0"):
        report.error("utf-16", gettext_noop("The file is UTF-16; save it as UTF-8."))
        return False
    if head.startswith(BOM):
        say = report.error if bom_is_error else report.warning
        say(
            "bom", gettext_noop("The file starts with a byte order mark; many readers take it for a name."), 1
        )
    return True


def _is_plain_utf8(stream: BinaryIO, report: Reporter) -> bool:
    number, raw = 0, b""
    for number, raw in enumerate(stream, start=1):
        if b"\0" in raw:
            report.error(
                "nul", gettext_noop("The line holds a zero byte: the file was cut, or is not UTF-8."), number
            )
            return False
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            report.error("not-utf-8", gettext_noop("The line is not UTF-8."), number)
            return False
    _check_end(raw, number, report)
    stream.seek(0)
    return True


def _check_end(last: bytes, number: int, report: Reporter) -> None:
    if last and not last.endswith(b"\n"):
        report.error(
            "cut-last-line", gettext_noop("The last line does not end: it may have been cut."), number
        )
