"""A schedule as data: its figures and its way to the database and back."""

import json
from collections.abc import Callable
from datetime import timedelta

from campaigns.domain.steps import Step
from campaigns.domain.timetable import (
    ChangeOver,
    Schedule,
    ScheduledStep,
    ScheduleStatus,
    from_json,
    to_json,
)

HOUR = timedelta(hours=1)
SCHEDULE = Schedule(
    steps=(
        ScheduledStep("think", None, None, 1 * HOUR, 3 * HOUR),
        ScheduledStep("train", 1, 0, 3 * HOUR, 5 * HOUR, more_lanes=(1,), part=1),
        ScheduledStep("train", 1, 0, 8 * HOUR, 10 * HOUR, more_lanes=(1,), part=2),
        ScheduledStep("send", None, None, 10 * HOUR, 11 * HOUR),
        ScheduledStep("read", None, None, 11 * HOUR, 14 * HOUR),
    ),
    status=ScheduleStatus.BEST_FOUND,
    bound=12 * HOUR,
    change_overs=(ChangeOver(5 * HOUR, 6 * HOUR, 8 * HOUR),),
    essentials_status=ScheduleStatus.OPTIMAL,
)


def test_r3_3_the_figures_are_different_measures_of_one_schedule(step: Callable[..., Step]) -> None:
    steps = [
        step("think", 2, on="person", people=2),
        step("train", 4, gpus=2),
        step("send", 1, on="network"),
        step("read", 3, on="person"),
    ]
    assert SCHEDULE.elapsed == 13 * HOUR
    assert SCHEDULE.rented(steps) == 8 * HOUR
    assert SCHEDULE.lane_hours(steps) == 8 * HOUR
    assert SCHEDULE.person_hours(steps) == 7 * HOUR
    assert SCHEDULE.network_hours(steps) == 1 * HOUR
    assert SCHEDULE.above_bound == 1 * HOUR
    assert SCHEDULE.change_over_time == 3 * HOUR


def test_an_empty_schedule_takes_no_time() -> None:
    empty = Schedule((), ScheduleStatus.OPTIMAL, timedelta(0))
    assert (empty.elapsed, empty.rented([])) == (timedelta(0), timedelta(0))


def test_a_stored_schedule_is_read_as_it_was_written() -> None:
    assert from_json(json.loads(json.dumps(to_json(SCHEDULE)))) == SCHEDULE
