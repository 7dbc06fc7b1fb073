"""The coarsest grid of a plan."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from campaigns.domain.placement import Placed
from campaigns.domain.serial import Plan
from campaigns.domain.steps import Lanes, Step, Walls
from campaigns.domain.unit import common_unit, in_minutes, in_units

HOUR = timedelta(hours=1)
ONE_LANE = Lanes(1, 1)


def test_a_plan_of_whole_hours_lies_on_hours(worked: Any) -> None:
    assert common_unit(Plan.of(worked.steps(), ONE_LANE)) == 60


def test_closed_hours_and_change_overs_make_the_grid_finer(step: Callable[..., Step]) -> None:
    steps = [step("a", 2)]
    assert common_unit(Plan.of(steps, ONE_LANE, ((HOUR * 8.5, HOUR * 16),))) == 30
    walls = Walls(72 * HOUR, 2, HOUR / 4, HOUR / 4)
    assert common_unit(Plan.of(steps, ONE_LANE, (), walls)) == 15
    assert common_unit(Plan.of([], ONE_LANE)) == 1


def test_a_plan_in_units_has_its_lengths_counted_in_them(step: Callable[..., Step]) -> None:
    walls = Walls(72 * HOUR, 2, HOUR / 2, HOUR, restore=HOUR / 2)
    plan = Plan.of([step("a", 2)], ONE_LANE, ((HOUR, 3 * HOUR),), walls)
    coarse = in_units(plan, 30)
    minute = timedelta(minutes=1)
    assert [task.step.duration for task in coarse.graph.tasks] == [4 * minute]
    assert coarse.closed == ((2 * minute, 6 * minute),)
    assert coarse.walls == Walls(144 * minute, 2, minute, 2 * minute, restore=minute)
    assert in_minutes((Placed(0, 1, 5),), 30) == (Placed(0, 30, 150),)
