"""Durations in sentences and in files."""

from datetime import timedelta

from campaigns.domain.durations import hours_number, hours_text


def test_a_sentence_has_hours_and_minutes() -> None:
    assert hours_text(timedelta(hours=24)) == "24 h"
    assert hours_text(timedelta(hours=26, minutes=30)) == "26 h 30 min"
    assert hours_text(timedelta(minutes=45)) == "45 min"
    assert hours_text(timedelta(0)) == "0 h"


def test_a_file_has_whole_hours_or_four_places() -> None:
    assert hours_number(timedelta(hours=48)) == 48
    assert isinstance(hours_number(timedelta(hours=48)), int)
    assert hours_number(timedelta(hours=26, minutes=30)) == 26.5
    assert hours_number(timedelta(minutes=20)) == 0.3333
