"""Orders against the ceiling (R4.8) and shares of an order (R9.1)."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.domain.budget import (
    OrderObjection,
    OrderRefused,
    Share,
    SharesRefused,
    allocate,
    check_order,
    check_shares,
    order_objections,
)
from pricing.domain.money import Money


def usd(amount: str) -> Money:
    return Money(Decimal(amount), "USD")


def eur(amount: str) -> Money:
    return Money(Decimal(amount), "EUR")


BATCH, CEILING = usd("47.14"), usd("110")


def test_r4_8_an_approved_order_up_to_the_ceiling_needs_nobody() -> None:
    assert check_order(BATCH, [BATCH], CEILING, approved=True, lead_reason="") == ()
    assert check_order(usd("62.86"), [BATCH], CEILING, approved=True, lead_reason="") == ()


def test_r4_8_an_order_above_the_ceiling_needs_a_lead_and_a_reason() -> None:
    with pytest.raises(OrderRefused) as refused:
        check_order(BATCH, [BATCH, BATCH], CEILING, approved=True, lead_reason=" ")
    assert str(refused.value) == (
        "With this order 141.42 USD are committed: 31.42 USD above the ceiling of 110.00 USD."
    )
    overruled = check_order(BATCH, [BATCH, BATCH], CEILING, approved=True, lead_reason="A card failed.")
    assert [objection.kind for objection in overruled] == [OrderObjection.ABOVE_CEILING]


def test_r4_8_one_minor_unit_above_the_ceiling_is_above_it() -> None:
    with pytest.raises(OrderRefused, match=r"0\.01 USD above"):
        check_order(usd("62.87"), [BATCH], CEILING, approved=True, lead_reason="")


def test_r4_8_an_order_before_approval_needs_a_lead_and_a_reason() -> None:
    with pytest.raises(OrderRefused, match="not approved yet"):
        check_order(BATCH, [], CEILING, approved=False, lead_reason="")
    overruled = check_order(BATCH, [], CEILING, approved=False, lead_reason="Delivery takes a week.")
    assert [objection.kind for objection in overruled] == [OrderObjection.BEFORE_APPROVAL]


def test_r4_8_a_sum_in_another_currency_is_not_silently_within_the_ceiling() -> None:
    with pytest.raises(OrderRefused, match=r"1\.00 EUR cannot be compared with the ceiling of 110\.00 USD"):
        check_order(eur("1"), [], CEILING, approved=True, lead_reason="")
    kinds = [
        objection.kind for objection in order_objections(BATCH, [eur("1"), CEILING], CEILING, approved=False)
    ]
    assert kinds == [
        OrderObjection.BEFORE_APPROVAL,
        OrderObjection.OTHER_CURRENCY,
        OrderObjection.ABOVE_CEILING,
    ]


def test_r4_8_without_a_ceiling_every_order_needs_a_lead_and_a_reason() -> None:
    with pytest.raises(OrderRefused, match="no approved budget ceiling"):
        check_order(BATCH, [], None, approved=True, lead_reason="")


def test_r9_1_stated_shares_add_up_to_the_price() -> None:
    check_shares(BATCH, [Share("C7", usd("40")), Share("C8", usd("7.14")), Share("C9", usd("0"))])


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        (
            [Share("C7", usd("40")), Share("C8", usd("7.13"))],
            r"add up to 47\.13 USD, and the order costs 47\.14 USD",
        ),
        ([Share("C7", usd("40")), Share("C8", usd("7.15"))], r"add up to 47\.15 USD"),
        ([Share("C7", usd("47.14")), Share("C8", eur("1"))], r"add up to 1\.00 EUR \+ 47\.14 USD"),
        ([Share("C7", usd("50")), Share("C8", usd("-2.86"))], "share of C8 is negative"),
        ([Share("C7", usd("40")), Share("C7", usd("7.14"))], "C7 has more than one share"),
        ([], "add up to 0"),
    ],
)
def test_r9_1_shares_that_do_not_add_up_are_refused(shares: list[Share], words: str) -> None:
    with pytest.raises(SharesRefused, match=words):
        check_shares(BATCH, shares)


def test_r9_1_suggested_shares_give_the_rest_away_by_minor_units() -> None:
    assert allocate(BATCH, [1, 1, 1]) == (usd("15.72"), usd("15.71"), usd("15.71"))
    assert allocate(usd("100"), [1, 2]) == (usd("33.33"), usd("66.67"))
    assert allocate(BATCH, [0, 5]) == (usd("0"), BATCH)
    for weights in ([], [0, 0], [2, -1]):
        with pytest.raises(ValueError, match="weights"):
            allocate(BATCH, weights)


@given(st.integers(0, 10**9), st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any))
def test_r9_1_suggested_shares_always_add_up_and_are_never_off_by_a_minor_unit(
    price: int, weights: list[int]
) -> None:
    shares = allocate(Money.of_minor_units(price, "USD"), weights)
    check_shares(
        Money.of_minor_units(price, "USD"), [Share(f"C{place}", share) for place, share in enumerate(shares)]
    )
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share.minor_units * sum(weights) - price * weight) < sum(weights)
