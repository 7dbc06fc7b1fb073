"""Packages: R4.1, R4.2 and R4.6, with the worked figures 2 and 4 of the domain."""

from datetime import timedelta
from decimal import Decimal

import pytest

from pricing.domain.money import Money, Undefined
from pricing.domain.packages import Package
from teams.domain.message import Message


def package(gpus: int = 1, price: str | None = "47.14", days: int | None = 3, memory: str = "24") -> Package:
    return Package(
        sku="some-package",
        name="Some package",
        provider="Some provider",
        gpu_model="Some GPU",
        gpus_per_batch=gpus,
        memory_per_gpu_gb=Decimal(memory),
        duration=None if days is None else timedelta(days=days),
        price=None if price is None else Money(Decimal(price), "USD"),
    )


@pytest.mark.parametrize(
    ("price", "days", "batches", "cost"),
    [("47.14", 3, 1, "47.14"), ("47.14", 3, 2, "94.28"), ("110", 7, 1, "110.00"), ("390", 30, 1, "390.00")],
)
def test_r4_2_cost_is_price_times_batches(price: str, days: int, batches: int, cost: str) -> None:
    assert package(price=price, days=days).cost(batches) == Money(Decimal(cost), "USD")


def test_r4_2_batch_with_two_gpus_costs_its_price_once_and_gives_two_lanes() -> None:
    two_gpus = package(gpus=2, price="47.14", memory="180")
    assert two_gpus.cost(1) == Money(Decimal("47.14"), "USD")
    assert two_gpus.lanes(1) == 2
    assert two_gpus.memory_per_gpu_gb == 180


def test_r4_6_price_that_is_not_stated_stays_undefined() -> None:
    unpriced = package(price=None, days=None)
    assert not unpriced.is_priced
    assert not unpriced.can_be_compared
    assert unpriced.cost(1) == Undefined(
        None, (Message("The price of %(package)s is not stated.", {"package": "Some package"}),)
    )


def test_r4_6_package_without_duration_has_a_cost_but_cannot_win() -> None:
    endless = package(days=None)
    assert endless.is_priced
    assert not endless.can_be_compared
    assert package().can_be_compared


def test_r4_6_price_of_nothing_is_a_stated_price() -> None:
    free = package(price="0")
    assert free.can_be_compared
    assert free.cost(3) == Money(Decimal("0.00"), "USD")


def test_r4_2_order_of_no_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one batch"):
        package().cost(0)


@pytest.mark.parametrize("wrong", [{"gpus": 0}, {"memory": "0"}, {"days": 0}, {"price": "-1"}])
def test_r4_6_impossible_package_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"at least one|positive|negative"):
        package(**wrong)  # type: ignore[arg-type]
