"""Moments and days as they are typed: what no campaign has is refused before a time zone cannot say it."""

from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.forms import Field
from django.utils import timezone

from campaigns.forms.times import DayField, MomentField


@pytest.mark.parametrize("zone", ["UTC", "Asia/Makassar", "America/Lima"])
@pytest.mark.parametrize("day", ["0001-01-01", "1969-12-31", "2200-01-01", "9999-12-31"])
@pytest.mark.parametrize(
    ("field", "time"), [(MomentField(), "T23:59"), (MomentField(), "T00:00"), (DayField(), "")]
)
def test_year_in_which_no_campaign_runs_is_refused(field: Field, time: str, day: str, zone: str) -> None:
    with timezone.override(ZoneInfo(zone)), pytest.raises(ValidationError, match="between 1970 and 2199"):
        field.clean(day + time)


def test_first_and_last_usual_day_are_taken_and_so_is_none() -> None:
    assert [str(DayField().clean(day)) for day in ("1970-01-01", "2199-12-31")] == [
        "1970-01-01",
        "2199-12-31",
    ]
    assert MomentField(required=False).clean("") is None
