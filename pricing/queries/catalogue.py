"""The catalogue of a team: packages with the price that is in force on a day (R4.6)."""

from datetime import date, timedelta

from django.db.models import Prefetch, Q

from pricing.domain.money import Money
from pricing.domain.packages import Package
from pricing.models import Package as PackageRow
from pricing.models import Price
from teams.models import Team


def packages_for(team: Team, on: date) -> tuple[tuple[PackageRow, Price | None, Package], ...]:
    """The packages on sale with the newest price that is in force that day, if one is. Two queries."""
    in_force = Price.objects.filter(
        Q(valid_until__isnull=True) | Q(valid_until__gte=on), captured_on__lte=on
    ).order_by("-captured_on", "-id")
    rows = (
        PackageRow.objects.filter(provider__team=team, retired_at__isnull=True)
        .select_related("provider")
        .prefetch_related(Prefetch("prices", queryset=in_force, to_attr="prices_in_force"))
    )
    return tuple((row, _newest(row), package_from(row, _newest(row))) for row in rows)


def package_from(row: PackageRow, price: Price | None) -> Package:
    """One package as a value; what the source does not state stays None."""
    return Package(
        sku=row.sku,
        name=f"{row.provider.name} {row.sku}",
        provider=row.provider.name,
        gpu_model=row.gpu_model,
        gpus_per_batch=row.gpus_per_batch,
        memory_per_gpu_gb=row.memory_per_gpu_gb,
        duration=timedelta(minutes=row.duration_minutes) if row.duration_minutes else None,
        price=Money(price.amount, price.currency) if price and price.amount is not None else None,
    )


def _newest(row: PackageRow) -> Price | None:
    prices: list[Price] = row.prices_in_force  # type: ignore[attr-defined]
    return prices[0] if prices else None
