"""Stop rules of every kind (R5.1)."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.stop_rules import Observation, Stop, StopRule, describe, validate, would_stop
from campaigns.domain.vocabulary import StopRuleKind

QUALITY = StopRule(
    StopRuleKind.QUALITY_BELOW_THRESHOLD, "accuracy", Decimal("0.40"), after=timedelta(hours=4)
)
TIME_LIMIT = StopRule(StopRuleKind.TIME_LIMIT, after=timedelta(hours=12, minutes=30))
COMPLETE = [
    StopRule(StopRuleKind.NON_FINITE_LOSS),
    QUALITY,
    StopRule(StopRuleKind.ESSENTIAL_INPUT_TRUNCATED),
    StopRule(StopRuleKind.NO_USABLE_RECOVERY),
    TIME_LIMIT,
    StopRule(StopRuleKind.OTHER, wording="the disk is full."),
]


def seen(hours: float, *, step: int | None = None, **metrics: object) -> Observation:
    return Observation(timedelta(hours=hours), step, metrics)


def test_r5_1_a_rule_of_every_kind_can_be_complete() -> None:
    assert {rule.kind for rule in COMPLETE} == set(StopRuleKind)
    assert [validate(rule) for rule in COMPLETE] == [{}] * 6


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        (StopRule(StopRuleKind.QUALITY_BELOW_THRESHOLD), {"metric", "threshold", "after_minutes"}),
        (replace(QUALITY, threshold=Decimal("NaN")), {"threshold"}),
        (replace(QUALITY, after=None, after_steps=0), set()),
        (StopRule(StopRuleKind.TIME_LIMIT), {"after_minutes"}),
        (replace(TIME_LIMIT, after=timedelta(0)), {"after_minutes"}),
        (StopRule(StopRuleKind.OTHER, wording=" "), {"wording"}),
        (
            StopRule(StopRuleKind.NON_FINITE_LOSS, applies_to="", consequence=" "),
            {"applies_to", "consequence"},
        ),
    ],
)
def test_r5_1_what_a_rule_lacks_is_said_at_its_field(rule: StopRule, fields: set[str]) -> None:
    assert set(validate(rule)) == fields


def test_r5_1_each_kind_is_one_sentence() -> None:
    tail = " It applies to: every run. Then: the run is stopped and recorded."
    assert [str(describe(rule)).removesuffix(tail) for rule in COMPLETE] == [
        "Stop when loss is not a finite number.",
        "Stop when accuracy is below 0.4, from 4 h on.",
        "Stop when an essential input is truncated.",
        "Stop when there is no backup from which work can go on.",
        "Stop after 12 h 30 min.",
        "Stop when: the disk is full.",
    ]


def test_r5_1_the_sentence_says_from_which_training_step_and_for_whom() -> None:
    by_step = replace(QUALITY, after=None, after_steps=500, applies_to="V1", consequence="V1 is dropped.")
    assert str(describe(by_step)) == (
        "Stop when accuracy is below 0.4, from training step 500 on. It applies to: V1. Then: V1 is dropped."
    )
    both = replace(QUALITY, after_steps=500)
    assert "below 0.4, from 4 h and training step 500 on." in str(describe(both))


def test_r5_1_quality_counts_from_the_stated_time_and_step_on() -> None:
    early, at_threshold = seen(3, accuracy=0.39), seen(5, accuracy=0.40)
    assert would_stop(QUALITY, [early, at_threshold]) is None
    late = seen(4, accuracy=0.39)
    assert would_stop(QUALITY, [at_threshold, late, early]) == Stop(timedelta(hours=4), "0.39")
    by_step = replace(QUALITY, after_steps=500)
    assert would_stop(by_step, [late, seen(5, step=499, accuracy=0.1)]) is None
    assert would_stop(by_step, [seen(5, step=500, accuracy=0.1)]) == Stop(timedelta(hours=5), "0.1")


def test_r5_1_quality_that_is_no_number_is_below_every_threshold_and_a_missing_one_says_nothing() -> None:
    assert would_stop(QUALITY, [seen(5, accuracy="NaN")]) == Stop(timedelta(hours=5), "NaN")
    assert would_stop(QUALITY, [seen(5, loss=0.1)]) is None


def test_r5_1_non_finite_loss_stops_at_once() -> None:
    rule = StopRule(StopRuleKind.NON_FINITE_LOSS)
    assert would_stop(rule, [seen(1, loss=0.7), seen(2, loss=float("nan"))]) == Stop(
        timedelta(hours=2), "NaN"
    )
    assert would_stop(rule, [seen(1, loss="inf")]) == Stop(timedelta(hours=1), "Infinity")
    assert would_stop(rule, [seen(1, loss=0.7), seen(2)]) is None
    assert (
        would_stop(
            replace(rule, metric="val loss"), [Observation(timedelta(hours=1), metrics={"val loss": "inf"})]
        )
        is not None
    )


def test_r5_1_truncated_inputs_and_missing_recovery_stop() -> None:
    truncated = StopRule(StopRuleKind.ESSENTIAL_INPUT_TRUNCATED)
    cut = Observation(timedelta(hours=1), truncated_essential_inputs=3)
    assert would_stop(truncated, [seen(0), cut]) == Stop(timedelta(hours=1), "3")
    recovery = StopRule(StopRuleKind.NO_USABLE_RECOVERY)
    assert would_stop(recovery, [Observation(timedelta(0), has_usable_recovery=True), seen(1)]) is None
    assert would_stop(recovery, [Observation(timedelta(0), has_usable_recovery=False)]) == Stop(
        timedelta(0), "no"
    )


def test_r5_1_a_time_limit_is_reached_exactly() -> None:
    assert would_stop(TIME_LIMIT, [seen(12)]) is None
    assert would_stop(TIME_LIMIT, [seen(12.5)]) == Stop(timedelta(hours=12, minutes=30), "12 h 30 min")


def test_r5_1_another_rule_is_judged_by_people() -> None:
    assert would_stop(COMPLETE[-1], [seen(99, loss="NaN", accuracy=0)]) is None


@given(st.lists(st.tuples(st.integers(0, 48), st.decimals(0, 1, places=2)), max_size=20))
def test_r5_1_more_observations_never_make_a_rule_stop_later(points: list[tuple[int, Decimal]]) -> None:
    observations = [seen(hours, accuracy=value) for hours, value in points]
    stop = would_stop(QUALITY, observations)
    if stop is not None:
        assert stop.elapsed >= timedelta(hours=4)
        more = would_stop(QUALITY, [*observations, seen(6, accuracy=0.2)])
        assert more is not None
        assert more.elapsed <= stop.elapsed
    else:
        assert all(hours < 4 or value >= Decimal("0.40") for hours, value in points)
