from datetime import date, timedelta
from decimal import Decimal

import pytest

from pricing.domain.money import Money
from pricing.domain.packages import Package as PackageValue
from pricing.models import Package
from pricing.queries.catalogue import packages_for

DAY = date(2026, 12, 15)


def prices_on(team, day: date) -> list[Money | None]:
    return [package.price for _row, _price, package in packages_for(team, day)]


def test_r4_6_a_package_is_a_value_with_the_price_that_is_in_force(team, package, make_price) -> None:
    price = make_price(package, "47.14", 1)
    assert packages_for(team, DAY) == (
        (
            package,
            price,
            PackageValue(
                sku="rtx4090-3d",
                name="IteraGPU rtx4090-3d",
                provider="IteraGPU",
                gpu_model="RTX 4090",
                gpus_per_batch=1,
                memory_per_gpu_gb=Decimal("24.00"),
                duration=timedelta(hours=72),
                price=Money(Decimal("47.14"), "USD"),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("day", "amount"), [(9, "47.14"), (10, "45.00"), (20, "45.00"), (21, "47.14"), (30, "47.14")]
)
def test_r4_6_an_offer_holds_on_its_own_days_only(team, package, make_price, day, amount) -> None:
    make_price(package, "47.14", 1)
    make_price(package, "45.00", 10, 20)
    assert prices_on(team, date(2026, 12, day)) == [Money(Decimal(amount), "USD")]


def test_r4_6_a_price_past_its_validity_is_no_price(team, package, make_price) -> None:
    make_price(package, "47.14", 1, 14)
    assert prices_on(team, date(2026, 12, 14)) == [Money(Decimal("47.14"), "USD")]
    assert prices_on(team, DAY) == [None]


def test_r4_6_a_newer_record_without_an_amount_says_that_the_price_is_not_stated(
    team, package, make_price
) -> None:
    make_price(package, "47.14", 1)
    make_price(package, None, 10)
    assert prices_on(team, DAY) == [None]


def test_r4_6_a_duration_that_is_not_stated_is_none(team, make_package) -> None:
    make_package(team, "b200", duration_minutes=None)
    assert [value.duration for _row, _price, value in packages_for(team, DAY)] == [None]


def test_a_retired_package_and_another_teams_are_not_compared(team, other_team, make_package, now) -> None:
    make_package(team, "old", retired_at=now)
    make_package(other_team, "theirs")
    shown = make_package(team, "rtx4090-7d")
    assert [row for row, _price, _value in packages_for(team, DAY)] == [shown]
    assert Package.objects.count() == 3


@pytest.mark.parametrize("count", [1, 3])
def test_the_packages_of_a_comparison_take_two_queries(
    team, make_package, make_price, django_assert_num_queries, count
) -> None:
    for place in range(count):
        make_price(make_package(team, f"package-{place}"), "47.14", 1)
    with django_assert_num_queries(2):
        assert len(packages_for(team, DAY)) == count
