"""The instant preview, and moving a solved schedule as early as its order allows."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from campaigns.domain.placement import Placed
from campaigns.domain.serial import Plan, as_early_as_ordered, serial_pass
from campaigns.domain.steps import Lanes, Step

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
