"""Lane numbers of placed tasks, and the schedule that they make."""

from collections.abc import Callable
from datetime import timedelta

from campaigns.domain.placement import Placed, colour, to_schedule
from campaigns.domain.steps import Lanes, Step
from campaigns.domain.tasks import expand
from campaigns.domain.timetable import ScheduleStatus

HOUR = timedelta(hours=1)
Make = Callable[..., Step]


def test_each_task_takes_the_lowest_free_lanes_of_its_batch(step: Make) -> None:
    steps = [
        step("a", 10),
        step("b", 10),
        step("c", 1),
        step("think", 1, on="person"),
        step("wide", 1, gpus=2),
    ]
    placed = (
        Placed(0, 0, 600),
        Placed(0, 0, 600),
        Placed(0, 600, 660),
        Placed(None, 0, 60),
        Placed(1, 0, 60),
    )
    assert colour(expand(steps, Lanes(2, 2)), placed) == ((0,), (1,), (0,), (), (0, 1))


def test_the_bound_speaks_of_the_time_from_the_first_step_on(step: Make) -> None:
    graph = expand([step("think", 1, on="person")], Lanes(1, 1))
    schedule = to_schedule(
        graph, (Placed(None, 120, 180),), None, status=ScheduleStatus.BEST_FOUND, bound=150
    )
    assert (schedule.elapsed, schedule.bound) == (HOUR, HOUR / 2)
    assert schedule.above_bound == HOUR / 2
