"""A CSV file as a table whose every row knows its line; and cells that no spreadsheet takes for a formula.

Worked: ``a;b`` / ``1,5;2`` is read with the separator ``;``, and row 1 stands on line 2.
"""

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from teams.domain.message import Message, gettext_noop

LARGEST_BYTES = 5 * 2**20
MOST_ROWS = 5_000
MOST_COLUMNS = 200
LONGEST_CELL = 20_000
SEPARATORS = (",", ";", "\t", "|")
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class Separator(StrEnum):
    """What stands between two cells."""

    COMMA = ","
    SEMICOLON = ";"
    TAB = "tab"
    BAR = "|"

    @property
    def character(self) -> str:
        """The character itself."""
        return "\t" if self is Separator.TAB else self.value


class CsvRefused(Exception):
    """The file cannot be read as a table; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


@dataclass(frozen=True)
class LineProblem:
    """What is wrong on a line of the file, and in which column when it is one cell."""

    line: int
    message: Message
    column: str = ""


@dataclass(frozen=True)
class Row:
    """One row of the table and the line on which it starts."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """What a file holds: its header, its rows, and the lines that fit no header."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]
    problems: tuple[LineProblem, ...] = ()

    def samples(self, column: int, most: int = 3) -> tuple[str, ...]:
        """The first different values of a column."""
        values = dict.fromkeys(row.cells[column] for row in self.rows)
        return tuple(value for value in values if value)[:most]

    def same_everywhere(self) -> tuple[tuple[str, str], ...]:
        """The columns that hold one and the same value in every row."""
        constant = []
        for position, name in enumerate(self.header):
            values = {row.cells[position] for row in self.rows}
            if len(values) == 1 and (value := values.pop()):
                constant.append((name, value))
        return tuple(constant)


def decode(content: bytes) -> tuple[str, str]:
    """Read the bytes as text and name the encoding: by mark, by zeros (UTF-16), UTF-8, else Windows-1252."""
    if len(content) > LARGEST_BYTES:
        raise CsvRefused(Message(gettext_noop("The file is larger than 5 MB. Split it.")))
    encoding = _encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        encoding = "cp1252"
        text = content.decode(encoding, errors="replace")
    if "\0" in text:
        raise CsvRefused(Message(gettext_noop("This is not a text file: it holds zero bytes.")))
    if not text.strip():
        raise CsvRefused(Message(gettext_noop("The file is empty.")))
    return text, encoding


def _encoding(content: bytes) -> str:
    for mark, name in BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return name
    start = content[:4096]
    if start and start[1::2].count(0) > len(start) // 4:
        return "utf-16-le"
    if start and start[::2].count(0) > len(start) // 4:
        return "utf-16-be"
    return "utf-8"


def guess_separator(text: str) -> Separator:
    """The separator that cuts the first lines into the most columns of an equal count."""

    def columns(separator: Separator) -> int:
        widths = Counter(len(row) for _, row in _some(_rows(text, separator), 20) if any(row))
        width, times = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        return width * times

    return max(Separator, key=columns)


def read_table(text: str, separator: Separator) -> Table:
    """Cut the text into a header and rows; a row of another width is a problem of its line."""
    rows = _rows(text, separator)
    header: tuple[str, ...] = ()
    kept: list[Row] = []
    problems: list[LineProblem] = []
    try:
        for line, cells in rows:
            if not any(cells):
                continue
            if not header:
                header = _header(cells)
            elif len(cells) != len(header):
                problems.append(LineProblem(line, _width(len(cells), len(header))))
            else:
                kept.append(Row(line, tuple(cells)))
            if len(kept) > MOST_ROWS:
                text_ = gettext_noop("The file has more than %(most)s rows. Split it.")
                raise CsvRefused(Message(text_, {"most": MOST_ROWS}))
    except csv.Error as error:
        text_ = gettext_noop("The file cannot be read as CSV: %(error)s")
        raise CsvRefused(Message(text_, {"error": str(error)})) from error
    if not kept and not problems:
        raise CsvRefused(Message(gettext_noop("The file has a header and no rows below it.")))
    return Table(header, tuple(kept), tuple(problems))


def _rows(text: str, separator: Separator) -> Iterator[tuple[int, list[str]]]:
    """Every row with the line on which it starts; a quoted cell may hold line breaks."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator.character)
    start = 1
    for cells in reader:
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise CsvRefused(
                Message(gettext_noop("Line %(line)s holds a cell that is too long."), {"line": start})
            )
        yield start, [cell.strip() for cell in cells]
        start = reader.line_num + 1


def _some(rows: Iterator[tuple[int, list[str]]], most: int) -> Iterator[tuple[int, list[str]]]:
    try:
        for _, row in zip(range(most), rows, strict=False):
            yield row
    except (csv.Error, CsvRefused):
        return


def _header(cells: list[str]) -> tuple[str, ...]:
    """Name every column once: an empty name becomes its place, a repeated one gets a number."""
    if len(cells) > MOST_COLUMNS:
        text = gettext_noop("The file has more than %(most)s columns.")
        raise CsvRefused(Message(text, {"most": MOST_COLUMNS}))
    names: list[str] = []
    for place, cell in enumerate(cells, start=1):
        name = cell[:120] or f"column {place}"
        copies = sum(1 for known in names if known == name or known.startswith(f"{name} ("))
        names.append(f"{name} ({copies + 1})" if copies and name in names else name)
    return tuple(names)


def _width(found: int, expected: int) -> Message:
    text = gettext_noop("The line has %(found)s cells and the header has %(expected)s.")
    return Message(text, {"found": found, "expected": expected})


def safe_cell(value: object) -> str:
    """Write a cell that no spreadsheet computes: what looks like a formula starts with an apostrophe."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def write_csv(rows: Iterable[Iterable[object]]) -> str:
    """Write rows as CSV text, each cell safe."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([safe_cell(value) for value in row])
    return out.getvalue()
