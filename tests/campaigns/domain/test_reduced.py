"""What is left of a plan when some of its steps are left out."""

from collections.abc import Callable
from typing import Any

from campaigns.domain.reduced import without_priorities
from campaigns.domain.steps import Step
from campaigns.domain.vocabulary import Priority


def test_r4_5_a_step_left_out_is_left_out_of_what_waits_for_it(worked: Any) -> None:
    kept = {step.key: step for step in without_priorities(worked.steps(), {Priority.USEFUL})}
    assert len(kept) == 17
    assert "variant-b" not in kept
    assert kept["validate"].after == ("control", "variant-a")


def test_r4_5_what_waited_for_it_keeps_its_place_in_the_order(step: Callable[..., Step]) -> None:
    steps = [
        step("load"),
        step("extra", 1, "load", priority=Priority.EXPLORATORY),
        step("more", 1, "extra", "load", priority=Priority.EXPLORATORY),
        step("write", 1, "more"),
    ]
    assert [(kept.key, kept.after) for kept in without_priorities(steps, {Priority.EXPLORATORY})] == [
        ("load", ()),
        ("write", ("load",)),
    ]


def test_steps_in_a_circle_can_be_left_out(step: Callable[..., Step]) -> None:
    extra = {"priority": Priority.EXPLORATORY}
    steps = [step("a", 1, "b", **extra), step("b", 1, "a", **extra), step("c", 1, "a")]
    assert [(kept.key, kept.after) for kept in without_priorities(steps, {Priority.EXPLORATORY})] == [
        ("c", ())
    ]


def test_r4_5_what_is_waited_for_anyway_is_not_named_twice(step: Callable[..., Step]) -> None:
    steps = [
        step("load"),
        step("control", 1, "load"),
        step("extra", 1, "load", priority=Priority.USEFUL),
        step("validate", 1, "control", "extra"),
    ]
    assert without_priorities(steps, {Priority.USEFUL})[-1].after == ("control",)
