"""The cheapest chain of batches: R4.2, R4.3, R4.6, worked figures 2 and 3, the table of 72 to 720 h."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.domain.cover import Cover, NoCover, cheapest_cover, kinds
from pricing.domain.money import Money
from pricing.domain.packages import Package


def batch_of(hours: int | None, price: str | None, currency: str = "USD", gpu: str = "RTX 4090") -> Package:
    return Package(
        sku=f"{hours}h",
        name=f"{hours} h of {gpu}",
        provider="Some provider",
        gpu_model=gpu,
        gpus_per_batch=1,
        memory_per_gpu_gb=Decimal(24),
        duration=None if hours is None else timedelta(hours=hours),
        price=None if price is None else Money(Decimal(price), currency),
    )


RTX_4090 = (batch_of(72, "47.14"), batch_of(168, "110.00"), batch_of(720, "390.00"))


def cover(hours: int, change_over: int = 0) -> Cover:
    found = cheapest_cover(timedelta(hours=hours), RTX_4090, timedelta(hours=change_over))
    assert isinstance(found, Cover)
    return found


@pytest.mark.parametrize(
    ("hours", "cost", "batches"),
    [
        (1, "47.14", (("72h", 1),)),
        (72, "47.14", (("72h", 1),)),
        (78, "94.28", (("72h", 2),)),
        (144, "94.28", (("72h", 2),)),
        (145, "110.00", (("168h", 1),)),
        (168, "110.00", (("168h", 1),)),
        (216, "141.42", (("72h", 3),)),
        (240, "157.14", (("168h", 1), ("72h", 1))),
        (576, "377.12", (("72h", 8),)),
        (577, "390.00", (("720h", 1),)),
        (720, "390.00", (("720h", 1),)),
    ],
)
def test_r4_2_cheapest_batches_without_change_over(
    hours: int, cost: str, batches: tuple[tuple[str, int], ...]
) -> None:
    assert (cover(hours).cost, cover(hours).batches) == (Money(Decimal(cost), "USD"), batches)


@pytest.mark.parametrize(
    ("change_over", "cost", "batches", "change_overs", "window", "unused"),
    [
        (0, "329.98", (("72h", 7),), 6, 504, 4),
        (4, "345.70", (("168h", 1), ("72h", 5)), 5, 528, 8),
        (6, "361.42", (("168h", 2), ("72h", 3)), 4, 552, 28),
    ],
)
def test_r4_3_change_over_hours_decide_what_covers_500_hours(
    change_over: int,
    cost: str,
    batches: tuple[tuple[str, int], ...],
    change_overs: int,
    window: int,
    unused: int,
) -> None:
    assert cover(500, change_over) == Cover(
        batches, Money(Decimal(cost), "USD"), timedelta(hours=window), timedelta(hours=unused), change_overs
    )


def test_r4_3_two_batches_one_after_another_lose_what_the_change_over_takes() -> None:
    two = (("72h", 2),)
    usd = Money(Decimal("94.28"), "USD")
    assert cover(78) == Cover(two, usd, timedelta(hours=144), timedelta(hours=66), 1)
    assert cover(78, 4) == Cover(two, usd, timedelta(hours=144), timedelta(hours=62), 1)
    assert cover(140, 4) == Cover(two, usd, timedelta(hours=144), timedelta(0), 1)
    assert cover(141, 4).batches == (("168h", 1),)


def test_r4_3_a_batch_that_a_change_over_uses_up_can_still_stand_alone() -> None:
    found = cheapest_cover(
        timedelta(hours=3), [batch_of(3, "1.00"), batch_of(720, "390")], timedelta(hours=4)
    )
    assert isinstance(found, Cover)
    assert found.batches == (("3h", 1),)
    for length in (3, 4):
        used_up = cheapest_cover(timedelta(hours=5), [batch_of(length, "1.00")], timedelta(hours=4))
        assert isinstance(used_up, NoCover)
        assert "change-over of 4 h uses each of them up" in str(used_up.reason)


def test_r4_3_of_equal_cost_the_cover_with_fewer_change_overs_wins() -> None:
    found = cheapest_cover(
        timedelta(hours=4), [batch_of(2, "1.00"), batch_of(4, "2.00"), batch_of(5, "2.00")]
    )
    assert isinstance(found, Cover)
    assert (found.batches, found.unused) == ((("5h", 1),), timedelta(hours=1))


def test_r4_3_parts_of_a_minute_are_never_lost() -> None:
    found = cheapest_cover(timedelta(hours=72, seconds=1), RTX_4090)
    assert isinstance(found, Cover)
    assert (found.batches, found.unused) == ((("72h", 2),), timedelta(hours=72) - timedelta(seconds=1))


def test_r4_6_package_whose_price_or_duration_is_not_stated_cannot_win() -> None:
    not_stated = (batch_of(None, "0.01"), batch_of(1000, None))
    assert isinstance(cheapest_cover(timedelta(hours=10), not_stated), NoCover)
    assert cheapest_cover(timedelta(hours=10), [*not_stated, *RTX_4090]) == cover(10)


@pytest.mark.parametrize("other", [batch_of(100, "1.00", currency="EUR"), batch_of(100, "1.00", gpu="B200")])
def test_r4_7_batches_of_another_kind_or_currency_are_not_chained(other: Package) -> None:
    assert kinds([*RTX_4090, other]) == (RTX_4090, (other,))
    with pytest.raises(ValueError, match="not chained"):
        cheapest_cover(timedelta(hours=10), [*RTX_4090, other])


def test_r4_3_a_time_beyond_a_year_gets_a_sentence_and_not_an_endless_table() -> None:
    assert cover(366 * 24).batches == (("720h", 12), ("72h", 2))
    found = cheapest_cover(timedelta(days=400), RTX_4090)
    assert isinstance(found, NoCover)
    assert str(found.reason) == "400 days are too long for one campaign: split it."


def test_r4_3_a_time_that_is_not_positive_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        cheapest_cover(timedelta(0), RTX_4090)


@given(st.integers(1, 2000), st.integers(0, 12))
def test_r4_3_a_cover_reaches_the_time_and_no_batch_of_it_is_superfluous(
    hours: int, change_over: int
) -> None:
    found = cover(hours, change_over)
    assert found.unused >= timedelta(0)
    longest_waste = found.window - found.unused - timedelta(hours=hours)
    assert longest_waste == timedelta(hours=change_over) * found.change_overs
    assert cover(hours + 1, change_over).cost >= found.cost


@given(st.integers(1, 400), st.integers(0, 8))
def test_r4_3_no_other_combination_of_batches_is_cheaper(hours: int, change_over: int) -> None:
    cheapest = min(
        4714 * three + 11000 * seven + 39000 * thirty
        for three in range(8)
        for seven in range(5)
        for thirty in range(2)
        if three + seven + thirty
        and 72 * three + 168 * seven + 720 * thirty - change_over * (three + seven + thirty - 1) >= hours
    )
    assert cover(hours, change_over).cost == Money.of_minor_units(cheapest, "USD")
