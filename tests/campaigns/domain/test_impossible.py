"""Impossible plans are named before anything is solved (R3.1, R3.2, R3.4)."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from campaigns.domain.impossible import ImpossiblePlan, find_impossible
from campaigns.domain.steps import Lanes, Step

ONE_LANE = Lanes(batches=1, gpus_per_batch=1)
Make = Callable[..., Step]


def said(
    steps: Sequence[Step], lanes: Lanes | None = None, day: int | None = None
) -> list[tuple[str, str, str]]:
    working_day = None if day is None else timedelta(hours=day)
    found = find_impossible(steps, lanes, working_day)
    return [(problem.key, problem.field, str(problem.message)) for problem in found]


def test_the_worked_campaign_is_possible_on_one_lane(worked: Any) -> None:
    assert said(worked.steps(), ONE_LANE, day=8) == []


def test_a_circle_is_named_with_its_steps_in_order(step: Make) -> None:
    steps = [step("load"), step("write", 1, "reload"), step("check", 1, "write"), step("reload", 1, "check")]
    assert said(steps) == [
        (
            "write",
            "after",
            "These steps wait for each other in a circle, so none can start: write → check → reload → write.",
        )
    ]


def test_what_only_waits_for_a_circle_is_not_named(step: Make) -> None:
    steps = [step("last", 1, "b"), step("a", 1, "b"), step("b", 1, "a")]
    assert [(key, field) for key, field, _ in said(steps)] == [("a", "after")]


def test_two_circles_are_two_problems(step: Make) -> None:
    steps = [step("a", 1, "b"), step("b", 1, "a"), step("c", 1, "d"), step("d", 1, "c")]
    assert [key for key, _, _ in said(steps)] == ["a", "c"]


def test_a_missing_dependency_is_named(step: Make) -> None:
    assert said([step("write", 1, "validate")]) == [
        ("write", "after", 'write waits for "validate", which is not a step of this plan.')
    ]


def test_a_step_that_waits_for_itself_is_named(step: Make) -> None:
    assert said([step("write", 1, "write")]) == [("write", "after", "write waits for itself.")]


def test_a_key_used_twice_is_named_once(step: Make) -> None:
    assert said([step("load"), step("load"), step("write", 1, "load")]) == [
        ("load", "key", '2 steps have the key "load"; each step needs its own.')
    ]


def test_r3_2_more_gpus_than_a_batch_has_are_named_however_many_batches(step: Make) -> None:
    assert said([step("train", 10, gpus=2)], Lanes(batches=4, gpus_per_batch=1)) == [
        (
            "train",
            "gpus",
            "train needs 2 GPUs in one batch, and a batch has 1; GPUs of different batches are never taken together.",
        )
    ]
    assert said([step("train", 10, gpus=2)], Lanes(batches=1, gpus_per_batch=2)) == []


def test_more_people_than_there_are_are_named(step: Make) -> None:
    assert said([step("think", 1, on="person", people=3)], ONE_LANE) == [
        ("think", "people", "think needs 3 people, and the plan has 1.")
    ]


def test_r3_4_a_persons_step_longer_than_a_working_day_is_to_be_split(step: Make) -> None:
    assert said([step("think", 9, on="person"), step("train", 9)], day=8) == [
        (
            "think",
            "duration",
            "think takes 9 h of a person, longer than a working day of 8 h: "
            "split it into steps that fit in one.",
        )
    ]
    assert said([step("think", 8, on="person")], day=8) == []


def test_a_step_without_time_is_named(step: Make) -> None:
    assert said([step("load", 0)]) == [
        ("load", "duration", "load takes no time; a step takes at least one minute.")
    ]


def test_none_of_what_a_step_needs_is_named(step: Make) -> None:
    steps = [step("train", gpus=0), step("think", on="person", people=0)]
    assert said(steps, ONE_LANE) == [
        ("train", "gpus", "train needs at least one GPU."),
        ("think", "people", "think needs at least one person."),
    ]


def test_an_impossible_plan_says_all_its_problems(step: Make) -> None:
    problems = find_impossible([step("a", 1, "a"), step("b", 0)])
    assert str(ImpossiblePlan(problems)) == (
        "a waits for itself. b takes no time; a step takes at least one minute."
    )
