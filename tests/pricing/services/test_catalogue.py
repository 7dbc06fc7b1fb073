from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from pricing.models import Package, Price, Provider
from pricing.services.catalogue import (
    add_package,
    confirm_memory,
    offer_again,
    record_price,
    retire_package,
)
from teams.models import AuditEvent, Team

NEW = {
    "provider": "IteraGPU",
    "sku": "h200-7d",
    "gpu_model": "H200",
    "gpus_per_batch": 2,
    "memory_per_gpu_gb": Decimal(141),
    "duration": timedelta(days=7),
}
STATED = {
    "amount": Decimal("45.00"),
    "currency": "USD",
    "source": "offer by letter",
    "captured_on": date(2026, 12, 10),
    "valid_until": date(2026, 12, 20),
}


def test_a_planner_adds_a_package_of_a_provider_that_is_known_by_name(team, planner, package, now) -> None:
    added = add_package(team=team, by=planner, now=now, **(NEW | {"provider": "iteragpu"}))
    assert (added.provider, added.duration_minutes) == (package.provider, 10080)
    event = AuditEvent.objects.get(chain=f"team-{team.pk}")
    assert event.new == {
        "provider": "IteraGPU",
        "GPU model": "H200",
        "GPUs per batch": 2,
        "memory per GPU (GB)": "141",
        "duration (minutes)": 10080,
    }


def test_a_new_name_makes_a_provider_in_that_team_only(team, other_team, planner, now) -> None:
    Provider.objects.create(team=other_team, name="IteraGPU")
    added = add_package(team=team, by=planner, now=now, **NEW)
    assert added.provider.team == team


def test_r4_6_a_duration_that_is_not_stated_stays_so(team, planner, now) -> None:
    added = add_package(team=team, by=planner, now=now, **(NEW | {"duration": None}))
    assert added.duration_minutes is None
    assert AuditEvent.objects.get().new["duration (minutes)"] == "not stated"


def test_r4_6_a_new_price_is_a_new_record_and_the_old_one_stays(package, planner, make_price, now) -> None:
    make_price(package, "47.14", 1)
    record_price(package=package, by=planner, now=now, **STATED)
    assert list(package.prices.values_list("amount", flat=True)) == [Decimal("45.00"), Decimal("47.14")]
    event = AuditEvent.objects.get()
    assert event.old == {"price": "47.14 USD", "source": "public tariff"}
    assert event.new == {
        "price": "45.00 USD",
        "source": "offer by letter",
        "captured on": "2026-12-10",
        "valid until": "2026-12-20",
    }


def test_a_price_is_not_captured_on_a_day_that_has_not_come_for_the_team(package, planner, team, now) -> None:
    tomorrow = STATED | {"captured_on": date(2026, 12, 16), "valid_until": None}
    with pytest.raises(ValidationError) as refused:
        record_price(package=package, by=planner, now=now, **tomorrow)
    assert list(refused.value.error_dict) == ["captured_on"]
    Team.objects.filter(pk=team.pk).update(time_zone="Pacific/Kiritimati")
    at_half_past_eleven_there = now.replace(hour=9, minute=30) + timedelta(hours=2)
    assert record_price(package=package, by=planner, now=at_half_past_eleven_there, **tomorrow).pk


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"amount": Decimal("47.145")}, "amount"),
        ({"amount": Decimal("0")}, "amount"),
        ({"amount": Decimal("47.50"), "currency": "JPY"}, "amount"),
        ({"currency": "US"}, "currency"),
        ({"source": ""}, "source"),
        ({"valid_until": date(2026, 12, 9)}, "valid_until"),
    ],
)
def test_a_price_that_no_source_could_state_is_refused_at_its_field(
    package, planner, now, values, field
) -> None:
    with pytest.raises(ValidationError) as refused:
        record_price(package=package, by=planner, now=now, **(STATED | values))
    assert list(refused.value.error_dict) == [field]
    assert not Price.objects.exists()


def test_a_confirmation_keeps_who_and_when_and_puts_a_wrong_figure_right(package, planner, now) -> None:
    confirm_memory(package=package, memory_per_gpu_gb=Decimal("23.5"), by=planner, now=now)
    package.refresh_from_db()
    assert (package.memory_per_gpu_gb, package.memory_confirmed_by, package.memory_confirmed_at) == (
        Decimal("23.50"),
        planner,
        now,
    )
    event = AuditEvent.objects.get()
    assert (event.old, event.new) == ({"memory per GPU (GB)": "24"}, {"memory per GPU (GB)": "23.5"})


def test_a_package_is_retired_once_and_offered_again(package, planner, lead, now) -> None:
    retire_package(package=package, by=planner, now=now, reason="no longer sold")
    with pytest.raises(ValidationError, match="retired this package already"):
        retire_package(package=package, by=lead, now=now)
    offer_again(package=package, by=lead, now=now)
    package.refresh_from_db()
    assert package.retired_at is None
    with pytest.raises(ValidationError, match="not retired"):
        offer_again(package=package, by=lead, now=now)
    assert list(AuditEvent.objects.values_list("action", "reason")) == [
        ("package retired", "no longer sold"),
        ("package offered again", ""),
    ]


def actions(package, by, now):
    return (
        lambda: add_package(team=package.provider.team, by=by, now=now, **NEW),
        lambda: record_price(package=package, by=by, now=now, **STATED),
        lambda: confirm_memory(package=package, memory_per_gpu_gb=Decimal(1), by=by, now=now),
        lambda: retire_package(package=package, by=by, now=now),
    )


def untouched(package: Package) -> bool:
    fresh = Package.objects.get(pk=package.pk)
    return (fresh.memory_per_gpu_gb, fresh.retired_at, Package.objects.count(), Price.objects.count()) == (
        Decimal(24),
        None,
        1,
        0,
    )


def test_a_viewer_and_an_outsider_keep_no_catalogue(package, viewer, outsider, now) -> None:
    for person in (viewer, outsider):
        for act in actions(package, person, now):
            with pytest.raises(PermissionDenied):
                act()
    assert untouched(package)


def test_nothing_of_the_catalogue_changes_when_the_trail_cannot_be_written(
    package, planner, now, trail_is_full
) -> None:
    for act in actions(package, planner, now):
        with pytest.raises(IntegrityError, match="trail_is_full"):
            act()
    assert untouched(package)
