"""What a run's metrics say to the announced checks (R9.2, R5.2)."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from campaigns.domain.checks import (
    Announcement,
    Judged,
    better,
    checks_in_force,
    exact,
    finite,
    judge,
    trimmed,
)
from campaigns.domain.question import AcceptanceCheck
from campaigns.domain.vocabulary import Direction, Verdict

APPROVED = datetime(2026, 12, 1, 9, tzinfo=UTC)
ACCURACY = AcceptanceCheck("accuracy", Direction.AT_LEAST, Decimal("0.72"))
TRUNCATED = AcceptanceCheck("truncated inputs", Direction.AT_MOST, Decimal(0))
DIFFERENCE = AcceptanceCheck("accuracy", Direction.AT_LEAST, Decimal("0.72"), Decimal("0.02"))


def test_r9_2_a_check_counts_only_for_runs_that_start_after_its_announcement() -> None:
    announced = [Announcement(APPROVED, (ACCURACY,))]
    second = timedelta(seconds=1)
    assert checks_in_force(APPROVED + second, announced) == (ACCURACY,)
    assert checks_in_force(APPROVED, announced) == ()
    assert checks_in_force(APPROVED - second, announced) == ()
    assert checks_in_force(None, announced) == ()


def test_r5_2_a_later_plan_version_judges_only_later_runs() -> None:
    lowered = AcceptanceCheck("accuracy", Direction.AT_LEAST, Decimal("0.60"))
    changed = APPROVED + timedelta(days=2)
    announced = [Announcement(changed, (lowered,)), Announcement(APPROVED, (ACCURACY,))]
    assert checks_in_force(changed - timedelta(hours=1), announced) == (ACCURACY,)
    assert checks_in_force(changed + timedelta(hours=1), announced) == (lowered,)


def test_r9_2_a_check_that_asks_nothing_is_no_check() -> None:
    empty = AcceptanceCheck("accuracy", Direction.AT_LEAST, None)
    later = APPROVED + timedelta(hours=1)
    assert checks_in_force(later, [Announcement(APPROVED, (empty, TRUNCATED))]) == (TRUNCATED,)


@pytest.mark.parametrize(
    ("check", "value", "verdict"),
    [
        (ACCURACY, 0.72, Verdict.MEETS),
        (ACCURACY, "0.72", Verdict.MEETS),
        (ACCURACY, Decimal("0.7199"), Verdict.DOES_NOT_MEET),
        (TRUNCATED, 0, Verdict.MEETS),
        (TRUNCATED, 1, Verdict.DOES_NOT_MEET),
    ],
)
def test_r9_2_a_value_at_the_threshold_meets_it(
    check: AcceptanceCheck, value: object, verdict: Verdict
) -> None:
    assert judge(check, {check.metric: value}, None).verdict is verdict


def test_r9_2_a_check_that_is_not_met_says_value_and_threshold() -> None:
    found = judge(ACCURACY, {"accuracy": "0.71"}, None)
    assert str(found.reason) == "accuracy is 0.71; announced was at least 0.72."


@pytest.mark.parametrize(
    ("metrics", "words"),
    [
        ({}, "accuracy is not recorded."),
        ({"accuracy": None}, "accuracy is not recorded."),
        ({"accuracy": "good"}, "accuracy is not recorded."),
        ({"accuracy": True}, "accuracy is not recorded."),
        ({"accuracy": float("nan")}, "accuracy is NaN, which is no finite number."),
        ({"accuracy": float("inf")}, "accuracy is Infinity, which is no finite number."),
        ({"Accuracy": 0.9}, "accuracy is not recorded."),
    ],
)
def test_r9_2_a_missing_or_non_finite_metric_meets_nothing(metrics: dict[str, object], words: str) -> None:
    found = judge(ACCURACY, metrics, None)
    assert (found.verdict, str(found.reason)) == (Verdict.INCONCLUSIVE, words)


def test_r9_2_the_minimum_difference_to_the_control_is_part_of_the_check() -> None:
    assert judge(DIFFERENCE, {"accuracy": 0.74}, Decimal("0.72")) == Judged(DIFFERENCE, Verdict.MEETS)
    short = judge(DIFFERENCE, {"accuracy": 0.73}, Decimal("0.72"))
    assert short.verdict is Verdict.DOES_NOT_MEET
    assert str(short.reason) == (
        "accuracy is 0.73 and the control's is 0.72: better by 0.01; announced was at least 0.02."
    )
    alone = judge(DIFFERENCE, {"accuracy": 0.9}, None)
    assert (alone.verdict, str(alone.reason)) == (
        Verdict.INCONCLUSIVE,
        "accuracy of the control on the same corpus is not recorded.",
    )


def test_r9_2_for_a_metric_that_should_be_small_the_difference_turns_round() -> None:
    loss = AcceptanceCheck("loss", Direction.AT_MOST, Decimal("0.6"), Decimal("0.05"))
    assert better(Decimal("0.50"), Decimal("0.58"), Direction.AT_MOST) == Decimal("0.08")
    assert judge(loss, {"loss": 0.53}, Decimal("0.58")).verdict is Verdict.MEETS
    assert judge(loss, {"loss": 0.54}, Decimal("0.58")).verdict is Verdict.DOES_NOT_MEET
    assert judge(loss, {"loss": 0.61}, Decimal("0.99")).verdict is Verdict.DOES_NOT_MEET


def test_r9_2_zeros_that_a_column_adds_are_not_shown() -> None:
    shown = [str(trimmed(Decimal(text))) for text in ("0.720000", "10.000000", "0.000000", "1E+2", "0.025")]
    assert shown == ["0.72", "10", "0", "100", "0.025"]


def test_r9_2_floats_are_read_as_they_are_written() -> None:
    assert exact(0.72) == Decimal("0.72")
    assert exact(" 1e-4 ") == Decimal("0.0001")
    assert finite("NaN") is None
    assert finite("-0.5") == Decimal("-0.5")
