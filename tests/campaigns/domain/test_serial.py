"""The instant preview, and moving a solved schedule as early as its order allows."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from campaigns.domain.impossible import ImpossiblePlan
from campaigns.domain.placement import Placed
from campaigns.domain.serial import Plan, as_early_as_ordered, serial_pass
from campaigns.domain.steps import Lanes, Step, Walls

HOUR = timedelta(hours=1)
ONE_LANE = Lanes(1, 1)
Make = Callable[..., Step]


def test_worked_1_the_preview_of_the_worked_campaign_takes_48_h(worked: Any) -> None:
    schedule = serial_pass(worked.steps(), ONE_LANE)
    assert (schedule.elapsed, schedule.status) == (48 * HOUR, "preview")
    # Its bound is the longest chain, which any number of lanes needs.
    assert schedule.bound == 27 * HOUR


def test_the_preview_takes_the_longest_chain_first(step: Make) -> None:
    steps = [step("short", 1), step("long", 1), step("end", 10, "long", on="person")]
    schedule = serial_pass(steps, ONE_LANE)
    assert [(row.key, row.start / HOUR) for row in schedule.steps] == [("long", 0), ("short", 1), ("end", 1)]


def test_a_solved_order_is_moved_to_the_left_and_kept(step: Make) -> None:
    plan = Plan.of([step("a", 1), step("b", 1), step("c", 1)], ONE_LANE)
    loose = (Placed(0, 300, 360), Placed(0, 60, 120), Placed(0, 180, 240))
    assert as_early_as_ordered(plan, loose) == (Placed(0, 120, 180), Placed(0, 0, 60), Placed(0, 60, 120))


def test_a_persons_step_that_cannot_stand_still_within_working_hours_takes_the_next_day(step: Make) -> None:
    """Hour 8 to 12 is open, the batch ends at hour 10; cut there the step would reach hour 13."""
    closed = ((3 * HOUR, 8 * HOUR), (12 * HOUR, 20 * HOUR), (24 * HOUR, 99 * HOUR))
    steps = [step("wait", 9), step("watch", 3, "wait", on="person", needs_machine=True, resumes=True)]
    walls = Walls(10 * HOUR, 2, 0 * HOUR, 1 * HOUR)
    schedule = serial_pass(steps, ONE_LANE, closed, walls)
    assert [(row.key, row.start / HOUR, row.end / HOUR) for row in schedule.steps] == [
        ("wait", 0, 9),
        ("watch", 20, 23),
    ]


def test_r4_3_what_fits_before_the_first_change_over_opens_the_window(step: Make) -> None:
    """A batch of 12 h with 5 h of retrieval holds 7 h of work when work goes on after it."""
    walls = Walls(12 * HOUR, 2, 5 * HOUR, 1 * HOUR)
    steps = [step("long", 8), step("short", 5)]
    schedule = serial_pass(steps, ONE_LANE, (), walls)
    assert [(row.key, row.start / HOUR, row.end / HOUR) for row in schedule.steps] == [
        ("short", 0, 5),
        ("long", 13, 21),
    ]
    assert serial_pass([step("long", 8), step("short", 4)], ONE_LANE, (), walls).elapsed == 12 * HOUR


def test_r4_3_a_first_step_that_ends_before_no_change_over_is_named(step: Make) -> None:
    walls = Walls(12 * HOUR, 2, 5 * HOUR, 1 * HOUR)
    steps = [step("long", 8), step("next", 5, "long")]
    with pytest.raises(ImpossiblePlan) as impossible:
        serial_pass(steps, ONE_LANE, (), walls)
    assert [(problem.key, problem.field, str(problem.message)) for problem in impossible.value.problems] == [
        (
            "long",
            "duration",
            "long does not resume from a checkpoint and is too long to end before the first change-over.",
        )
    ]
    resumes = [step("long", 8, resumes=True), steps[1]]
    assert serial_pass(resumes, ONE_LANE, (), walls).elapsed == 19 * HOUR
