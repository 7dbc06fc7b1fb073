"""Steps, what they run on, and what is left when some are left out."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from campaigns.domain.steps import Lanes, Step, Walls, longest_open, whole_minutes

HOUR = timedelta(hours=1)


def test_a_part_of_a_minute_counts_as_a_whole_one() -> None:
    assert whole_minutes(timedelta(seconds=20)) == 1
    assert whole_minutes(timedelta(minutes=2)) == 2
    assert whole_minutes(timedelta(minutes=2, seconds=1)) == 3


def test_a_step_on_a_gpu_needs_the_machine_whatever_was_ticked(step: Callable[..., Step]) -> None:
    assert step("train", needs_machine=False).on_machine
    assert not step("think", on="person").on_machine
    assert step("watch", on="person", needs_machine=True).on_machine


def test_a_step_is_named_by_its_title_and_its_key_where_that_differs(step: Callable[..., Step]) -> None:
    assert step("load").label == "load"
    assert replace(step("load"), title="").label == "load"
    assert replace(step("load"), title="Load the base model").label == "Load the base model (load)"


def test_r4_2_two_batches_of_two_gpus_are_four_lanes() -> None:
    assert Lanes(batches=2, gpus_per_batch=2).total == 4


def test_walls_stand_one_batch_length_apart() -> None:
    walls = Walls(72 * HOUR, 3, 2 * HOUR, 3 * HOUR)
    assert walls.positions(60) == (60 + 72 * 60, 60 + 144 * 60)
    assert walls.standstill == 300


@pytest.mark.parametrize(("length", "count", "before"), [(0, 2, 0), (72, 0, 0), (72, 2, -1), (72, 2, 72)])
def test_walls_that_leave_no_time_are_refused(length: int, count: int, before: int) -> None:
    with pytest.raises(ValueError, match="consecutive|change-over"):
        Walls(length * HOUR, count, before * HOUR, 0 * HOUR)


def test_lanes_need_one_of_each() -> None:
    with pytest.raises(ValueError, match="at least one of each"):
        Lanes(batches=1, gpus_per_batch=1, people=0)


def test_r3_4_the_longest_time_without_a_break_is_the_working_day() -> None:
    assert longest_open(((8 * HOUR, 24 * HOUR), (32 * HOUR, 48 * HOUR))) == 8 * HOUR
    assert longest_open(()) is None
