"""Durations are read as people type them (R3.1)."""

from datetime import timedelta

import pytest

from campaigns.domain.typed_durations import DurationRefused, parse_duration


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("3", 180),
        ("1.5", 90),
        ("1,5 h", 90),
        ("1:30", 90),
        ("90 min", 90),
        ("1 h 30 min", 90),
        ("2 d", 2880),
        ("0.25", 15),
        (" 10 H ", 600),
    ],
)
def test_r3_1_a_duration_is_read_as_it_is_typed(typed: str, minutes: int) -> None:
    assert parse_duration(typed) == timedelta(minutes=minutes)


@pytest.mark.parametrize("typed", ["", "three", "-1", "1:75", "1.2.3", "5 weeks", "1e3", "NaN"])
def test_r3_1_what_is_no_duration_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(DurationRefused, match="is not a duration"):
        parse_duration(typed)


@pytest.mark.parametrize("typed", ["0", "0:00", "0.001", "9999 d"])
def test_r3_1_no_time_and_endless_time_are_refused(typed: str) -> None:
    with pytest.raises(DurationRefused, match="at least one minute"):
        parse_duration(typed)
