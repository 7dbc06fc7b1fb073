"""The proven schedule: the worked figures, and what an independent checker says of small plans (R3.2, R4.3)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from campaigns.domain.impossible import ImpossiblePlan
from campaigns.domain.reduced import without_priorities
from campaigns.domain.solver import solve, solver_version
from campaigns.domain.steps import Lanes, Step, Walls
from campaigns.domain.timetable import Schedule
from campaigns.domain.vocabulary import Phase, Priority, WindowOpening

HOUR = timedelta(hours=1)
ONE_LANE = Lanes(batches=1, gpus_per_batch=1)
Make = Callable[..., Step]
Violations = Callable[..., list[str]]


def hours(schedule: Schedule, key: str) -> list[tuple[float, float]]:
    return [(row.start / HOUR, row.end / HOUR) for row in schedule.steps if row.key == key]


def test_worked_1_one_lane_takes_48_h_not_the_51_h_of_the_rows(worked: Any, violations: Violations) -> None:
    steps = worked.steps()
    schedule = solve(steps, ONE_LANE)
    assert sum((step.duration for step in steps), timedelta(0)) == 51 * HOUR
    assert schedule.elapsed == 48 * HOUR
    assert schedule.rented(steps) == 45 * HOUR
    assert schedule.lane_hours(steps) == 42 * HOUR
    assert schedule.person_hours(steps) == 7 * HOUR
    assert schedule.network_hours(steps) == 2 * HOUR
    assert (schedule.status, schedule.bound, schedule.above_bound) == ("optimal", 48 * HOUR, 0 * HOUR)
    assert violations(steps, ONE_LANE, schedule) == []


@pytest.mark.parametrize(
    ("longer", "batches", "elapsed"),
    [(10, 1, 78), (0, 2, 35), (0, 3, 27), (10, 2, 55)],
)
def test_worked_1_longer_trainings_and_batches_side_by_side(
    worked: Any, violations: Violations, longer: int, batches: int, elapsed: int
) -> None:
    steps, lanes = worked.steps(training_longer_by=longer), Lanes(batches, gpus_per_batch=1)
    schedule = solve(steps, lanes)
    assert (schedule.elapsed, schedule.status) == (elapsed * HOUR, "optimal")
    assert violations(steps, lanes, schedule) == []


@pytest.mark.parametrize(("batches", "lane_hours"), [(1, 42), (2, 44), (3, 46)])
def test_worked_1_each_batch_installs_and_loads_for_itself(
    worked: Any, batches: int, lane_hours: int
) -> None:
    assert solve(worked.steps(), Lanes(batches, 1)).lane_hours(worked.steps()) == lane_hours * HOUR


@pytest.mark.parametrize(("longer", "elapsed"), [(0, 38), (10, 58)])
def test_worked_1_without_the_useful_step(worked: Any, longer: int, elapsed: int) -> None:
    steps = without_priorities(worked.steps(training_longer_by=longer), {Priority.USEFUL})
    assert solve(steps, ONE_LANE).elapsed == elapsed * HOUR


def test_worked_4_a_batch_of_two_gpus_installs_once_for_both_lanes(worked: Any) -> None:
    schedule = solve(worked.steps(), Lanes(batches=1, gpus_per_batch=2))
    assert schedule.elapsed == 35 * HOUR
    assert schedule.lane_hours(worked.steps()) == 42 * HOUR


def test_worked_6_two_independent_trainings_overlap_only_on_two_lanes(step: Make) -> None:
    steps = [step("a", 10), step("b", 10)]
    assert solve(steps, ONE_LANE).elapsed == 20 * HOUR
    assert solve(steps, Lanes(2, 1)).elapsed == 10 * HOUR
    assert solve(steps, Lanes(1, 2)).elapsed == 10 * HOUR


@pytest.mark.parametrize("batches", [1, 2, 3])
def test_worked_6_a_validation_after_its_training_takes_12_h_on_any_number(step: Make, batches: int) -> None:
    steps = [step("train", 10), step("validate", 2, "train")]
    assert solve(steps, Lanes(batches, 1)).elapsed == 12 * HOUR


def test_r3_2_a_step_on_two_gpus_takes_two_lanes_of_one_batch(step: Make, violations: Violations) -> None:
    steps, lanes = [step("a", 4), step("b", 4), step("wide", 2, gpus=2)], Lanes(2, 2)
    schedule = solve(steps, lanes)
    (wide,) = [row for row in schedule.steps if row.key == "wide"]
    assert schedule.elapsed == 4 * HOUR
    assert wide.lanes == (0, 1)
    assert violations(steps, lanes, schedule) == []


def test_r3_2_essentials_finish_first_when_the_elapsed_time_is_equal(step: Make) -> None:
    steps = [
        step("explore", 5, priority=Priority.EXPLORATORY),
        step("perhaps", 3, priority=Priority.USEFUL),
        step("needed", 4),
    ]
    schedule = solve(steps, ONE_LANE)
    assert (schedule.elapsed, hours(schedule, "needed")) == (12 * HOUR, [(0, 4)])
    assert schedule.essentials_status == "optimal"


def test_r3_4_people_wait_for_their_working_hours_and_machines_do_not(
    step: Make, violations: Violations
) -> None:
    steps = [
        step("train", 6),
        step("decide", 2, "train", on="person"),
        step("main", 3, "decide"),
    ]
    closed = ((7 * HOUR, 23 * HOUR),)
    schedule = solve(steps, ONE_LANE, closed)
    assert hours(schedule, "decide") == [(23, 25)]
    assert schedule.elapsed == 28 * HOUR
    assert violations(steps, ONE_LANE, schedule, closed) == []


def test_r3_4_preparation_may_lie_before_a_window_that_opens_with_the_machine(step: Make) -> None:
    steps = [
        step("install", 1),
        step("gather", 30, on="person"),
        step("train", 10, "install", "gather"),
    ]
    from_start = solve(steps, ONE_LANE)
    assert (from_start.elapsed, from_start.rented(steps)) == (40 * HOUR, 40 * HOUR)
    from_machine = solve(steps, ONE_LANE, opening=WindowOpening.FIRST_MACHINE_STEP)
    assert (from_machine.elapsed, from_machine.rented(steps)) == (40 * HOUR, 11 * HOUR)


def test_r4_3_work_goes_on_after_the_change_over_of_consecutive_batches(
    worked: Any, violations: Violations
) -> None:
    steps = worked.steps(training_longer_by=10)
    walls = Walls(72 * HOUR, 2, 2 * HOUR, 3 * HOUR)
    schedule = solve(steps, ONE_LANE, (), walls)
    (change,) = schedule.change_overs
    assert (change.start / HOUR, change.end / HOUR) == (70, 75)
    assert schedule.change_over_time == 5 * HOUR
    # All but reload (1 h) and retrieve (2 h) would end at hour 75; two hours and a step of three lie behind.
    assert schedule.elapsed == 83 * HOUR
    assert violations(steps, ONE_LANE, schedule, (), walls) == []


def test_r4_3_a_training_that_resumes_is_split_around_the_change_over(
    step: Make, violations: Violations
) -> None:
    walls = Walls(10 * HOUR, 2, 1 * HOUR, 2 * HOUR)
    steps = [step("load", 1), step("train", 12, "load", resumes=True)]
    schedule = solve(steps, ONE_LANE, (), walls)
    assert hours(schedule, "train") == [(1, 9), (12, 16)]
    assert [row.part for row in schedule.steps] == [0, 1, 2]
    assert schedule.lane_hours(steps) == 13 * HOUR
    assert violations(steps, ONE_LANE, schedule, (), walls) == []
    fixed = [replace(each, resumes=False) for each in steps]
    assert hours(solve(fixed, ONE_LANE, (), walls), "train") == [(12, 24)]


def test_r4_3_no_change_over_when_the_first_batch_is_enough(step: Make) -> None:
    steps = [step("train", 10), step("think", 20, "train", on="person")]
    schedule = solve(steps, ONE_LANE, (), Walls(10 * HOUR, 2, 1 * HOUR, 2 * HOUR))
    assert (schedule.elapsed, schedule.change_overs) == (30 * HOUR, ())


def test_r4_3_the_end_of_a_batch_counts_from_the_opening_of_its_window(step: Make) -> None:
    steps = [step("gather", 5, on="person"), step("a", 6, "gather"), step("b", 4, "a"), step("c", 1, "b")]
    walls = Walls(10 * HOUR, 2, 0 * HOUR, 1 * HOUR)
    schedule = solve(steps, ONE_LANE, (), walls)
    assert (schedule.elapsed, hours(schedule, "a")) == (22 * HOUR, [(11, 17)])
    from_machine = replace(walls, opening=WindowOpening.FIRST_MACHINE_STEP)
    schedule = solve(steps, ONE_LANE, (), from_machine)
    assert (schedule.elapsed, hours(schedule, "c")) == (17 * HOUR, [(16, 17)])


def test_an_impossible_plan_is_never_solved(step: Make) -> None:
    with pytest.raises(ImpossiblePlan, match="a → b → a"):
        solve([step("a", 1, "b"), step("b", 1, "a")], ONE_LANE)
    closed = ((8 * HOUR, 24 * HOUR), (32 * HOUR, 48 * HOUR))
    with pytest.raises(ImpossiblePlan, match="longer than a working day of 8 h"):
        solve([step("think", 9, on="person")], ONE_LANE, closed)


def test_a_plan_without_steps_takes_no_time() -> None:
    assert solve([], ONE_LANE).elapsed == timedelta(0)


def test_when_no_time_is_given_the_preview_is_the_answer(worked: Any, violations: Violations) -> None:
    schedule = solve(worked.steps(), Lanes(2, 1), limit_seconds=0.0)
    assert schedule.status == "best found"
    assert schedule.bound <= 35 * HOUR <= schedule.elapsed
    assert violations(worked.steps(), Lanes(2, 1), schedule) == []


def test_the_answer_says_which_solver_gave_it() -> None:
    assert solver_version().startswith("OR-Tools 9.")


def test_steps_of_odd_minutes_are_solved_to_the_minute(step: Make) -> None:
    steps = [replace(step("a"), duration=timedelta(minutes=61)), replace(step("b"), phase=Phase.VALIDATE)]
    assert solve(steps, ONE_LANE).elapsed == timedelta(minutes=121)
