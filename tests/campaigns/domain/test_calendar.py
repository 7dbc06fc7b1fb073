"""Working hours as the times in which people do not work (R3.4)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from campaigns.domain.calendar import WorkingHours, closed_intervals

HOUR = timedelta(hours=1)
BERLIN = ZoneInfo("Europe/Berlin")
OFFICE = WorkingHours(time(9), time(17), days=5, zone="Europe/Berlin")


def in_hours(hours: WorkingHours, starts_at: datetime, days: int) -> list[tuple[float, float]]:
    return [(start / HOUR, end / HOUR) for start, end in closed_intervals(hours, starts_at, days)]


def test_r3_4_people_are_away_at_night_and_at_the_weekend() -> None:
    thursday = datetime(2026, 11, 26, 9, tzinfo=BERLIN)
    assert in_hours(OFFICE, thursday, 5) == [(8, 24), (32, 96), (104, 120)]


def test_r3_4_a_plan_that_starts_at_night_waits_for_the_morning() -> None:
    night = datetime(2026, 11, 26, 3, tzinfo=BERLIN)
    assert in_hours(OFFICE, night, 1) == [(0, 6), (14, 30)]


def test_r3_4_a_plan_that_starts_within_a_working_day_starts_open() -> None:
    friday = datetime(2026, 11, 27, 15, tzinfo=BERLIN)
    assert in_hours(OFFICE, friday, 3) == [(2, 66)]


def test_r3_4_the_weekend_in_which_clocks_go_forward_is_an_hour_shorter() -> None:
    friday = datetime(2026, 3, 27, 15, tzinfo=BERLIN)
    assert in_hours(OFFICE, friday, 3) == [(2, 65)]
    assert in_hours(OFFICE, friday.astimezone(UTC), 3) == [(2, 65)]


def test_r3_4_the_weekend_in_which_clocks_go_back_is_an_hour_longer() -> None:
    friday = datetime(2026, 10, 23, 15, tzinfo=BERLIN)
    assert in_hours(OFFICE, friday, 3) == [(2, 67)]


def test_r3_4_the_day_is_that_of_the_team_not_that_of_the_server() -> None:
    jakarta = WorkingHours(time(8), time(17), days=5, zone="Asia/Jakarta")
    sunday_evening_utc = datetime(2026, 11, 29, 22, tzinfo=UTC)  # Monday 05:00 in Jakarta
    assert in_hours(jakarta, sunday_evening_utc, 1) == [(0, 3), (12, 27)]


def test_a_working_day_is_measured_from_its_ends() -> None:
    assert OFFICE.working_day == 8 * HOUR


@pytest.mark.parametrize(("starts", "until", "days"), [(time(17), time(9), 5), (time(9), time(17), 0)])
def test_working_hours_that_are_none_are_refused(starts: time, until: time, days: int) -> None:
    with pytest.raises(ValueError, match="working day"):
        WorkingHours(starts, until, days, "UTC")
