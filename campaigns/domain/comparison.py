"""Every arrangement beside the same plan, each solved again on its own lanes (R4.3, R4.4, R4.6).

Worked: for the plan of 78 h one RTX 4090 batch of 3 days exceeds by 6 h; one of 7 days fits with 90 h unused
for 110.00 USD. Two batches do not halve the time: 55 h on two lanes instead of 78 h.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from campaigns.domain.arrangements import Arrangement, lacks, walls_of
from campaigns.domain.durations import hours_text
from campaigns.domain.impossible import ImpossiblePlan
from campaigns.domain.steps import Closed, Lanes, Step, Walls
from campaigns.domain.timetable import Schedule
from campaigns.domain.vocabulary import WindowOpening
from campaigns.domain.window import Fits, WindowVerdict, assess, used_time
from pricing.domain.money import Money
from teams.domain.message import Message, gettext_noop

Solve = Callable[[Sequence[Step], Lanes, Closed, Walls | None, WindowOpening], Schedule]


@dataclass(frozen=True)
class Conditions:
    """What holds for every arrangement of a plan: people, working hours, what opens the window."""

    opening: WindowOpening = WindowOpening.FIRST_STEP
    people: int = 1
    closed: Closed = ()
    environment_persists: bool = False


@dataclass(frozen=True)
class ComparedArrangement:
    """One column of the comparison; what is not stated is None, what it cannot do is said in ``why_not``."""

    arrangement: Arrangement
    cost: Money | None
    window: timedelta | None
    schedule: Schedule | None
    rented: timedelta | None
    verdict: WindowVerdict | None
    why_not: tuple[Message, ...] = ()
    saves: timedelta | None = None
    is_cheapest_that_fits: bool = False
    is_non_dominated: bool = False

    @property
    def usable(self) -> bool:
        """Say whether the plan can run on it at all; a price may still be missing."""
        return self.schedule is not None

    @property
    def fits(self) -> bool:
        """Say whether it is usable, fits, and its price is stated, so that it can win (R4.6)."""
        return isinstance(self.verdict, Fits) and self.cost is not None

    @property
    def change_overs(self) -> int:
        """Count the change-overs between consecutive batches."""
        return len(self.schedule.change_overs) if self.schedule else 0

    @property
    def what_it_saves(self) -> Message | None:
        """Say what more batches really save beside one; buying two does not halve the time (R4.3)."""
        if self.saves is None or self.arrangement.side_by_side == 1 or self.schedule is None:
            return None
        text = gettext_noop(
            "%(count)s batches do not divide the time: the schedule takes %(elapsed)s and saves %(saves)s."
        )
        values = {"elapsed": hours_text(self.schedule.elapsed), "saves": hours_text(self.saves)}
        return Message(text, {"count": self.arrangement.side_by_side, **values})


def compare(
    steps: Sequence[Step], arrangements: Iterable[Arrangement], conditions: Conditions, solve: Solve
) -> tuple[ComparedArrangement, ...]:
    """Solve each arrangement, assess it against its window, and mark the cheapest that fits and the
    undominated.

    ``solve`` is asked once for equal inputs. Nothing here, or anywhere, divides a price by time (R4.1).
    """
    remembered: dict[tuple[Lanes, Walls | None], Schedule] = {}

    def once(lanes: Lanes, walls: Walls | None) -> Schedule:
        if (lanes, walls) not in remembered:
            remembered[lanes, walls] = solve(steps, lanes, conditions.closed, walls, conditions.opening)
        return remembered[lanes, walls]

    rows = [_compared(steps, each, conditions, once) for each in arrangements]
    return _marked(tuple(_with_saving(row, rows) for row in rows))


def _compared(
    steps: Sequence[Step],
    arrangement: Arrangement,
    conditions: Conditions,
    solve: Callable[[Lanes, Walls | None], Schedule],
) -> ComparedArrangement:
    cost = arrangement.cost if isinstance(arrangement.cost, Money) else None
    window = arrangement.window
    if problems := lacks(arrangement, steps, conditions.environment_persists):
        return ComparedArrangement(arrangement, cost, window, None, None, None, problems)
    if window is None and arrangement.one_after_another > 1:
        # Where one batch ends is not stated, so nobody knows which steps meet a change-over.
        return ComparedArrangement(arrangement, cost, window, None, None, None, _not_stated(cost, window))
    try:
        schedule = _scheduled(steps, arrangement, conditions, solve)
    except ImpossiblePlan as impossible:
        why = tuple(problem.message for problem in impossible.problems)
        return ComparedArrangement(arrangement, cost, window, None, None, None, why)
    verdict = assess(schedule, steps, conditions.opening, window) if window else None
    return ComparedArrangement(
        arrangement, cost, window, schedule, schedule.rented(steps), verdict, _not_stated(cost, window)
    )


def _scheduled(
    steps: Sequence[Step],
    arrangement: Arrangement,
    conditions: Conditions,
    solve: Callable[[Lanes, Walls | None], Schedule],
) -> Schedule:
    """Solve without an end of a batch first: a plan that fits the first batch never meets one."""
    lanes = arrangement.lanes(conditions.people)
    schedule = solve(lanes, None)
    length = arrangement.package.duration
    walls = walls_of(arrangement, steps, conditions.opening, conditions.environment_persists)
    if walls is None or length is None or used_time(schedule, steps, conditions.opening) <= length:
        return schedule
    return solve(lanes, walls)


def _not_stated(cost: Money | None, window: timedelta | None) -> tuple[Message, ...]:
    found = []
    if cost is None:
        found.append(Message(gettext_noop("Price not stated by the source: it cannot win a comparison.")))
    if window is None:
        found.append(Message(gettext_noop("Duration not stated by the source: it cannot win a comparison.")))
    return tuple(found)


def _with_saving(row: ComparedArrangement, rows: Sequence[ComparedArrangement]) -> ComparedArrangement:
    """Say what an arrangement saves beside one batch of the same package."""
    one = next(
        (each for each in rows if each.arrangement == Arrangement(row.arrangement.package) and each.schedule),
        None,
    )
    if one is None or one.schedule is None or row.schedule is None:
        return row
    return replace(row, saves=one.schedule.elapsed - row.schedule.elapsed)


def _marked(rows: tuple[ComparedArrangement, ...]) -> tuple[ComparedArrangement, ...]:
    """Mark the cheapest that fits, and those that no other beats; only costs of one currency are compared
    (R4.7)."""
    fitting = [row for row in rows if row.fits]
    return tuple(
        replace(
            row,
            is_cheapest_that_fits=row.fits and not any(_is_cheaper(other, row) for other in fitting),
            is_non_dominated=row.fits and not any(_beats(other, row) for other in fitting),
        )
        for row in rows
    )


def _is_cheaper(one: ComparedArrangement, other: ComparedArrangement) -> bool:
    return _same_currency(one, other) and _cost(one) < _cost(other)


def _beats(one: ComparedArrangement, other: ComparedArrangement) -> bool:
    """Not worse on cost, reserve and change-overs, and better on one of them."""
    if not _same_currency(one, other):
        return False
    mine = (_cost(one), _reserve(one), one.change_overs)
    theirs = (_cost(other), _reserve(other), other.change_overs)
    not_worse = mine[0] <= theirs[0] and mine[1] >= theirs[1] and mine[2] <= theirs[2]
    return not_worse and mine != theirs


def _same_currency(one: ComparedArrangement, other: ComparedArrangement) -> bool:
    return _cost(one).currency == _cost(other).currency


def _cost(row: ComparedArrangement) -> Money:
    assert row.cost is not None
    return row.cost


def _reserve(row: ComparedArrangement) -> timedelta:
    assert isinstance(row.verdict, Fits)
    return row.verdict.unused
