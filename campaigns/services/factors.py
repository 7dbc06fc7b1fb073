"""The factors in which variants differ; renaming one renames it in every configuration (R2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.variants import configuration_hash
from campaigns.models import Campaign, Factor
from campaigns.services.editing import lock_to_edit
from campaigns.services.locking import touch
from teams.models import Person
from teams.services import audit


@dataclass(frozen=True)
class StatedFactor:
    """One thing that can differ; ``number`` is the row in the database that it stands for, if any."""

    number: int | None
    name: str


@transaction.atomic
def save_factors(
    *, campaign: Campaign, factors: Sequence[StatedFactor], by: Person, now: datetime, seen_revision: int
) -> None:
    """Make these the factors, in this order. A factor of a configuration that ran keeps its name (R2.5)."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    known = {row.pk: row for row in campaign.factors.all()}
    before = [row.name for row in known.values()]
    new_names = {factor.number: factor.name for factor in factors if factor.number in known}
    renamed = {row.name: new_names.get(row.pk) for row in known.values() if new_names.get(row.pk) != row.name}
    _rename_values(campaign, renamed)
    campaign.factors.exclude(pk__in=[factor.number for factor in factors if factor.number]).delete()
    # Two factors may swap their names: free the old ones first.
    for number in known:
        campaign.factors.filter(pk=number).update(name=f"\x01{number}")
    for position, factor in enumerate(factors):
        row = known.get(factor.number or 0) or Factor(campaign=campaign)
        row.name, row.position = factor.name, position
        row.full_clean()
        row.save()
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="factors saved",
        object=campaign.code,
        old={"factors": before},
        new={"factors": [factor.name for factor in factors]},
    )


def _rename_values(campaign: Campaign, renamed: dict[str, str | None]) -> None:
    """Carry a new name into every configuration; None removes the factor's values."""
    if not renamed:
        return
    for variant in campaign.variants.all():
        if not set(variant.values) & set(renamed):
            continue
        if variant.runs.exists():
            message = _(
                "%(variant)s has runs: its factors keep their names. Add another factor, or another variant."
            )
            raise ValidationError(message % {"variant": variant})
        names = {name: renamed.get(name, name) for name in variant.values}
        variant.values = {new: variant.values[old] for old, new in names.items() if new is not None}
        variant.configuration_hash = configuration_hash(variant.values)
        variant.save(update_fields=["values", "configuration_hash"])
