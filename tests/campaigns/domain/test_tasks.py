"""What is done how often and what waits for what, on several batches (R3.1, R4.3)."""

from collections.abc import Callable
from typing import Any

from campaigns.domain.steps import Lanes, Step
from campaigns.domain.tasks import TaskGraph, expand

Make = Callable[..., Step]


def waits(graph: TaskGraph, key: str, on: int | None = None) -> list[tuple[str, int | None]]:
    """Name what the task waits for, with batches; ``on`` is its batch."""
    number = next(
        number
        for number, task in enumerate(graph.tasks)
        if task.step.key == key and (task.batch == on or task.batch is None)
    )
    return sorted(
        ((graph.tasks[other].step.key, graph.tasks[other].batch) for other in graph.waits(number, on)),
        key=str,
    )


def test_r3_1_install_and_load_are_done_on_every_batch(worked: Any) -> None:
    assert len(expand(worked.steps(), Lanes(1, 1)).tasks) == 18
    assert len(expand(worked.steps(), Lanes(2, 1)).tasks) == 20


def test_r4_3_each_batch_loads_after_its_own_installation(worked: Any) -> None:
    graph = expand(worked.steps(), Lanes(2, 1))
    assert waits(graph, "install", 1) == [("prepare", None)]
    assert waits(graph, "load", 1) == [("install", 1)]


def test_r4_3_a_training_waits_for_the_loading_of_the_batch_it_takes(worked: Any) -> None:
    graph = expand(worked.steps(), Lanes(2, 1))
    assert waits(graph, "control", 0) == [("decide", None), ("install", 0), ("load", 0)]
    assert waits(graph, "control", 1) == [("decide", None), ("install", 1), ("load", 1)]


def test_what_people_do_waits_for_every_batch_only_where_it_says_so(step: Make) -> None:
    steps = [
        step("load", per_batch=True),
        step("pilot", 1, "load"),
        step("decide", 1, "pilot", on="person"),
        step("look", 1, "load", on="person"),
    ]
    graph = expand(steps, Lanes(2, 1))
    assert waits(graph, "look") == [("load", 0), ("load", 1)]
    assert waits(graph, "decide") == [("pilot", None)]


def test_r4_3_a_per_batch_step_after_a_decision_still_waits_for_its_own_batch(step: Make) -> None:
    steps = [
        step("install", per_batch=True),
        step("pilot", 1, "install"),
        step("load", 1, "pilot", per_batch=True),
    ]
    assert waits(expand(steps, Lanes(2, 1)), "load", 1) == [("install", 1), ("pilot", None)]


def test_the_tail_of_a_task_is_the_longest_chain_from_its_start(worked: Any) -> None:
    graph = expand(worked.steps(), Lanes(1, 1))
    tails = {task.step.key: tail // 60 for task, tail in zip(graph.tasks, graph.tails, strict=True)}
    assert tails["retrieve"] == 2
    assert tails["variant-a"] == 17
    assert tails["prepare"] == 27
