"""Figures as pages and reports show them."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.template import engines
from django.utils import timezone, translation

from campaigns.templatetags import figures
from pricing.domain.money import Money, Undefined

USD_47 = Money(Decimal("47.14"), "USD")
NOON = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


def shown(template: str, **context: object) -> str:
    return str(engines["django"].from_string("{% load figures %}" + template).render(context))


def test_money_is_exact_with_its_currency() -> None:
    assert shown("{{ m|money }}", m=Money(Decimal("1247.1"), "USD")) == (
        '<span class="money">1,247.10 <abbr>USD</abbr></span>'
    )


def test_money_of_a_currency_without_cents_has_none() -> None:
    assert figures.plain_money(Money(Decimal(6500), "JPY")) == "6,500 JPY"


def test_money_follows_the_language() -> None:
    with translation.override("id"):
        assert figures.plain_money(Money(Decimal("1247.14"), "USD")) == "1.247,14 USD"


def test_money_from_columns_takes_its_currency() -> None:
    assert "47.14 <abbr>EUR</abbr>" in shown('{{ a|money:"EUR" }}', a=Decimal("47.14"))


def test_r4_7_sums_of_different_currencies_stand_beside_each_other() -> None:
    both = shown("{{ m|money }}", m=(Money(Decimal(30), "EUR"), USD_47))
    assert both == (
        '<span class="money">30.00 <abbr>EUR</abbr></span> + <span class="money">47.14 <abbr>USD</abbr></span>'
    )


def test_r4_6_money_that_no_source_states_is_not_zero() -> None:
    assert shown("{{ m|money }}", m=None) == "not stated"


def test_sum_of_no_money_says_that_none_was_recorded() -> None:
    assert shown("{{ m|money }}", m=()) == "none recorded"


def test_r9_3_share_without_a_result_is_undefined_in_words() -> None:
    assert shown("{{ m|money }}", m=Undefined(USD_47, ("none accepted",))) == "undefined"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (timedelta(hours=26, minutes=30), "26.5"),
        (1818, "30.3"),
        (timedelta(hours=100), "100"),
        (timedelta(0), "0"),
        (timedelta(minutes=20), "0.33"),
        (timedelta(minutes=-30), "−0.5"),
    ],
)
def test_hours_are_decimal_with_their_unit(value: timedelta | int, text: str) -> None:
    expected = f'<span class="duration">{text} <span class="unit">h</span></span>'
    assert shown("{{ d|hours }}", d=value) == expected


def test_r11_1_missing_time_is_not_recorded() -> None:
    assert shown("{{ d|hours }}, {{ d|duration }}, {{ d|moment }}", d=None) == (
        "not recorded, not recorded, not recorded"
    )


def test_duration_reads_whole_minutes_of_a_column() -> None:
    assert shown("{{ d|duration }}", d=159) == '<span class="duration">2\u00a0h 39\u00a0min</span>'


def test_moment_stands_in_the_team_zone_and_in_utc() -> None:
    assert shown("{{ t|moment:z }}", t=NOON, z="Asia/Jakarta") == (
        '<time class="moment" datetime="2026-11-20T09:00:00Z">'
        '<span class="in-zone">20 Nov 2026, 16:00 <span class="zone">WIB</span></span>'
        '<span class="in-utc">20 Nov 2026, 09:00 <span class="zone">UTC</span></span></time>'
    )


def test_moment_without_a_zone_takes_the_active_one() -> None:
    with timezone.override(ZoneInfo("Asia/Jakarta")):
        assert figures.plain_moment(NOON) == "20 Nov 2026, 16:00 WIB"


def test_zone_without_letters_is_named_by_its_offset() -> None:
    assert figures.plain_moment(NOON, ZoneInfo("America/Sao_Paulo")) == "20 Nov 2026, 06:00 UTC-03:00"


def test_time_left_is_counted_in_whole_minutes() -> None:
    now = NOON - timedelta(hours=37, minutes=20, seconds=30)
    assert figures.time_left(NOON, now) == "37\u00a0h 20\u00a0min left"
    assert figures.time_left(NOON, NOON + timedelta(hours=3)) == "ended 3\u00a0h ago"
    assert figures.time_left(NOON, NOON) == "ends now"


def test_hash_shows_twelve_digits_and_keeps_the_whole() -> None:
    whole = "95ac867933db550e2126e580c9a45841"
    assert shown("{{ h|short_hash }}", h=whole) == f'<code title="{whole}">95ac867933db</code>'


def test_cell_shows_and_stands_by_its_kind() -> None:
    cells = (USD_47, timedelta(hours=8), Decimal("0.7312"), 12, "V0", date(2026, 11, 20), True)
    assert [figures.alignment(cell) for cell in cells] == ["num", "num", "num", "num", "", "", ""]
    assert figures.shown(date(2026, 11, 20)) == "20 Nov 2026"
    assert figures.shown("V0") == "V0"
