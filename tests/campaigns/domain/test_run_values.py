from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from campaigns.domain.run_values import (
    DecimalMark,
    SpanUnit,
    ValueRefused,
    parse_metric,
    parse_moment,
    parse_number,
    parse_span,
    parse_whole,
)

JAKARTA = ZoneInfo("Asia/Jakarta")
BERLIN = ZoneInfo("Europe/Berlin")


def test_r7_5_decimal_comma_is_read_where_it_is_the_mark_and_refused_where_it_is_not() -> None:
    assert parse_number("1,5", DecimalMark.COMMA) == Decimal("1.5")
    with pytest.raises(ValueRefused, match="decimal mark of the file"):
        parse_number("1,5", DecimalMark.POINT)
    with pytest.raises(ValueRefused, match="decimal mark of the file"):
        parse_number("1.500", DecimalMark.COMMA)


@pytest.mark.parametrize("text", ["", "abc", "1 000", "1.2.3", "0x10", "--1", "1e99999", "\u0661"])
def test_r7_5_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueRefused):
        parse_number(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("0.37301", "0.37301"),
        ("0.0", "0.0"),
        ("0.6862346332073211", "0.6862346332073211"),
        ("1e-4", "0.0001"),
        ("1e30", "1E+30"),
        ("NaN", "NaN"),
        ("-inf", "-Infinity"),
    ],
)
def test_r7_5_metric_keeps_the_digits_it_was_given_and_zero_is_a_value(text: str, kept: str) -> None:
    assert parse_metric(text) == kept


def test_seed_may_be_written_as_zero_point_zero_and_is_whole() -> None:
    assert parse_whole("0.0") == 0
    with pytest.raises(ValueRefused, match="whole number"):
        parse_whole("1.5")


@pytest.mark.parametrize(
    ("text", "unit", "span"),
    [
        ("1441.1", SpanUnit.SECONDS, timedelta(seconds=1441, milliseconds=100)),
        ("1.5", SpanUnit.MINUTES, timedelta(seconds=90)),
        ("0.25", SpanUnit.HOURS, timedelta(minutes=15)),
        (
            "1-02:03:04.5",
            SpanUnit.SECONDS,
            timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=500),
        ),
        ("02:30:00", SpanUnit.SECONDS, timedelta(hours=2, minutes=30)),
    ],
)
def test_r7_5_total_time_is_read_exactly(text: str, unit: SpanUnit, span: timedelta) -> None:
    assert parse_span(text, unit) == span


@pytest.mark.parametrize("text", ["0", "-5", "1e11", "99999999999"])
def test_r7_5_no_time_at_all_and_absurd_times_are_refused(text: str) -> None:
    with pytest.raises(ValueRefused):
        parse_span(text, SpanUnit.SECONDS)


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-14T13:26:19+00:00",
        "2026-07-14 13:26:19Z",
        "2026-07-14 13:26:19 UTC",
        "2026-07-14T20:26:19+07:00",
        "2026-07-14 20:26:19",
        "1784035579",
        "1784035579000",
    ],
)
def test_r7_5_time_is_read_with_its_offset_or_in_the_zone_of_the_file(text: str) -> None:
    assert parse_moment(text, JAKARTA) == datetime(2026, 7, 14, 13, 26, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2026-07-14", "no time of day"),
        ("03/04/2026 10:00", "not a time"),
        ("yesterday", "not a time"),
        ("2026-03-29 02:30", "does not exist"),
        ("2026-10-25 02:30", "happened twice"),
    ],
)
def test_r7_5_time_that_could_mean_several_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueRefused, match=message):
        parse_moment(text, BERLIN)
