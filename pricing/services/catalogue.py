"""Keeping a team's catalogue: a price is never changed, a newer one stands before it (R4.6)."""

from datetime import date, datetime, timedelta
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from pricing.domain.money import minor_digits
from pricing.models import Package, Price, Provider
from teams.domain.roles import Permission
from teams.models import Person, Team
from teams.queries.clock import day_in
from teams.services import audit
from teams.services.access import check_may


@transaction.atomic
def add_package(
    *,
    team: Team,
    provider: str,
    sku: str,
    gpu_model: str,
    gpus_per_batch: int,
    memory_per_gpu_gb: Decimal,
    duration: timedelta | None,
    by: Person,
    now: datetime,
) -> Package:
    """Add a unit of sale; its provider is taken by name, or made. No duration means *not stated*."""
    team = Team.objects.select_for_update().get(pk=team.pk)
    check_may(by, team, Permission.CATALOGUE)
    package = Package(
        provider=_provider(team, provider),
        sku=sku,
        gpu_model=gpu_model,
        gpus_per_batch=gpus_per_batch,
        memory_per_gpu_gb=memory_per_gpu_gb,
        duration_minutes=_minutes(duration),
    )
    package.full_clean()
    package.save()
    new = {
        "provider": package.provider.name,
        "GPU model": gpu_model,
        "GPUs per batch": gpus_per_batch,
        "memory per GPU (GB)": _plain(memory_per_gpu_gb),
        "duration (minutes)": package.duration_minutes or "not stated",
    }
    _record(package, by, now, action="package added", new=new)
    return package


@transaction.atomic
def record_price(
    *,
    package: Package,
    amount: Decimal | None,
    currency: str,
    source: str,
    captured_on: date,
    valid_until: date | None,
    by: Person,
    now: datetime,
) -> Price:
    """Record what a source says a whole batch costs; orders and frozen plans keep the price they had."""
    package = _locked(package, by)
    if captured_on > day_in(package.provider.team, now):
        raise ValidationError({"captured_on": _("A price cannot be captured on a day that has not come.")})
    _check_smallest_amount(amount, currency)
    before = package.prices.filter(captured_on__lte=captured_on).first()
    price = Price(
        package=package,
        amount=amount,
        currency=currency,
        source=source,
        captured_on=captured_on,
        valid_until=valid_until,
        recorded_by=by,
    )
    price.full_clean()
    price.save()
    old = {"price": _spoken(before), "source": before.source} if before else {}
    new = {"price": _spoken(price), "source": source, "captured on": captured_on.isoformat()}
    if valid_until:
        new["valid until"] = valid_until.isoformat()
    _record(package, by, now, action="price recorded", old=old, new=new)
    return price


@transaction.atomic
def confirm_memory(*, package: Package, memory_per_gpu_gb: Decimal, by: Person, now: datetime) -> Package:
    """Keep who looked up the card's memory and when; a figure that was wrong is put right by the same act."""
    package = _locked(package, by)
    before, package.memory_per_gpu_gb = package.memory_per_gpu_gb, memory_per_gpu_gb
    package.memory_confirmed_by, package.memory_confirmed_at = by, now
    package.full_clean()
    package.save(update_fields=["memory_per_gpu_gb", "memory_confirmed_by", "memory_confirmed_at"])
    _record(
        package,
        by,
        now,
        action="memory per GPU confirmed",
        old={"memory per GPU (GB)": _plain(before)},
        new={"memory per GPU (GB)": _plain(memory_per_gpu_gb)},
    )
    return package


@transaction.atomic
def retire_package(*, package: Package, by: Person, now: datetime, reason: str = "") -> Package:
    """Take a package out of comparisons; orders and plans that have it keep it."""
    package = _locked(package, by)
    if package.retired_at is not None:
        raise ValidationError(_("Somebody else retired this package already."))
    package.retired_at = now
    package.save(update_fields=["retired_at"])
    _record(package, by, now, action="package retired", reason=reason)
    return package


@transaction.atomic
def offer_again(*, package: Package, by: Person, now: datetime) -> Package:
    """Put a retired package back into comparisons."""
    package = _locked(package, by)
    if package.retired_at is None:
        raise ValidationError(_("This package is not retired."))
    package.retired_at = None
    package.save(update_fields=["retired_at"])
    _record(package, by, now, action="package offered again")
    return package


def _locked(package: Package, by: Person) -> Package:
    packages = Package.objects.select_for_update(of=("self",)).select_related("provider__team")
    fresh = packages.get(pk=package.pk)
    check_may(by, fresh.provider.team, Permission.CATALOGUE)
    return fresh


def _provider(team: Team, name: str) -> Provider:
    known = Provider.objects.filter(team=team, name__iexact=name).first()
    if known:
        return known
    provider = Provider(team=team, name=name)
    provider.full_clean()
    provider.save()
    return provider


def _minutes(duration: timedelta | None) -> int | None:
    if duration is None:
        return None
    minutes, rest = divmod(duration, timedelta(minutes=1))
    if rest:
        raise ValidationError({"duration": _("A duration is a whole number of minutes.")})
    return minutes


def _check_smallest_amount(amount: Decimal | None, currency: str) -> None:
    if amount is not None and minor_digits(currency) == 0 and amount % 1:
        raise ValidationError({"amount": _("%(currency)s has no decimals.") % {"currency": currency}})


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _spoken(price: Price) -> str:
    return "not stated" if price.amount is None else f"{price.amount:.2f} {price.currency}"


def _record(
    package: Package,
    by: Person,
    now: datetime,
    *,
    action: str,
    old: dict[str, str] | None = None,
    new: dict[str, object] | dict[str, str] | None = None,
    reason: str = "",
) -> None:
    team = package.provider.team
    audit.record(
        team=team,
        chain=audit.chain_of(team),
        by=by,
        now=now,
        action=action,
        object=f"{package.provider.name} {package.sku}",
        old=old,
        new=new,
        reason=reason,
    )
