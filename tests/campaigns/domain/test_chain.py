"""Why a schedule takes as long as it does."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from campaigns.domain.chain import critical_chain, lane_work_bound
from campaigns.domain.serial import serial_pass
from campaigns.domain.steps import Lanes, Step, Walls
from campaigns.domain.timetable import Schedule, ScheduleStatus

HOUR = timedelta(hours=1)
Make = Callable[..., Step]


def test_the_chain_goes_through_what_a_step_waited_for_and_through_its_lane(step: Make) -> None:
    steps = [step("load", 1), step("a", 5, "load"), step("b", 4, "load"), step("look", 1, "a", on="person")]
    schedule = serial_pass(steps, Lanes(1, 1))
    assert critical_chain(steps, schedule) == ("load", "a", "b")
    assert critical_chain(steps, serial_pass(steps, Lanes(2, 1))) == ("load", "a", "look")


def test_worked_1_without_lack_of_lanes_the_chain_is_the_longest_one(worked: Any) -> None:
    steps = worked.steps()
    chain = critical_chain(steps, serial_pass(steps, Lanes(3, 1)))
    assert chain[:7] == ("prepare", "install", "load", "data-check", "pilot", "backup-test", "decide")
    assert chain[8:] == ("validate", "write", "reload", "retrieve")
    assert chain[7] in {"variant-a", "variant-b"}


def test_r3_4_the_chain_goes_on_before_closed_hours(step: Make) -> None:
    steps = [step("train", 3), step("decide", 1, "train", on="person")]
    schedule = serial_pass(steps, Lanes(1, 1), ((2 * HOUR, 10 * HOUR),))
    assert critical_chain(steps, schedule) == ("train", "decide")


def test_r4_3_a_step_cut_by_the_end_of_a_batch_is_named_once(step: Make) -> None:
    steps = [step("load", 1), step("train", 12, "load", resumes=True)]
    schedule = serial_pass(steps, Lanes(1, 1), (), Walls(10 * HOUR, 2, 1 * HOUR, 2 * HOUR))
    assert len(schedule.steps) == 3
    assert critical_chain(steps, schedule) == ("load", "train")


def test_no_steps_make_no_chain() -> None:
    assert critical_chain([], Schedule((), ScheduleStatus.OPTIMAL, timedelta(0))) == ()


def test_the_work_on_gpus_is_shared_by_all_lanes_at_best(worked: Any) -> None:
    assert lane_work_bound(worked.steps(), Lanes(1, 1)) == 42 * HOUR
    assert lane_work_bound(worked.steps(), Lanes(2, 1)) == 22 * HOUR
    assert lane_work_bound([], Lanes(1, 1)) == timedelta(0)
