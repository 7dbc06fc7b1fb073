"""Provided against recorded time, per step and per phase (R11.1).

Provided time is the baseline's. Recorded time comes from runs and time entries only; what nobody recorded stays
*not recorded* and is never filled from the plan.

Worked: 10 h provided and 12 h 30 min recorded differ by 2 h 30 min, 25 %: above a tolerance of 20 % it needs an
explanation. 12 h recorded are exactly 20 % and need none.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from campaigns.domain.vocabulary import Phase

NO_TIME = timedelta(0)
TENTH = Decimal("0.1")


@dataclass(frozen=True)
class NotRecorded:
    """No record says how long these steps took."""

    steps: tuple[str, ...]


@dataclass(frozen=True)
class NotProvided:
    """The baseline provided no time: the step came later, or has no duration to compare with."""


@dataclass(frozen=True)
class StepDuration:
    """What the baseline provides for a step, once for each batch, or what one run or time entry says it took."""

    key: str
    title: str
    phase: Phase
    duration: timedelta


@dataclass(frozen=True)
class StepDeviation:
    """A step's provided and recorded time; above the tolerance it needs an explanation before closing."""

    key: str
    title: str
    phase: Phase
    provided: timedelta | NotProvided
    recorded: timedelta | NotRecorded
    exceeds_tolerance: bool

    @property
    def difference(self) -> timedelta | NotRecorded:
        """Recorded less provided; a step that the baseline did not provide differs by all that it took."""
        if isinstance(self.recorded, NotRecorded):
            return self.recorded
        return self.recorded - _time(self.provided)

    @property
    def percent(self) -> Decimal | NotRecorded | NotProvided:
        """The difference in percent of what was provided, to one place: 12 h 30 min of 10 h are 25.0."""
        if isinstance(self.recorded, NotRecorded):
            return self.recorded
        if isinstance(self.provided, NotProvided) or self.provided == NO_TIME:
            return NotProvided()
        exact = Decimal(100) * _micros(self.recorded - self.provided) / _micros(self.provided)
        return exact.quantize(TENTH, ROUND_HALF_EVEN)


@dataclass(frozen=True)
class PhaseDeviation:
    """A phase's provided and recorded time; its difference is known once every step of it is recorded."""

    phase: Phase
    provided: timedelta
    recorded: timedelta | NotRecorded
    missing: tuple[str, ...]

    @property
    def difference(self) -> timedelta | NotRecorded:
        """Recorded less provided, or the steps without a record."""
        if self.missing or isinstance(self.recorded, NotRecorded):
            return NotRecorded(self.missing)
        return self.recorded - self.provided


@dataclass(frozen=True)
class Deviations:
    """All steps in the baseline's order, those that came later after them, and their phases."""

    steps: tuple[StepDeviation, ...]
    phases: tuple[PhaseDeviation, ...]


def deviations(
    provided: Sequence[StepDuration], recorded: Sequence[StepDuration], tolerance_percent: int | Decimal
) -> Deviations:
    """Set what was recorded against what the baseline provided, step by step (R11.1)."""
    if tolerance_percent < 0:
        raise ValueError("a tolerance is not negative")
    first: dict[str, StepDuration] = {}
    for one in [*provided, *recorded]:
        first.setdefault(one.key, one)
    given, taken = _sums(provided), _sums(recorded)
    steps = []
    for key, step in first.items():
        before: timedelta | NotProvided = given.get(key, NotProvided())
        after: timedelta | NotRecorded = taken.get(key, NotRecorded((key,)))
        exceeds = _exceeds(before, after, tolerance_percent)
        steps.append(StepDeviation(key, step.title, step.phase, before, after, exceeds))
    return Deviations(tuple(steps), _phases(steps))


def unexplained(found: Deviations, explained: Collection[str]) -> tuple[StepDeviation, ...]:
    """List the steps beyond the tolerance that still need an explanation and the decision taken (R11.1)."""
    return tuple(step for step in found.steps if step.exceeds_tolerance and step.key not in explained)


def _sums(times: Iterable[StepDuration]) -> dict[str, timedelta]:
    sums: dict[str, timedelta] = {}
    for one in times:
        sums[one.key] = sums.get(one.key, NO_TIME) + one.duration
    return sums


def _exceeds(
    provided: timedelta | NotProvided, recorded: timedelta | NotRecorded, tolerance_percent: int | Decimal
) -> bool:
    """Compare exactly; shorter counts as longer does, and any time that nobody provided is beyond a tolerance."""
    if isinstance(recorded, NotRecorded):
        return False
    before = _time(provided)
    return 100 * _micros(abs(recorded - before)) > tolerance_percent * _micros(before)


def _phases(steps: Sequence[StepDeviation]) -> tuple[PhaseDeviation, ...]:
    found = []
    for phase in Phase:
        own = [step for step in steps if step.phase == phase]
        missing = tuple(step.key for step in own if isinstance(step.recorded, NotRecorded))
        times = [step.recorded for step in own if isinstance(step.recorded, timedelta)]
        recorded = sum(times, NO_TIME) if times else NotRecorded(missing)
        if own:
            provided = sum((_time(step.provided) for step in own), NO_TIME)
            found.append(PhaseDeviation(phase, provided, recorded, missing))
    return tuple(found)


def _time(provided: timedelta | NotProvided) -> timedelta:
    return NO_TIME if isinstance(provided, NotProvided) else provided


def _micros(duration: timedelta) -> int:
    return duration // timedelta(microseconds=1)
