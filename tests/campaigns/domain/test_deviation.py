"""Provided against recorded time (R11.1)."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.deviation import (
    Deviations,
    NotProvided,
    NotRecorded,
    PhaseDeviation,
    StepDeviation,
    StepDuration,
    deviations,
    unexplained,
)
from campaigns.domain.vocabulary import Phase


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def provided(key: str, count: float, phase: Phase = Phase.TRAIN) -> StepDuration:
    return StepDuration(key, key.title(), phase, hours(count))


def recorded(key: str, count: float, phase: Phase = Phase.TRAIN) -> StepDuration:
    return StepDuration(key, key.title(), phase, hours(count))


def only(found: Deviations) -> StepDeviation:
    assert len(found.steps) == 1
    return found.steps[0]


@pytest.mark.parametrize(
    ("took", "difference", "percent", "exceeds"),
    [
        (12.5, 2.5, "25.0", True),
        (12, 2, "20.0", False),
        (10, 0, "0.0", False),
        (8, -2, "-20.0", False),
        (7.5, -2.5, "-25.0", True),
    ],
)
def test_r11_1_a_difference_above_the_tolerance_needs_an_explanation(
    took: float, difference: float, percent: str, exceeds: bool
) -> None:
    step = only(deviations([provided("control", 10)], [recorded("control", took)], 20))
    assert (step.provided, step.recorded, step.difference) == (hours(10), hours(took), hours(difference))
    assert step.percent == Decimal(percent)
    assert step.exceeds_tolerance is exceeds


def test_r11_1_one_second_above_the_tolerance_is_above_it() -> None:
    twelve = StepDuration("control", "", Phase.TRAIN, hours(12) + timedelta(seconds=1))
    assert only(deviations([provided("control", 10)], [twelve], 20)).exceeds_tolerance


def test_r11_1_a_missing_record_stays_not_recorded_and_is_never_filled_from_the_plan() -> None:
    step = only(deviations([provided("load", 1)], [], 20))
    assert step == StepDeviation("load", "Load", Phase.TRAIN, hours(1), NotRecorded(("load",)), False)
    assert step.difference == step.percent == NotRecorded(("load",))


def test_r11_1_runs_and_entries_of_a_step_are_added_up_and_so_are_its_batches() -> None:
    step = only(
        deviations(
            [provided("install", 1), provided("install", 1)],
            [recorded("install", 1.5), recorded("install", 1), recorded("install", 0.5)],
            20,
        )
    )
    assert (step.provided, step.recorded, step.difference) == (hours(2), hours(3), hours(1))


def test_r11_1_a_step_that_the_baseline_did_not_provide_needs_an_explanation() -> None:
    step = only(deviations([], [recorded("repair", 2)], 20))
    assert (step.provided, step.difference, step.percent) == (NotProvided(), hours(2), NotProvided())
    assert step.exceeds_tolerance


def test_r11_1_a_phase_adds_its_steps_and_names_those_without_a_record() -> None:
    found = deviations(
        [provided("load", 1, Phase.LOAD), provided("control", 8), provided("variant-a", 10)],
        [recorded("control", 9), recorded("repair", 1, Phase.RESTORE)],
        20,
    )
    assert found.phases == (
        PhaseDeviation(Phase.LOAD, hours(1), NotRecorded(("load",)), ("load",)),
        PhaseDeviation(Phase.TRAIN, hours(18), hours(9), ("variant-a",)),
        PhaseDeviation(Phase.RESTORE, hours(0), hours(1), ()),
    )
    assert [phase.difference for phase in found.phases] == [
        NotRecorded(("load",)),
        NotRecorded(("variant-a",)),
        hours(1),
    ]


def test_r11_1_a_phase_with_all_records_has_a_difference() -> None:
    found = deviations(
        [provided("control", 8), provided("variant-a", 10)],
        [recorded("control", 9), recorded("variant-a", 10)],
        20,
    )
    assert [phase.difference for phase in found.phases] == [hours(1)]


def test_r11_1_only_unexplained_differences_keep_a_campaign_open() -> None:
    found = deviations(
        [provided("control", 8), provided("variant-a", 10), provided("load", 1)],
        [recorded("control", 12), recorded("variant-a", 20)],
        20,
    )
    assert [step.key for step in unexplained(found, {"control"})] == ["variant-a"]
    assert unexplained(found, {"control", "variant-a"}) == ()


def test_r11_1_with_no_tolerance_every_difference_needs_an_explanation() -> None:
    found = deviations(
        [provided("control", 8), provided("load", 1)], [recorded("control", 8), recorded("load", 2)], 0
    )
    assert [step.key for step in unexplained(found, ())] == ["load"]


def test_r11_1_a_tolerance_is_not_negative() -> None:
    with pytest.raises(ValueError, match="negative"):
        deviations([], [], -1)


minutes = st.integers(0, 5000)
keys = st.sampled_from(["load", "control", "variant-a"])


@given(st.lists(st.tuples(keys, minutes)), st.lists(st.tuples(keys, minutes)), st.integers(0, 100))
def test_r11_1_nothing_recorded_is_lost_or_invented(
    plan: list[tuple[str, int]], record: list[tuple[str, int]], tolerance: int
) -> None:
    given_times = [StepDuration(key, key, Phase.TRAIN, timedelta(minutes=count)) for key, count in plan]
    taken_times = [StepDuration(key, key, Phase.TRAIN, timedelta(minutes=count)) for key, count in record]
    found = deviations(given_times, taken_times, tolerance)
    times = [step.recorded for step in found.steps if isinstance(step.recorded, timedelta)]
    assert sum(times, timedelta(0)) == timedelta(minutes=sum(count for _, count in record))
    assert {step.key for step in found.steps} == {key for key, _ in plan + record}
    if not any(step.exceeds_tolerance for step in found.steps) and all(
        not one.missing for one in found.phases
    ):
        planned = sum(count for _, count in plan)
        assert 100 * abs(sum(count for _, count in record) - planned) <= tolerance * planned
