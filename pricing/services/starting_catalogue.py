"""What every new team starts with: the packages of ``pricing/catalogue.json``, as their source states them."""

import json
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.db import transaction

from pricing.domain.money import Money
from pricing.domain.packages import Package as PackageValue
from pricing.models import Package, Price, Provider
from teams.models import Person, Team
from teams.services import audit

CATALOGUE = Path(__file__).resolve().parent.parent / "catalogue.json"


def stated_packages() -> tuple[PackageValue, ...]:
    """The starting catalogue as values, for a plan that is shown without a database."""
    stated: dict[str, Any] = json.loads(CATALOGUE.read_text("utf-8"))
    return tuple(
        PackageValue(
            sku=row["sku"],
            name=f"{stated['provider']} {row['sku']}",
            provider=stated["provider"],
            gpu_model=row["gpu_model"],
            gpus_per_batch=row["gpus_per_batch"],
            memory_per_gpu_gb=Decimal(row["memory_per_gpu_gb"]),
            duration=None if row["duration_hours"] is None else timedelta(hours=row["duration_hours"]),
            price=None if row["price"] is None else Money(Decimal(row["price"]), row["currency"]),
        )
        for row in stated["packages"]
    )


@transaction.atomic
def install_catalogue(*, team: Team, by: Person, now: datetime) -> Provider:
    """Copy the packages that the team does not have yet; one without a price keeps *price not stated*.

    Doing it again adds nothing, so that it can be part of every start.
    """
    stated: dict[str, Any] = json.loads(CATALOGUE.read_text("utf-8"))
    provider, _made = Provider.objects.get_or_create(team=team, name=stated["provider"])
    known = set(provider.packages.values_list("sku", flat=True))
    new = [row for row in stated["packages"] if row["sku"] not in known]
    for row in new:
        _add(provider, row, stated, by)
    if new:
        audit.record(
            team=team,
            chain=audit.chain_of(team),
            by=by,
            now=now,
            action="catalogue installed",
            object=provider.name,
            new={row["sku"]: _spoken(row) for row in new},
            reason=f"{stated['source']}, {stated['captured_on']}",
        )
    return provider


def _add(provider: Provider, row: dict[str, Any], stated: dict[str, Any], by: Person) -> None:
    hours = row["duration_hours"]
    package = Package(
        provider=provider,
        sku=row["sku"],
        gpu_model=row["gpu_model"],
        gpus_per_batch=row["gpus_per_batch"],
        memory_per_gpu_gb=Decimal(row["memory_per_gpu_gb"]),
        duration_minutes=None if hours is None else hours * 60,
    )
    package.full_clean()
    package.save()
    price = Price(
        package=package,
        amount=None if row["price"] is None else Decimal(row["price"]),
        currency=row["currency"],
        source=stated["source"],
        captured_on=date.fromisoformat(stated["captured_on"]),
        recorded_by=by,
    )
    price.full_clean()
    price.save()


def _spoken(row: dict[str, Any]) -> str:
    return "not stated" if row["price"] is None else f"{row['price']} {row['currency']}"
