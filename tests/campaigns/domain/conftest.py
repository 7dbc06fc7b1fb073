"""The worked campaign and the catalogue as values, and a checker of schedules that shares no code with them."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from campaigns.domain.schedule import Closed, Lanes, Schedule, ScheduledStep, Step, Walls
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind, WindowOpening
from pricing.domain.money import Money
from pricing.domain.packages import Package

FACTS = Path(__file__).parents[2] / "facts"
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Worked:
    """The campaign of worked-campaign.json."""

    described: dict[str, Any]

    def steps(self, training_longer_by: int = 0) -> tuple[Step, ...]:
        """Build its steps, each training some hours longer."""
        return tuple(self._step(row, training_longer_by) for row in self.described["steps"])

    @staticmethod
    def _step(row: dict[str, Any], longer: int) -> Step:
        hours = row["hours"] + (longer if row["phase"] == "train" else 0)
        return Step(
            key=row["key"],
            title=row["key"],
            phase=Phase(row["phase"]),
            resource=ResourceKind(row["resource"]),
            duration=timedelta(hours=hours),
            after=tuple(row["after"]),
            priority=Priority(row["priority"]),
            needs_machine=row["needs_machine"],
            per_batch=row.get("per_batch", False),
            variant=row.get("variant"),
        )


@pytest.fixture(scope="session")
def worked() -> Worked:
    return Worked(json.loads((FACTS / "worked-campaign.json").read_text()))


@pytest.fixture(scope="session")
def packages() -> tuple[Package, ...]:
    """The packages of catalogue.json: three of RTX 4090, and a B200 whose price and duration are not stated."""
    return tuple(
        Package(
            sku=row["sku"],
            name=row["sku"],
            provider="provider",
            gpu_model=row["gpu_model"],
            gpus_per_batch=row["gpus_per_batch"],
            memory_per_gpu_gb=Decimal(row["memory_per_gpu_gb"]),
            duration=timedelta(hours=row["duration_hours"]) if row["duration_hours"] else None,
            price=Money(Decimal(row["price"]), row["currency"]) if row["price"] else None,
        )
        for row in json.loads((FACTS / "catalogue.json").read_text())["packages"]
    )


@dataclass(frozen=True)
class Checker:
    """Looks at a schedule minute by minute and says what it violates."""

    steps: Sequence[Step]
    lanes: Lanes
    schedule: Schedule
    closed: Closed = ()
    walls: Walls | None = None

    def violations(self) -> list[str]:
        return [
            *self._amounts(),
            *self._order(),
            *self._set_up_of_its_batch(),
            *self._capacity(),
            *self._lane_numbers(),
            *self._closed_hours(),
            *self._ends_of_batches(),
        ]

    def _rows(self, key: str) -> list[ScheduledStep]:
        return [row for row in self.schedule.steps if row.key == key]

    def _step(self, row: ScheduledStep) -> Step:
        return next(step for step in self.steps if step.key == row.key)

    def _amounts(self) -> Iterator[str]:
        for step in self.steps:
            for batch in range(self.lanes.batches) if step.per_batch else [None]:
                rows = [row for row in self._rows(step.key) if batch is None or row.batch == batch]
                done = sum((row.end - row.start for row in rows), timedelta(0))
                again = self.walls.restore * (len(rows) - 1) if self.walls else timedelta(0)
                if done != step.duration + again:
                    yield f"{step.key} on {batch} is done for {done}"
                if len(rows) > 1 and not (self.walls and step.resumes):
                    yield f"{step.key} is cut"

    def _order(self) -> Iterator[str]:
        for step in self.steps:
            for row in self._rows(step.key):
                for other in (other for key in step.after for other in self._rows(key)):
                    per_batch = self._step(other).per_batch
                    elsewhere = per_batch and row.batch is not None and row.batch != other.batch
                    if other.end > row.start and not elsewhere:
                        yield f"{row.key} starts before {other.key} ends"

    def _set_up_of_its_batch(self) -> Iterator[str]:
        """Each batch installs and loads for itself, however far back in the order."""
        by_key = {step.key: step for step in self.steps}

        def ancestors(step: Step) -> Iterator[Step]:
            for key in step.after:
                yield by_key[key]
                yield from ancestors(by_key[key])

        for row in self.schedule.steps:
            for early in ancestors(self._step(row)) if row.batch is not None else ():
                for other in self._rows(early.key):
                    if early.per_batch and other.batch == row.batch and other.end > row.start:
                        yield f"{row.key} runs on batch {row.batch} before {other.key} was done there"

    def _capacity(self) -> Iterator[str]:
        taken: Counter[tuple[str, int | None, int]] = Counter()
        for row in self.schedule.steps:
            step = self._step(row)
            amount = {"gpu": step.gpus, "person": step.people, "network": 1}[step.resource]
            where = row.batch if step.resource is ResourceKind.GPU else None
            for minute in range(row.start // MINUTE, row.end // MINUTE):
                taken[step.resource, where, minute] += amount
        held = {"gpu": self.lanes.gpus_per_batch, "person": self.lanes.people, "network": self.lanes.network}
        for (resource, batch, minute), amount in taken.items():
            if amount > held[resource]:
                yield f"{amount} of {resource} {batch} at {minute}"

    def _lane_numbers(self) -> Iterator[str]:
        taken: set[tuple[int | None, int, int]] = set()
        for row in self.schedule.steps:
            step = self._step(row)
            if len(row.lanes) != (step.gpus if step.resource is ResourceKind.GPU else 0):
                yield f"{row.key} has lanes {row.lanes}"
            for lane in row.lanes:
                if lane >= self.lanes.gpus_per_batch:
                    yield f"{row.key} is on lane {lane}"
                for minute in range(row.start // MINUTE, row.end // MINUTE):
                    if (row.batch, lane, minute) in taken:
                        yield f"{row.key} shares lane {lane} of batch {row.batch}"
                    taken.add((row.batch, lane, minute))

    def _closed_hours(self) -> Iterator[str]:
        for row in self.schedule.steps:
            for start, end in self.closed if self._step(row).resource is ResourceKind.PERSON else ():
                if row.start < end and start < row.end:
                    yield f"{row.key} reaches into closed hours"

    def _ends_of_batches(self) -> Iterator[str]:
        walls = self.walls
        rows = [row for row in self.schedule.steps if self._step(row).on_machine]
        if walls is None or not rows:
            return
        counted = self.schedule.steps if walls.opening is WindowOpening.FIRST_STEP else rows
        opened, last = min(row.start for row in counted), max(row.end for row in rows)
        ends = [opened + walls.length * number for number in range(1, walls.count)]
        active = [end for end in ends if end < last]
        if [change.wall for change in self.schedule.change_overs] != active:
            yield f"change-overs at {self.schedule.change_overs}, batches end at {active}"
        for row in rows:
            for end in active:
                if row.start < end + walls.change_over_after and row.end > end - walls.change_over_before:
                    yield f"{row.key} runs while a batch ends at {end}"


@pytest.fixture(scope="session")
def violations() -> Callable[..., list[str]]:
    """Check a schedule: violations(steps, lanes, schedule, closed, walls)."""
    return lambda *given: Checker(*given).violations()


StepMaker = Callable[..., Step]


@pytest.fixture(scope="session")
def step() -> StepMaker:
    """Build a step by hand: step("train", 10, "load", on="gpu"); lengths are hours."""

    def build(key: str, hours: float = 1, *after: str, on: str = "gpu", **more: Any) -> Step:
        values = {
            "phase": Phase.TRAIN,
            "priority": Priority.ESSENTIAL,
            "needs_machine": on != "person",
            **more,
        }
        return Step(
            key=key,
            title=key,
            resource=ResourceKind(on),
            duration=timedelta(hours=hours),
            after=after,
            **values,
        )

    return build
