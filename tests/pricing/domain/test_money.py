"""Exact money: R4.7 (currencies apart, exact decimals) and R9.3 (share per accepted result)."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.domain.money import (
    AmountRefused,
    CurrencyMismatch,
    Money,
    Rate,
    Undefined,
    parse_amount,
    share_per_result,
    total,
)
from teams.domain.message import Message


def usd(amount: str) -> Money:
    return Money(Decimal(amount), "USD")


def eur(amount: str) -> Money:
    return Money(Decimal(amount), "EUR")


def test_r4_7_sums_and_differences_are_exact() -> None:
    assert usd("0.10") + usd("0.20") == usd("0.30")
    assert usd("110") - usd("47.14") == usd("62.86")
    assert usd("47.14") * 2 == 2 * usd("47.14") == usd("94.28")


def test_r4_7_different_currencies_are_never_added_or_compared() -> None:
    for act in (lambda: usd("1") + eur("1"), lambda: usd("1") - eur("1"), lambda: usd("1") < eur("2")):
        with pytest.raises(CurrencyMismatch, match="USD and EUR are different currencies"):
            act()
    with pytest.raises(CurrencyMismatch):
        max(usd("1"), eur("2"))
    assert usd("1") != eur("1")


def test_r4_7_amounts_of_one_currency_are_compared() -> None:
    assert usd("1") < usd("1.01") <= usd("1.01")
    assert not usd("1") < usd("1.00")
    assert max(usd("9"), usd("10")) == usd("10")


def test_r4_7_total_keeps_each_currency_by_itself() -> None:
    assert total([usd("47.14"), eur("5"), usd("47.14")]) == (eur("5.00"), usd("94.28"))
    assert total([]) == ()


def test_r4_7_money_is_written_with_the_decimals_of_its_currency() -> None:
    assert str(usd("110")) == "110.00 USD"
    assert str(Money(Decimal("5000.00"), "JPY")) == "5000 JPY"
    assert str(usd("-0.00")) == "0.00 USD"


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("47.141", "USD"), ("0.5", "JPY"), ("NaN", "USD"), ("Infinity", "USD"), ("1", "usd"), ("1", "$")],
)
def test_r4_7_what_is_not_exact_money_is_refused(amount: str, currency: str) -> None:
    with pytest.raises(ValueError, match=r"currency|amount"):
        Money(Decimal(amount), currency)


def test_r4_7_floats_are_not_money_and_money_is_multiplied_by_whole_numbers_only() -> None:
    with pytest.raises(ValueError, match="exact"):
        Money(47.14, "USD")  # type: ignore[arg-type]
    for factor in (0.5, True, Decimal("2")):
        with pytest.raises(TypeError):
            usd("1") * factor  # type: ignore[operator]


def test_r4_1_money_cannot_be_divided_at_all() -> None:
    assert not hasattr(usd("47.14"), "__truediv__")
    assert not hasattr(usd("47.14"), "__floordiv__")


def test_r4_7_a_conversion_needs_a_rate_with_its_source_and_date() -> None:
    rate = Rate("USD", Decimal("0.9"), "EUR", "central bank", date(2026, 12, 1))
    assert rate.convert(usd("47.14")) == eur("42.43")
    with pytest.raises(CurrencyMismatch):
        rate.convert(eur("1"))
    for equals, source in ((Decimal("0.9"), " "), (Decimal(0), "central bank")):
        with pytest.raises(ValueError, match="source"):
            Rate("USD", equals, "EUR", source, date(2026, 12, 1))


def test_r9_3_two_accepted_results_share_the_rental_cost() -> None:
    assert share_per_result(usd("47.14"), 2) == usd("23.57")
    assert share_per_result(usd("47.14"), 1) == usd("47.14")


@pytest.mark.parametrize(
    ("cost", "accepted", "share"),
    [("110", 3, "36.67"), ("0.05", 2, "0.02"), ("0.15", 2, "0.08"), ("0.01", 3, "0.00")],
)
def test_r9_3_a_share_is_rounded_half_even_to_the_minor_unit(cost: str, accepted: int, share: str) -> None:
    assert share_per_result(usd(cost), accepted) == usd(share)


def test_r9_3_none_accepted_is_undefined_with_the_cost_and_the_reasons() -> None:
    reasons = (Message("The corpus was run five times."),)
    assert share_per_result(usd("47.14"), 0, reasons) == Undefined(usd("47.14"), reasons)
    assert share_per_result(usd("47.14"), 0) == Undefined(usd("47.14"), (Message("No result was accepted."),))
    with pytest.raises(ValueError, match="why"):
        Undefined(usd("47.14"), ())
    with pytest.raises(ValueError, match="negative"):
        share_per_result(usd("47.14"), -1)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("47.14", "47.14"),
        ("47,14", "47.14"),
        (" 110 ", "110"),
        ("0.5", "0.5"),
        ("0,500", "0.5"),
        ("1234.500", "1234.5"),
        ("1.500,00", "1500"),
        ("1,500.00", "1500"),
        ("1.500.000", "1500000"),
        ("1,500,000", "1500000"),
        ("1 500", "1500"),
        ("1\u202f500,25", "1500.25"),
        ("1'500.00", "1500"),
        ("-47,14", "-47.14"),
        ("\u221247.14", "-47.14"),
    ],
)
def test_r4_7_an_amount_is_read_as_people_write_it(text: str, amount: str) -> None:
    assert parse_amount(text) == Decimal(amount)


@pytest.mark.parametrize("text", ["1.500", "1,500"])
def test_r4_7_an_ambiguous_amount_is_refused_with_both_readings(text: str) -> None:
    with pytest.raises(AmountRefused) as refused:
        parse_amount(text)
    assert str(refused.value.message) == (
        f'"{text}" can be read as 1.5 or as 1500. Write it with two decimals, for example 1500.00.'
    )


@pytest.mark.parametrize(
    "text",
    ["", "-", "--5", "-\u22125", "47.", ".5", "1,2,3", "1.50,000.5", "47 14", "$5", "1e3", "NaN", "٤٧"],
)
def test_r4_7_what_is_not_an_amount_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(AmountRefused, match=r"is not an amount\. Write digits, for example 47\.14\."):
        parse_amount(text)


@given(st.integers(0, 10**9), st.integers(1, 500))
def test_r9_3_shares_differ_from_the_cost_by_at_most_half_a_minor_unit_each(cost: int, accepted: int) -> None:
    share = share_per_result(Money.of_minor_units(cost, "USD"), accepted)
    assert isinstance(share, Money)
    assert abs(2 * (share.minor_units * accepted - cost)) <= accepted


@given(st.decimals(0, 10**9, places=2))
def test_r4_7_what_money_writes_is_read_back(amount: Decimal) -> None:
    written = str(Money(amount, "USD")).removesuffix(" USD")
    assert parse_amount(written) == amount == parse_amount(written.replace(".", ","))
