"""Arrangements of batches: what they cost, cover and cannot do (R4.2-R4.4)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from campaigns.domain.arrangements import Arrangement, candidates, change_over_of, lacks, walls_of
from campaigns.domain.steps import Lanes, Step, Walls
from campaigns.domain.vocabulary import Phase, WindowOpening
from pricing.domain.money import Money
from pricing.domain.packages import Package

HOUR = timedelta(hours=1)
Packages = tuple[Package, ...]
Make = Callable[..., Step]


def usd(amount: str) -> Money:
    return Money(Decimal(amount), "USD")


def test_worked_2_two_batches_cost_twice_the_price(packages: Packages) -> None:
    three_days, seven_days, thirty_days, _ = packages
    assert [Arrangement(each).cost for each in (three_days, seven_days, thirty_days)] == [
        usd("47.14"),
        usd("110.00"),
        usd("390.00"),
    ]
    assert Arrangement(three_days, side_by_side=2).cost == usd("94.28")
    assert Arrangement(three_days, one_after_another=2).cost == usd("94.28")
    assert Arrangement(three_days, side_by_side=2, one_after_another=2).cost == usd("188.56")


def test_worked_4_a_batch_with_two_gpus_costs_its_price_once_and_gives_two_lanes(packages: Packages) -> None:
    priced = replace(packages[3], price=usd("500.00"))
    assert Arrangement(priced).cost == usd("500.00")
    assert Arrangement(priced).lanes() == Lanes(batches=1, gpus_per_batch=2)
    assert Arrangement(priced, side_by_side=2).lanes(people=3) == Lanes(2, 2, people=3)


def test_worked_3_one_after_another_lengthens_the_window_and_side_by_side_does_not(
    packages: Packages,
) -> None:
    assert Arrangement(packages[0], one_after_another=2).window == 144 * HOUR
    assert Arrangement(packages[0], side_by_side=2).window == 72 * HOUR
    assert Arrangement(packages[3], one_after_another=2).window is None


def test_every_package_is_offered_alone_side_by_side_and_one_after_another(packages: Packages) -> None:
    offered = [
        (each.package.sku, each.side_by_side, each.one_after_another)
        for each in candidates(packages[:1], 3, 2)
    ]
    assert offered == [
        ("rtx4090-3d", 1, 1),
        ("rtx4090-3d", 2, 1),
        ("rtx4090-3d", 3, 1),
        ("rtx4090-3d", 1, 2),
    ]
    assert len(list(candidates(packages))) == 12


def test_an_arrangement_has_at_least_one_batch(packages: Packages) -> None:
    with pytest.raises(ValueError, match="at least one batch"):
        Arrangement(packages[0], side_by_side=0)


def test_r4_4_lack_of_memory_names_the_step_and_batches_never_add_theirs(
    packages: Packages, step: Make
) -> None:
    steps = [step("load", memory_gb=Decimal("24")), step("train", memory_gb=Decimal("24.5"))]
    said = [str(message) for message in lacks(Arrangement(packages[0], side_by_side=2), steps)]
    assert said == ["train needs 24.5 GB on each GPU, and one has 24 GB."]
    assert lacks(Arrangement(packages[3]), steps) == ()


def test_r3_2_a_step_on_two_gpus_is_not_spread_over_two_batches(packages: Packages, step: Make) -> None:
    said = [
        str(message) for message in lacks(Arrangement(packages[0], side_by_side=2), [step("train", gpus=2)])
    ]
    assert said == ["train needs 2 GPUs in one batch, and a batch has 1."]
    assert lacks(Arrangement(packages[3]), [step("train", gpus=2)]) == ()


def test_what_people_do_needs_no_memory_of_a_gpu(packages: Packages, step: Make) -> None:
    assert lacks(Arrangement(packages[0]), [step("think", on="person", memory_gb=Decimal("999"))]) == ()


def test_r4_3_a_change_over_is_retrieval_before_and_set_up_and_restore_after(
    packages: Packages, worked: Any
) -> None:
    change = change_over_of(worked.steps())
    assert (change.before, change.after) == (2 * HOUR, 3 * HOUR)
    two = Arrangement(packages[0], one_after_another=2)
    opening = WindowOpening.FIRST_MACHINE_STEP
    assert walls_of(two, worked.steps(), opening, False) == Walls(72 * HOUR, 2, 2 * HOUR, 3 * HOUR, opening)


def test_r4_3_where_the_environment_persists_only_a_step_that_goes_on_restores(
    packages: Packages, worked: Any
) -> None:
    two = Arrangement(packages[0], one_after_another=2)
    opening = WindowOpening.FIRST_STEP
    assert walls_of(two, worked.steps(), opening, True) == Walls(
        72 * HOUR, 2, 0 * HOUR, 0 * HOUR, opening, restore=1 * HOUR
    )


def test_one_batch_and_one_without_a_stated_duration_have_no_end_to_meet(
    packages: Packages, worked: Any
) -> None:
    steps, opening = worked.steps(), WindowOpening.FIRST_STEP
    assert walls_of(Arrangement(packages[0]), steps, opening, False) is None
    assert walls_of(Arrangement(packages[3], one_after_another=2), steps, opening, False) is None


def test_r4_3_a_change_over_that_leaves_no_time_is_said(packages: Packages, step: Make) -> None:
    steps = [step("send", 72, on="network", phase=Phase.RETRIEVE)]
    two = Arrangement(packages[0], one_after_another=2)
    assert [str(message) for message in lacks(two, steps)] == [
        "A change-over takes 72 h and a batch lasts 72 h: no time is left to work."
    ]
    assert lacks(two, steps, environment_persists=True) == ()
    assert lacks(Arrangement(packages[0]), steps) == ()
    assert walls_of(two, steps, WindowOpening.FIRST_STEP, False) is None
