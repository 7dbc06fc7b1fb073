"""The catalogue as its pages show it: every package of a person's teams with all its prices (R4.6)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F, Prefetch, QuerySet

from pricing.domain.money import Money
from pricing.domain.prices import PriceStanding, Validity, standings
from pricing.models import Package, Price, Provider
from teams.domain.roles import Permission, Role, permits
from teams.models import Membership, Person, Team
from teams.queries.clock import day_in


@dataclass(frozen=True)
class PriceLine:
    """One recorded price and what it is today; no money means *price not stated*."""

    price: Price
    money: Money | None
    standing: PriceStanding


@dataclass(frozen=True)
class PackageLine:
    """One package; no duration means *duration not stated*."""

    package: Package
    duration: timedelta | None
    prices: tuple[PriceLine, ...]

    @property
    def current(self) -> PriceLine | None:
        """The price that is in force, if one is."""
        return next((line for line in self.prices if line.standing == PriceStanding.IN_FORCE), None)

    @property
    def ended(self) -> PriceLine | None:
        """The newest price when none is in force: shown as no longer valid, never as the price."""
        return self.prices[0] if self.prices and self.current is None else None


@dataclass(frozen=True)
class Shelf:
    """The catalogue of one team."""

    team: Team
    may_keep: bool
    lines: tuple[PackageLine, ...]


def packages_of(person: Person) -> "QuerySet[Package]":
    """The packages of the person's teams."""
    return Package.objects.filter(provider__team__memberships__person=person).select_related("provider__team")


def shelves_of(person: Person, now: datetime) -> tuple[Shelf, ...]:
    """The catalogues of all the person's teams, retired packages last. Three queries."""
    memberships = Membership.objects.filter(person=person).select_related("team").order_by("team__name")
    packages = _with_prices(packages_of(person)).order_by(
        F("retired_at").desc(nulls_first=True), "gpu_model", "duration_minutes", "sku"
    )
    lines: dict[int, list[PackageLine]] = {}
    for row in packages:
        team = row.provider.team
        lines.setdefault(team.pk, []).append(package_line(row, day_in(team, now)))
    return tuple(
        Shelf(
            team=each.team,
            may_keep=permits(Role(each.role), Permission.CATALOGUE),
            lines=tuple(lines.get(each.team_id, ())),
        )
        for each in memberships
    )


def package_of(person: Person, number: int) -> Package | None:
    """One package of the person's teams with its prices, or None. Two queries."""
    return _with_prices(packages_of(person)).filter(pk=number).first()


def package_line(row: Package, day: date) -> PackageLine:
    """One package with its prices, newest first."""
    prices = list(row.prices.all())
    held = standings([Validity(price.captured_on, price.valid_until) for price in prices], day)
    return PackageLine(
        package=row,
        duration=timedelta(minutes=row.duration_minutes) if row.duration_minutes else None,
        prices=tuple(
            PriceLine(price, _money(price), standing) for price, standing in zip(prices, held, strict=True)
        ),
    )


def provider_names(teams: "QuerySet[Team]") -> tuple[str, ...]:
    """The names of the providers that these teams know, to choose from."""
    return tuple(Provider.objects.filter(team__in=teams).values_list("name", flat=True).distinct())


def _with_prices(packages: "QuerySet[Package]") -> "QuerySet[Package]":
    prices = Prefetch("prices", queryset=Price.objects.select_related("recorded_by"))
    return packages.select_related("memory_confirmed_by").prefetch_related(prices)


def _money(price: Price) -> Money | None:
    return None if price.amount is None else Money(price.amount, price.currency)
