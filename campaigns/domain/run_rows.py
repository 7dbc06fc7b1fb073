"""The rows of a tracker's CSV as runs, by what a person said that each column holds (R7.5).

Worked: with *name*, *started at*, *total seconds*, *status* and the metric *accuracy*, a row that says
``success`` after 1441.1 s is a finished run of 24 min 1.1 s; nothing of it is accepted.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from typing import TypeVar

from campaigns.domain.reported_ends import ReportedEnd, guess_end, state_of
from campaigns.domain.run_columns import SPANS, ColumnChoice, ColumnUse
from campaigns.domain.run_csv import LineProblem, Row, Table
from campaigns.domain.run_values import (
    DecimalMark,
    SpanUnit,
    ValueRefused,
    parse_metric,
    parse_moment,
    parse_span,
    parse_whole,
)
from campaigns.domain.vocabulary import RunState
from teams.domain.message import Message, gettext_noop

T = TypeVar("T")
Configuration = tuple[tuple[str, str], ...]
"""What tells the variants apart: pairs of a factor's name and the value in the row."""


@dataclass(frozen=True)
class Reading:
    """How a person reads the file; ``zone`` is for times that name none, ``ends`` for its status words."""

    columns: tuple[ColumnChoice, ...]
    mark: DecimalMark
    zone: tzinfo
    now: datetime
    ends: Mapping[str, ReportedEnd] = field(default_factory=dict)
    without_status: ReportedEnd = ReportedEnd.UNKNOWN


@dataclass(frozen=True)
class FoundRun:
    """One row as a run; ``key`` is the same whenever the same run is found again."""

    line: int
    key: str
    name: str
    configuration: Configuration
    started_at: datetime | None
    ended_at: datetime | None
    seed: int | None
    status: str
    end: ReportedEnd
    metrics: tuple[tuple[str, str], ...]
    files_at: str
    note: str

    @property
    def machine_time(self) -> timedelta | None:
        """The time between start and end."""
        return self.ended_at - self.started_at if self.started_at and self.ended_at else None

    @property
    def state(self) -> RunState:
        """The state that follows from the reported end."""
        return state_of(self.end)


def read_runs(table: Table, reading: Reading) -> tuple[tuple[FoundRun, ...], tuple[LineProblem, ...]]:
    """Read every row; a row with a problem is no run, and each of its problems names line and column."""
    runs: list[FoundRun] = []
    problems = list(table.problems)
    lines: dict[str, int] = {}
    for row in table.rows:
        reader = _RowReader(table, reading, row)
        run = reader.run()
        if not reader.problems and run.key in lines:
            text = gettext_noop("This is the same run as on line %(line)s.")
            reader.problems.append(LineProblem(row.line, Message(text, {"line": lines[run.key]})))
        if reader.problems:
            problems += reader.problems
        else:
            lines[run.key] = row.line
            runs.append(run)
    return tuple(runs), tuple(sorted(problems, key=lambda problem: problem.line))


class _RowReader:
    """Reads the cells of one row and gathers what is wrong with them."""

    def __init__(self, table: Table, reading: Reading, row: Row) -> None:
        self.reading = reading
        self.row = row
        self.problems: list[LineProblem] = []
        cells = zip(table.header, reading.columns, row.cells, strict=True)
        self.cells = [(header, column, cell) for header, column, cell in cells if cell]

    def run(self) -> FoundRun:
        """Read the row; look at ``problems`` before using the answer."""
        started_at = self._one(ColumnUse.STARTED, self._moment)
        ended_at = self._end_time(started_at)
        status = self._text(ColumnUse.STATUS)
        end = self._end(status)
        name = self._text(ColumnUse.NAME)
        configuration = self._configuration()
        seed = self._one(ColumnUse.SEED, parse_whole)
        metrics = self._metrics()
        if not self.problems:
            self._check_times(started_at, ended_at, end)
        return FoundRun(
            line=self.row.line,
            key=_key(name, started_at, ended_at, configuration, seed),
            name=name,
            configuration=configuration,
            started_at=started_at,
            ended_at=ended_at,
            seed=seed,
            status=status,
            end=end,
            metrics=metrics,
            files_at=self._text(ColumnUse.FILES)[:400],
            note=self._note(name),
        )

    def _end_time(self, started_at: datetime | None) -> datetime | None:
        if (ended_at := self._one(ColumnUse.ENDED, self._moment)) is not None:
            return ended_at
        spans = [self._one(use, self._span_in(unit)) for use, unit in SPANS.items()]
        span = next((span for span in spans if span is not None), None)
        return started_at + span if started_at and span else None

    def _span_in(self, unit: SpanUnit) -> Callable[[str], timedelta]:
        return lambda text: parse_span(text, unit, self.reading.mark)

    def _moment(self, text: str) -> datetime:
        return parse_moment(text, self.reading.zone)

    def _one(self, use: ColumnUse, parse: Callable[[str], T]) -> T | None:
        """Read the cell of the one column with this use."""
        for header, column, cell in self.cells:
            if column.use is use:
                return self._parsed(header, cell, parse)
        return None

    def _parsed(self, header: str, cell: str, parse: Callable[[str], T]) -> T | None:
        try:
            return parse(cell)
        except ValueRefused as refused:
            self.problems.append(LineProblem(self.row.line, refused.message, header))
            return None

    def _text(self, use: ColumnUse) -> str:
        return self._one(use, str) or ""

    def _end(self, status: str) -> ReportedEnd:
        if status:
            return self.reading.ends.get(status, guess_end(status))
        has_column = any(column.use is ColumnUse.STATUS for column in self.reading.columns)
        return ReportedEnd.UNKNOWN if has_column else self.reading.without_status

    def _configuration(self) -> Configuration:
        wanted = (
            (h, column, cell) for h, column, cell in self.cells if column.use is ColumnUse.CONFIGURATION
        )
        return tuple((column.called or header, cell) for header, column, cell in wanted)

    def _metrics(self) -> tuple[tuple[str, str], ...]:
        found = []
        for header, column, cell in self.cells:
            if column.use is ColumnUse.METRIC:
                value = self._parsed(header, cell, lambda text: parse_metric(text, self.reading.mark))
                if value is not None:
                    found.append((column.called or header, value))
        return tuple(found)

    def _note(self, name: str) -> str:
        notes = [f"{header}: {cell}" for header, column, cell in self.cells if column.use is ColumnUse.NOTE]
        return "\n".join([name, *notes] if name else notes)

    def _check_times(self, started_at: datetime | None, ended_at: datetime | None, end: ReportedEnd) -> None:
        text = ""
        if end is ReportedEnd.UNKNOWN and ended_at:
            text = gettext_noop("The row has an end, but its status says that there is no news.")
        elif end is not ReportedEnd.UNKNOWN and not (started_at and ended_at):
            text = gettext_noop("A run that ended has a start and an end, or a total time.")
        elif started_at and ended_at and ended_at <= started_at:
            text = gettext_noop("A run ends after it starts.")
        elif any(moment and moment > self.reading.now for moment in (started_at, ended_at)):
            text = gettext_noop("This lies in the future.")
        if text:
            self.problems.append(LineProblem(self.row.line, Message(text)))


def _key(
    name: str,
    started_at: datetime | None,
    ended_at: datetime | None,
    configuration: Configuration,
    seed: int | None,
) -> str:
    """What a run is recognised by: its name and start, or all that is known of a run without a name."""
    start = started_at.isoformat() if started_at else ""
    end = ended_at.isoformat() if ended_at else ""
    known = [name, start] if name else [start, end, configuration, seed]
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    return f"csv {hashlib.sha256(text.encode()).hexdigest()}"


def total_time(runs: Iterable[FoundRun]) -> timedelta:
    """The machine time of the runs, added up exactly."""
    return sum((run.machine_time for run in runs if run.machine_time), timedelta(0))
