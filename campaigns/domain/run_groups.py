"""What a file of runs holds before anything is saved: configurations, hidden differences, lane clashes.

Worked: the 63 runs of the PEFT benchmark hold 52 configurations by method, rank, learning rate and optimizer.
"""

import hashlib
import json
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from campaigns.domain.run_columns import ColumnChoice, ColumnUse
from campaigns.domain.run_csv import LineProblem, Table
from campaigns.domain.run_rows import Configuration, FoundRun, total_time
from campaigns.domain.variants import canonical, configuration_hash
from teams.domain.message import Message, gettext_noop


@dataclass(frozen=True)
class FoundConfiguration:
    """One configuration of the file with its runs; ``differing`` columns hide in what counts as a repeat."""

    key: str
    values: Configuration
    lines: tuple[int, ...]
    machine_time: timedelta
    differing: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The values in one line, or nothing when no column tells variants apart."""
        return ", ".join(f"{name} {value}" for name, value in self.values)


@dataclass(frozen=True)
class KnownVariant:
    """A variant that runs can belong to, as far as an import needs it."""

    identifier: str
    name: str
    values: dict[str, str]
    is_dropped: bool = False

    def __str__(self) -> str:
        return f"{self.identifier} {self.name}"


def configurations(
    table: Table, columns: tuple[ColumnChoice, ...], runs: Iterable[FoundRun]
) -> tuple[FoundConfiguration, ...]:
    """Group the runs by configuration, equal numbers counting as equal: 1e-4 is 0.0001."""
    groups: dict[str, list[FoundRun]] = {}
    for run in runs:
        groups.setdefault(configuration_key(run.configuration), []).append(run)
    cells = {row.line: row.cells for row in table.rows}
    hidden = [
        (place, table.header[place]) for place, column in enumerate(columns) if column.use is ColumnUse.IGNORE
    ]
    found = []
    for key, members in groups.items():
        differing = tuple(
            name for place, name in hidden if len({cells[run.line][place] for run in members}) > 1
        )
        lines = tuple(run.line for run in members)
        values = members[0].configuration
        found.append(FoundConfiguration(key, values, lines, total_time(members), differing))
    return tuple(found)


@lru_cache(maxsize=2_000)
def configuration_key(values: Configuration) -> str:
    """A short name for a configuration, safe in a form."""
    text = json.dumps(canonical(dict(values)), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def match_variant(values: Configuration, variants: Iterable[KnownVariant]) -> KnownVariant | None:
    """The one variant that a configuration names or whose values it repeats; nothing when unclear."""
    if not values:
        return None
    variants = tuple(variants)
    if len(values) == 1:
        word = values[0][1].casefold()
        named = [v for v in variants if word in (v.identifier.casefold(), v.name.casefold())]
        if len(named) == 1:
            return named[0]
    wanted = canonical(dict(values))
    exact = [v for v in variants if configuration_hash(v.values) == configuration_hash(wanted)]
    if len(exact) == 1:
        return exact[0]
    alike = [v for v in variants if _agrees(canonical(v.values), wanted, dict(values))]
    return alike[0] if len(alike) == 1 else None


def _agrees(known: dict[str, str], wanted: dict[str, str], asked: dict[str, str]) -> bool:
    return all(known.get(factor) == wanted.get(factor) for factor in asked)


@dataclass(frozen=True)
class Booking:
    """A time during which a run, known by its identifier or its line, holds the lane."""

    label: str
    start: datetime
    end: datetime | None


def overlapping(start: datetime, end: datetime | None, booked: Sequence[Booking]) -> Booking | None:
    """The first booking that a run from start to end would meet; one may begin when another ends (R7.4)."""
    for booking in booked:
        if (end is None or booking.start < end) and (booking.end is None or start < booking.end):
            return booking
    return None


def lane_clashes(runs: Iterable[FoundRun], booked: Iterable[Booking]) -> tuple[LineProblem, ...]:
    """The rows that cannot stand on the one lane that was chosen for all of them (R7.4).

    What is booked never overlaps, so only the neighbours in time can be met.
    """
    taken = sorted(booked, key=_start)
    problems = []
    for run in runs:
        if run.started_at is None:
            continue
        place = bisect_left(taken, run.started_at, key=_start)
        neighbours = taken[max(place - 1, 0) : place + 1]
        if other := overlapping(run.started_at, run.ended_at, neighbours):
            text = gettext_noop("The lane is occupied at this time by %(other)s.")
            problems.append(LineProblem(run.line, Message(text, {"other": other.label})))
        else:
            taken.insert(place, Booking(f"line {run.line}", run.started_at, run.ended_at))
    return tuple(problems)


def ranges(lines: Iterable[int]) -> str:
    """Write line numbers briefly: 2, 3, 4 and 7 are 2–4, 7."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


def _start(booking: Booking) -> datetime:
    return booking.start
