"""The window against the schedule, exactly (R3.3-R3.6)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from campaigns.domain.solver import solve
from campaigns.domain.steps import Lanes, Step
from campaigns.domain.timetable import Schedule, ScheduledStep, ScheduleStatus
from campaigns.domain.vocabulary import Phase, WindowOpening
from campaigns.domain.window import Exceeds, Figures, Fits, assess, figures, retrieved_too_late, used_time

HOUR = timedelta(hours=1)
ONE_LANE = Lanes(1, 1)
FIRST_STEP, FIRST_MACHINE_STEP = WindowOpening


def test_worked_1_the_four_figures_are_four_different_ones(worked: Any) -> None:
    steps = worked.steps()
    assert figures(solve(steps, ONE_LANE), steps) == Figures(
        elapsed=48 * HOUR,
        rented=45 * HOUR,
        lane_hours=42 * HOUR,
        person_hours=7 * HOUR,
        network_hours=2 * HOUR,
    )


@pytest.mark.parametrize(("opening", "unused"), [(FIRST_STEP, 24), (FIRST_MACHINE_STEP, 27)])
def test_worked_1_a_72_h_window_has_time_left(worked: Any, opening: WindowOpening, unused: int) -> None:
    steps = worked.steps()
    schedule = solve(steps, ONE_LANE, opening=opening)
    assert assess(schedule, steps, opening, 72 * HOUR) == Fits(72 * HOUR, unused * HOUR)


def test_worked_1_each_training_10_hours_longer_exceeds_by_6_h(worked: Any) -> None:
    steps = worked.steps(training_longer_by=10)
    schedule = solve(steps, ONE_LANE)
    assert assess(schedule, steps, FIRST_STEP, 72 * HOUR) == Exceeds(72 * HOUR, 6 * HOUR)
    assert assess(schedule, steps, FIRST_STEP, 168 * HOUR) == Fits(168 * HOUR, 90 * HOUR)


def test_r3_5_an_exact_fit_fits_and_leaves_nothing(step: Callable[..., Step]) -> None:
    steps = [step("train", 10)]
    schedule = solve(steps, ONE_LANE)
    assert assess(schedule, steps, FIRST_STEP, 10 * HOUR) == Fits(10 * HOUR, 0 * HOUR)
    minute = timedelta(minutes=1)
    assert assess(schedule, steps, FIRST_STEP, 10 * HOUR - minute) == Exceeds(10 * HOUR - minute, minute)


def test_r3_5_what_people_do_after_the_last_machine_step_is_not_in_the_window(
    step: Callable[..., Step],
) -> None:
    steps = [step("train", 10), step("analyse", 5, "train", on="person")]
    schedule = solve(steps, ONE_LANE)
    assert schedule.elapsed == 15 * HOUR
    assert used_time(schedule, steps, FIRST_STEP) == 10 * HOUR


def test_a_plan_without_a_machine_uses_nothing_of_the_window(step: Callable[..., Step]) -> None:
    steps = [step("think", 5, on="person")]
    schedule = solve(steps, ONE_LANE)
    assert assess(schedule, steps, FIRST_STEP, 72 * HOUR) == Fits(72 * HOUR, 72 * HOUR)
    assert assess(schedule, steps, FIRST_MACHINE_STEP, 72 * HOUR) == Fits(72 * HOUR, 72 * HOUR)


def test_r3_5_the_verdict_is_a_sentence() -> None:
    assert str(Fits(72 * HOUR, 24 * HOUR).message) == "Fits the 72 h window and leaves 24 h unused."
    assert str(Exceeds(72 * HOUR, 6.5 * HOUR).message) == "Exceeds the 72 h window by 6 h 30 min."


def test_r3_6_retrieval_ends_before_the_window_closes(step: Callable[..., Step]) -> None:
    steps = [step("train", 10), step("fetch", 2, on="network", needs_machine=False, phase=Phase.RETRIEVE)]
    rows = (
        ScheduledStep("train", 0, 0, 0 * HOUR, 10 * HOUR),
        ScheduledStep("fetch", None, None, 10 * HOUR, 12 * HOUR),
    )
    schedule = Schedule(rows, ScheduleStatus.OPTIMAL, 12 * HOUR)
    assert retrieved_too_late(schedule, steps, FIRST_STEP, 11 * HOUR) == 1 * HOUR
    assert retrieved_too_late(schedule, steps, FIRST_STEP, 12 * HOUR) is None
    assert retrieved_too_late(schedule, steps[:1], FIRST_STEP, 5 * HOUR) is None
