"""Every arrangement beside the same plan (R4.3, R4.4, R4.6)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from campaigns.domain.arrangements import Arrangement, candidates
from campaigns.domain.comparison import ComparedArrangement, Conditions, compare
from campaigns.domain.solver import input_digest, solve
from campaigns.domain.steps import Closed, Lanes, Step, Walls
from campaigns.domain.timetable import Schedule
from campaigns.domain.vocabulary import WindowOpening
from campaigns.domain.window import Exceeds, Fits
from pricing.domain.money import Money
from pricing.domain.packages import Package

HOUR = timedelta(hours=1)
Packages = tuple[Package, ...]
Make = Callable[..., Step]


class Solver:
    """Solves for real, remembers each answer, and counts what was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Schedule] = {}
        self.asked: list[tuple[Lanes, Walls | None]] = []

    def __call__(
        self, steps: Sequence[Step], lanes: Lanes, closed: Closed, walls: Walls | None, opening: WindowOpening
    ) -> Schedule:
        self.asked.append((lanes, walls))
        digest = input_digest(steps, lanes, closed, walls, opening)
        if digest not in self.answers:
            self.answers[digest] = solve(steps, lanes, closed, walls, opening=opening)
        return self.answers[digest]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def compared(
    steps: Sequence[Step], packages: Packages, solver: Solver, **conditions: Any
) -> dict[tuple[str, int, int], ComparedArrangement]:
    rows = compare(steps, candidates(packages), Conditions(**conditions), solver)
    return {
        (row.arrangement.package.sku, row.arrangement.side_by_side, row.arrangement.one_after_another): row
        for row in rows
    }


def test_worked_3_the_longer_plan_on_every_arrangement(
    worked: Any, packages: Packages, solver: Solver
) -> None:
    rows = compared(worked.steps(training_longer_by=10), packages[:2], solver)
    assert {name: (str(row.cost), row.verdict) for name, row in rows.items()} == {
        ("rtx4090-3d", 1, 1): ("47.14 USD", Exceeds(72 * HOUR, 6 * HOUR)),
        ("rtx4090-3d", 2, 1): ("94.28 USD", Fits(72 * HOUR, 17 * HOUR)),
        # 144 h less 78 h, less a change-over of 5 h.
        ("rtx4090-3d", 1, 2): ("94.28 USD", Fits(144 * HOUR, 61 * HOUR)),
        ("rtx4090-7d", 1, 1): ("110.00 USD", Fits(168 * HOUR, 90 * HOUR)),
        ("rtx4090-7d", 2, 1): ("220.00 USD", Fits(168 * HOUR, 113 * HOUR)),
        # The second batch is never begun.
        ("rtx4090-7d", 1, 2): ("220.00 USD", Fits(336 * HOUR, 258 * HOUR)),
    }
    consecutive = rows["rtx4090-3d", 1, 2]
    assert (consecutive.change_overs, consecutive.saves) == (1, -5 * HOUR)


def test_worked_3_an_environment_that_persists_needs_no_change_over_time(
    worked: Any, packages: Packages, solver: Solver
) -> None:
    rows = compared(worked.steps(training_longer_by=10), packages[:1], solver, environment_persists=True)
    assert rows["rtx4090-3d", 1, 2].verdict == Fits(144 * HOUR, 66 * HOUR)


def test_r4_3_two_batches_do_not_halve_the_time(worked: Any, packages: Packages, solver: Solver) -> None:
    rows = compared(worked.steps(), packages[:1], solver)
    two = rows["rtx4090-3d", 2, 1]
    assert two.schedule is not None
    assert (two.schedule.elapsed, two.saves) == (35 * HOUR, 13 * HOUR)
    assert str(two.what_it_saves) == (
        "2 batches do not divide the time: the schedule takes 35 h and saves 13 h."
    )
    assert rows["rtx4090-3d", 1, 1].what_it_saves is None


def test_r4_4_the_cheapest_that_fits_and_the_unbeaten_are_marked(
    worked: Any, packages: Packages, solver: Solver
) -> None:
    rows = compared(worked.steps(training_longer_by=10), packages, solver)
    assert {name for name, row in rows.items() if row.is_cheapest_that_fits} == {
        ("rtx4090-3d", 2, 1),
        ("rtx4090-3d", 1, 2),
    }
    assert {name for name, row in rows.items() if row.is_non_dominated} == {
        ("rtx4090-3d", 2, 1),  # no change-over
        ("rtx4090-3d", 1, 2),  # more reserve for the same cost
        ("rtx4090-7d", 1, 1),
        ("rtx4090-7d", 1, 2),
        ("rtx4090-30d", 1, 1),
        ("rtx4090-30d", 1, 2),
    }


def test_r4_6_what_is_not_stated_cannot_win_and_is_not_guessed(
    worked: Any, packages: Packages, solver: Solver
) -> None:
    b200 = compared(worked.steps(), packages, solver)["b200", 1, 1]
    assert (b200.cost, b200.window, b200.verdict, b200.fits) == (None, None, None, False)
    assert not b200.is_cheapest_that_fits
    assert not b200.is_non_dominated
    assert b200.schedule is not None
    assert b200.schedule.elapsed == 35 * HOUR
    assert [str(message) for message in b200.why_not] == [
        "Price not stated by the source: it cannot win a comparison.",
        "Duration not stated by the source: it cannot win a comparison.",
    ]


def test_r4_6_a_stated_duration_alone_cannot_win(worked: Any, packages: Packages, solver: Solver) -> None:
    lasting = replace(packages[3], duration=240 * HOUR)
    row = compared(worked.steps(), (lasting,), solver)["b200", 1, 1]
    assert row.verdict == Fits(240 * HOUR, 205 * HOUR)
    assert not row.is_cheapest_that_fits
    assert not row.is_non_dominated


def test_r4_6_where_a_batch_ends_is_not_guessed(worked: Any, packages: Packages, solver: Solver) -> None:
    row = compared(worked.steps(), packages, solver)["b200", 1, 2]
    assert row.schedule is None
    assert not row.usable


def test_r4_4_an_arrangement_that_lacks_memory_is_not_usable_and_not_solved(
    packages: Packages, step: Make
) -> None:
    fresh = Solver()
    row = compared([step("train", 10, memory_gb=Decimal(80))], packages[:1], fresh)["rtx4090-3d", 1, 1]
    assert (row.usable, row.fits, row.verdict) == (False, False, None)
    assert [str(message) for message in row.why_not] == ["train needs 80 GB on each GPU, and one has 24 GB."]
    assert fresh.asked == []


def test_r4_4_a_plan_that_is_impossible_on_an_arrangement_says_why(packages: Packages, step: Make) -> None:
    row = compared([step("think", on="person", people=2)], packages[:1], Solver())["rtx4090-3d", 1, 1]
    assert not row.usable
    assert [str(message) for message in row.why_not] == ["think needs 2 people, and the plan has 1."]


def test_equal_inputs_are_asked_once(worked: Any, packages: Packages) -> None:
    fresh = Solver()
    compared(worked.steps(), packages, fresh)
    assert fresh.asked == [
        (Lanes(1, 1), None),
        (Lanes(2, 1), None),
        (Lanes(1, 2), None),
        (Lanes(2, 2), None),
    ]


def test_r4_7_costs_in_different_currencies_are_not_compared(
    worked: Any, packages: Packages, solver: Solver
) -> None:
    euros = replace(packages[0], sku="euro-3d", price=Money(Decimal("999.00"), "EUR"))
    rows = compared(worked.steps(), (packages[0], euros), solver)
    assert rows["rtx4090-3d", 1, 1].is_cheapest_that_fits
    assert rows["euro-3d", 1, 1].is_cheapest_that_fits


def test_r3_4_the_opening_of_the_window_is_that_of_the_plan(
    worked: Any, packages: Packages, solver: Solver
) -> None:
    row = compare(
        worked.steps(),
        [Arrangement(packages[0])],
        Conditions(opening=WindowOpening.FIRST_MACHINE_STEP),
        solver,
    )[0]
    assert row.verdict == Fits(72 * HOUR, 27 * HOUR)
