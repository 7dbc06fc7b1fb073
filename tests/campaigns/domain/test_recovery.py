"""The checkpoint interval: worked figure 7 and R8.4, each figure worked by hand."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.recovery import (
    CheckpointInterval,
    NoInterval,
    checkpoint_interval,
    daly_optimum,
    writing_share,
)

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def test_worked_7_a_loss_of_1_h_and_a_write_of_3_min_leave_at_most_57_min() -> None:
    assert checkpoint_interval(HOUR, 3 * MINUTE) == CheckpointInterval(
        at_most=57 * MINUTE, optimum=None, suggested=57 * MINUTE, writing_share=Decimal("0.0500")
    )


def test_worked_7_3_min_of_writing_and_72_h_between_interruptions_are_2_65_h() -> None:
    # 2.65 h are 2 h 39 min.
    assert daly_optimum(3 * MINUTE, 72 * HOUR) == 2 * HOUR + 39 * MINUTE


def test_r8_4_daly_is_more_than_youngs_first_term() -> None:
    # 2 h of writing, 4 h between: sqrt(16) = 4 h, x (1 + 0.5 / 3 + 0.25 / 9) = 4.7778 h, less 2 h: 2.7778 h.
    assert daly_optimum(2 * HOUR, 4 * HOUR) == 2 * HOUR + 46 * MINUTE + 40 * SECOND


def test_r8_4_from_twice_the_mean_on_the_optimum_is_the_mean() -> None:
    assert daly_optimum(8 * HOUR, 4 * HOUR) == 4 * HOUR
    assert daly_optimum(9 * HOUR, 4 * HOUR) == 4 * HOUR


def test_r8_4_the_smaller_of_loss_and_optimum_is_suggested() -> None:
    by_loss = checkpoint_interval(HOUR, 3 * MINUTE, 72 * HOUR)
    assert isinstance(by_loss, CheckpointInterval)
    assert (by_loss.optimum, by_loss.suggested) == (159 * MINUTE, 57 * MINUTE)
    by_optimum = checkpoint_interval(4 * HOUR, 3 * MINUTE, 72 * HOUR)
    assert isinstance(by_optimum, CheckpointInterval)
    assert (by_optimum.at_most, by_optimum.suggested) == (237 * MINUTE, 159 * MINUTE)
    # 3 of 162 minutes.
    assert by_optimum.writing_share == Decimal("0.0185")


@pytest.mark.parametrize("minutes", [3, 2, 0])
def test_r8_4_a_loss_not_above_the_write_time_is_impossible_and_said_to_be(minutes: int) -> None:
    found = checkpoint_interval(minutes * MINUTE, 3 * MINUTE)
    assert isinstance(found, NoInterval)
    assert str(found.reason).endswith("is impossible: writing one checkpoint takes 3 min already.")


def test_r8_4_one_second_above_the_write_time_is_possible() -> None:
    found = checkpoint_interval(3 * MINUTE + SECOND, 3 * MINUTE)
    assert isinstance(found, CheckpointInterval)
    assert found.suggested == SECOND


def test_r8_4_the_share_of_writing_is_flat_about_the_optimum() -> None:
    # 3 of 123, of 162 and of 243 minutes.
    shares = [str(writing_share(minutes * MINUTE, 3 * MINUTE)) for minutes in (120, 159, 240)]
    assert shares == ["0.0244", "0.0185", "0.0123"]


def test_r8_4_times_that_are_not_positive_are_refused() -> None:
    with pytest.raises(ValueError, match="takes time"):
        checkpoint_interval(HOUR, 0 * HOUR)
    with pytest.raises(ValueError, match="takes time"):
        daly_optimum(0 * HOUR, HOUR)
    with pytest.raises(ValueError, match="between two interruptions"):
        daly_optimum(HOUR, 0 * HOUR)


@given(st.integers(1, 10_000), st.integers(1, 10_000), st.integers(1, 1_000_000))
def test_r8_4_interval_and_write_never_exceed_the_tolerated_loss(loss: int, write: int, mean: int) -> None:
    found = checkpoint_interval(loss * MINUTE, write * MINUTE, mean * MINUTE)
    if loss <= write:
        assert isinstance(found, NoInterval)
    else:
        assert isinstance(found, CheckpointInterval)
        assert found.suggested + write * MINUTE <= loss * MINUTE
        assert found.suggested > timedelta(0)
