"""Under which name an answer is stored."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from campaigns.domain.steps import Lanes, Walls
from campaigns.domain.stored import input_digest
from campaigns.domain.vocabulary import Priority, WindowOpening

HOUR = timedelta(hours=1)
ONE_LANE = Lanes(1, 1)


def test_equal_inputs_have_equal_digests(worked: Any) -> None:
    steps = worked.steps()
    renamed = [replace(step, title="Another name", memory_gb=None) for step in reversed(steps)]
    assert input_digest(steps, ONE_LANE) == input_digest(renamed, ONE_LANE)
    assert len(input_digest(steps, ONE_LANE)) == 64


@pytest.mark.parametrize(
    "change",
    [
        {"duration": timedelta(hours=3, minutes=1)},
        {"after": ("load",)},
        {"priority": Priority.USEFUL},
        {"per_batch": True},
        {"needs_machine": True},
        {"people": 2},
        {"resumes": True},
    ],
)
def test_a_changed_step_changes_the_digest(worked: Any, change: dict[str, Any]) -> None:
    first, *others = worked.steps()
    assert input_digest([replace(first, **change), *others], ONE_LANE) != input_digest(
        [first, *others], ONE_LANE
    )


def test_all_that_a_plan_runs_on_is_in_the_digest(worked: Any) -> None:
    steps, walls = worked.steps(), Walls(72 * HOUR, 2, HOUR, HOUR)
    digests = {
        input_digest(steps, ONE_LANE),
        input_digest(steps, Lanes(2, 1)),
        input_digest(steps, Lanes(1, 2)),
        input_digest(steps, Lanes(1, 1, people=2)),
        input_digest(steps, ONE_LANE, ((HOUR, 2 * HOUR),)),
        input_digest(steps, ONE_LANE, (), walls),
        input_digest(steps, ONE_LANE, (), replace(walls, restore=HOUR)),
        input_digest(steps, ONE_LANE, (), replace(walls, opening=WindowOpening.FIRST_MACHINE_STEP)),
        input_digest(steps, ONE_LANE, opening=WindowOpening.FIRST_MACHINE_STEP),
    }
    assert len(digests) == 9
