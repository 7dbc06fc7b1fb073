"""A computed schedule as data (R3.2, R3.3): when and where each step runs, how well it is proved.

Worked: the worked campaign on one lane is 48 h elapsed, 45 h rented, 42 lane hours, 7 person hours, 2 network
hours.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from campaigns.domain.steps import MINUTE, NO_TIME, Step
from campaigns.domain.vocabulary import ResourceKind


class ScheduleStatus(StrEnum):
    """How good a schedule is known to be: proved, the best that was found in time, or an instant preview."""

    OPTIMAL = "optimal"
    BEST_FOUND = "best found"
    PREVIEW = "preview"


@dataclass(frozen=True)
class ScheduledStep:
    """When and where a step runs.

    ``lane`` counts from 0 within its ``batch``; a step on several GPUs takes ``more_lanes`` too. A step that
    stands still at the end of a batch appears once for each ``part`` (1, 2, ..); a whole step is part 0.
    """

    key: str
    batch: int | None
    lane: int | None
    start: timedelta
    end: timedelta
    more_lanes: tuple[int, ...] = ()
    part: int = 0

    @property
    def lanes(self) -> tuple[int, ...]:
        """List every lane of the batch that the step takes."""
        return () if self.lane is None else (self.lane, *self.more_lanes)

    @property
    def duration(self) -> timedelta:
        """Measure the step, or the part of it."""
        return self.end - self.start


@dataclass(frozen=True)
class ChangeOver:
    """The time around the end of a batch in which files go home and the next batch is set up (R4.3)."""

    start: timedelta
    wall: timedelta
    end: timedelta

    @property
    def duration(self) -> timedelta:
        """Measure retrieval, set-up and restore together."""
        return self.end - self.start


@dataclass(frozen=True)
class Schedule:
    """Every step with its times, relative to the plan's start.

    ``status`` and ``bound`` speak of the elapsed time: no schedule is shorter than the bound.
    ``essentials_status`` speaks of the second aim, that essentials end earliest among schedules of equal
    elapsed time (R3.2).
    """

    steps: tuple[ScheduledStep, ...]
    status: ScheduleStatus
    bound: timedelta
    change_overs: tuple[ChangeOver, ...] = ()
    essentials_status: ScheduleStatus = ScheduleStatus.PREVIEW

    @property
    def start(self) -> timedelta:
        """Say when the first step starts."""
        return min((row.start for row in self.steps), default=NO_TIME)

    @property
    def end(self) -> timedelta:
        """Say when the last step ends."""
        return max((row.end for row in self.steps), default=NO_TIME)

    @property
    def elapsed(self) -> timedelta:
        """Measure from the start of the first step to the end of the last, never the sum (R3.3)."""
        return self.end - self.start

    @property
    def above_bound(self) -> timedelta:
        """Say by how much at most the elapsed time could be shorter."""
        return max(NO_TIME, self.elapsed - self.bound)

    @property
    def change_over_time(self) -> timedelta:
        """Add up what the change-overs take."""
        return sum((change.duration for change in self.change_overs), NO_TIME)

    def on_machine(self, steps: Iterable[Step]) -> tuple[ScheduledStep, ...]:
        """List the rows that need the rented machine."""
        keys = {step.key for step in steps if step.on_machine}
        return tuple(row for row in self.steps if row.key in keys)

    def rented(self, steps: Iterable[Step]) -> timedelta:
        """Measure from the first to the last moment at which a step needs the rented machine (R3.3)."""
        rows = self.on_machine(steps)
        return max(row.end for row in rows) - min(row.start for row in rows) if rows else NO_TIME

    def lane_hours(self, steps: Iterable[Step]) -> timedelta:
        """Add up duration times GPUs."""
        return self._work(steps, ResourceKind.GPU)

    def person_hours(self, steps: Iterable[Step]) -> timedelta:
        """Add up duration times people."""
        return self._work(steps, ResourceKind.PERSON)

    def network_hours(self, steps: Iterable[Step]) -> timedelta:
        """Add up what the network link is busy."""
        return self._work(steps, ResourceKind.NETWORK)

    def _work(self, steps: Iterable[Step], resource: ResourceKind) -> timedelta:
        demand = {step.key: step.demand for step in steps if step.resource is resource}
        return sum((row.duration * demand[row.key] for row in self.steps if row.key in demand), NO_TIME)


def to_json(schedule: Schedule) -> dict[str, Any]:
    """Write a schedule as whole minutes and words, to be stored under the digest of its input."""
    return {
        "status": str(schedule.status),
        "essentials_status": str(schedule.essentials_status),
        "bound": schedule.bound // MINUTE,
        "change_overs": [
            [change.start // MINUTE, change.wall // MINUTE, change.end // MINUTE]
            for change in schedule.change_overs
        ],
        "steps": [
            {
                "key": row.key,
                "batch": row.batch,
                "lanes": list(row.lanes),
                "start": row.start // MINUTE,
                "end": row.end // MINUTE,
                "part": row.part,
            }
            for row in schedule.steps
        ],
    }


def from_json(stored: dict[str, Any]) -> Schedule:
    """Read a schedule that ``to_json`` wrote."""
    return Schedule(
        steps=tuple(_row_from_json(row) for row in stored["steps"]),
        status=ScheduleStatus(stored["status"]),
        bound=stored["bound"] * MINUTE,
        change_overs=tuple(
            ChangeOver(start * MINUTE, wall * MINUTE, end * MINUTE)
            for start, wall, end in stored["change_overs"]
        ),
        essentials_status=ScheduleStatus(stored["essentials_status"]),
    )


def _row_from_json(row: dict[str, Any]) -> ScheduledStep:
    lanes = tuple(row["lanes"])
    return ScheduledStep(
        key=row["key"],
        batch=row["batch"],
        lane=lanes[0] if lanes else None,
        start=row["start"] * MINUTE,
        end=row["end"] * MINUTE,
        more_lanes=lanes[1:],
        part=row["part"],
    )
