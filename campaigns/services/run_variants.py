"""Configurations that a file of runs brings become variants, while the plan can be changed (R2.5, R5.2)."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext

from campaigns.domain.run_groups import FoundConfiguration
from campaigns.domain.vocabulary import Priority, VariantRole
from campaigns.models import Campaign, Variant
from campaigns.services.factors import StatedFactor, save_factors
from campaigns.services.variants import StatedVariant, save_variant
from teams.models import Person


def create_variants(
    campaign: Campaign, found: Sequence[FoundConfiguration], *, by: Person, now: datetime
) -> dict[str, Variant]:
    """Add a variant for each configuration of a locked campaign, and the factors that are missing, by key."""
    if not found:
        return {}
    _add_factors(campaign, found, by, now)
    made = {}
    for configuration in found:
        stated = StatedVariant(
            name=_name(configuration),
            role=VariantRole.VARIANT,
            priority=Priority.USEFUL,
            values=dict(configuration.values),
            meets_probability=None,
            if_meets=None,
            if_not=None,
            if_inconclusive=None,
        )
        campaign.refresh_from_db(fields=["revision"])
        made[configuration.key] = save_variant(
            campaign=campaign, variant=None, stated=stated, by=by, now=now, seen_revision=campaign.revision
        )
    return made


def _name(configuration: FoundConfiguration) -> str:
    """The values in one line; one value alone needs no factor before it."""
    if len(configuration.values) == 1:
        return configuration.values[0][1][:120]
    return configuration.title[:120] or gettext("without values")


def _add_factors(campaign: Campaign, found: Sequence[FoundConfiguration], by: Person, now: datetime) -> None:
    known = [StatedFactor(row.pk, row.name) for row in campaign.factors.all()]
    names = dict.fromkeys(name for configuration in found for name, _value in configuration.values)
    new = [StatedFactor(None, name) for name in names if name not in {factor.name for factor in known}]
    if new:
        factors = [*known, *new]
        save_factors(campaign=campaign, factors=factors, by=by, now=now, seen_revision=campaign.revision)
