"""Configurations that a file of runs brings become variants, while the plan can be changed (R2.5, R5.2)."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext

from campaigns.domain.run_groups import FoundConfiguration
from campaigns.domain.variants import configuration_hash
from campaigns.domain.vocabulary import CampaignState, Priority, VariantRole
from campaigns.domain.workflow import check_editable
from campaigns.models import Campaign, Factor, Variant
from campaigns.services.locking import touch
from teams.models import Person


def create_variants(
    campaign: Campaign, found: Sequence[FoundConfiguration], *, by: Person, now: datetime
) -> dict[str, Variant]:
    """Add a variant for each configuration of a locked campaign, and the factors that are missing, by key."""
    if not found:
        return {}
    check_editable(CampaignState(campaign.state), campaign.amendment_open)
    _add_factors(campaign, found)
    position = campaign.variants.count()
    made = {}
    for place, configuration in enumerate(found):
        values = dict(configuration.values)
        variant = Variant(
            campaign=campaign,
            identifier=f"V{campaign.next_variant_number}",
            name=_name(configuration),
            role=VariantRole.VARIANT.value,
            priority=Priority.USEFUL.value,
            values=values,
            configuration_hash=configuration_hash(values),
            position=position + place,
        )
        campaign.next_variant_number += 1
        variant.full_clean()
        variant.save()
        made[configuration.key] = variant
    campaign.save(update_fields=["next_variant_number"])
    touch(campaign)
    return made


def _name(configuration: FoundConfiguration) -> str:
    """The values in one line; one value alone needs no factor before it."""
    if len(configuration.values) == 1:
        return configuration.values[0][1][:120]
    return configuration.title[:120] or gettext("without values")


def _add_factors(campaign: Campaign, found: Sequence[FoundConfiguration]) -> None:
    known = set(campaign.factors.values_list("name", flat=True))
    names = dict.fromkeys(name for configuration in found for name, _value in configuration.values)
    for position, name in enumerate((name for name in names if name not in known), start=len(known)):
        factor = Factor(campaign=campaign, name=name, position=position)
        factor.full_clean()
        factor.save()
