import json
from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError

from pricing.models import Package, Price, Provider
from pricing.services.starting_catalogue import CATALOGUE, install_catalogue
from teams.models import AuditEvent


def test_the_public_tariff_is_copied_with_its_source_and_day(team, administrator, now) -> None:
    install_catalogue(team=team, by=administrator, now=now)
    rows = Package.objects.order_by("sku").values_list(
        "sku",
        "gpu_model",
        "gpus_per_batch",
        "memory_per_gpu_gb",
        "duration_minutes",
        "prices__amount",
        "prices__currency",
    )
    assert list(rows) == [
        ("b200", "B200", 2, Decimal(180), None, None, "USD"),
        ("rtx4090-30d", "RTX 4090", 1, Decimal(24), 43200, Decimal("390.00"), "USD"),
        ("rtx4090-3d", "RTX 4090", 1, Decimal(24), 4320, Decimal("47.14"), "USD"),
        ("rtx4090-7d", "RTX 4090", 1, Decimal(24), 10080, Decimal("110.00"), "USD"),
    ]
    assert set(Price.objects.values_list("captured_on", flat=True)) == {date(2026, 12, 1)}
    assert all(
        source.startswith("public tariff") for source in Price.objects.values_list("source", flat=True)
    )


def test_nobody_has_confirmed_the_memory_yet(team, administrator, now) -> None:
    install_catalogue(team=team, by=administrator, now=now)
    assert not Package.objects.filter(memory_confirmed_at__isnull=False).exists()


def test_r4_6_a_price_that_the_source_does_not_state_is_in_the_trail_as_such(
    team, administrator, now
) -> None:
    install_catalogue(team=team, by=administrator, now=now)
    assert AuditEvent.objects.get(action="catalogue installed").new == {
        "rtx4090-3d": "47.14 USD",
        "rtx4090-7d": "110.00 USD",
        "rtx4090-30d": "390.00 USD",
        "b200": "not stated",
    }


def test_doing_it_again_adds_nothing(team, administrator, now) -> None:
    for _time in range(2):
        install_catalogue(team=team, by=administrator, now=now)
    assert (Package.objects.count(), Price.objects.count(), AuditEvent.objects.count()) == (4, 4, 1)


def test_nothing_is_installed_when_the_trail_cannot_be_written(team, administrator) -> None:
    with pytest.raises(IntegrityError):
        install_catalogue(team=team, by=administrator, now=None)
    assert not Provider.objects.exists()


def test_r4_1_the_file_states_no_price_per_hour() -> None:
    stated = json.loads(CATALOGUE.read_text("utf-8"))
    assert {key for package in stated["packages"] for key in package} == {
        "sku",
        "gpu_model",
        "gpus_per_batch",
        "memory_per_gpu_gb",
        "duration_hours",
        "price",
        "currency",
    }
