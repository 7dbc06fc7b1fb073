"""The order in which variants are worth running: suggested by R2.4, changed by people who say why."""

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import VariantRole
from campaigns.models import Campaign, Variant
from campaigns.queries.variants import variants_page
from campaigns.services.editing import lock_to_edit
from campaigns.services.locking import touch
from teams.models import Person
from teams.services import audit


@transaction.atomic
def move_variant(
    *,
    campaign: Campaign,
    variant: Variant,
    upwards: bool,
    reason: str,
    by: Person,
    now: datetime,
    seen_revision: int,
) -> None:
    """Move a variant one place; an order that departs from the suggestion needs a reason (R2.4)."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    order = _order(campaign)
    before = [row.identifier for row in order]
    place = next((at for at, row in enumerate(order) if row.pk == variant.pk), None)
    target = -1 if place is None else place + (-1 if upwards else 1)
    if place is None or not 0 <= target < len(order):
        raise ValidationError(_("%(variant)s cannot move further.") % {"variant": variant})
    order[place], order[target] = order[target], order[place]
    after = [row.identifier for row in order]
    suggested = [one.line.variant.identifier for one in variants_page(campaign).ranking]
    departs = [one for one in after if one in suggested] != suggested
    if departs and not reason.strip():
        raise ValidationError({"reason": _("This is not the suggested order. Say why.")})
    order[target].position_reason = reason.strip() if departs else ""
    _save(campaign, order)
    _record(campaign, by, now, before, after, reason)


@transaction.atomic
def order_as_suggested(*, campaign: Campaign, by: Person, now: datetime, seen_revision: int) -> None:
    """Take over the suggested order; reasons for another one are no longer needed."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    order = _order(campaign)
    suggested = [one.line.variant.identifier for one in variants_page(campaign).ranking]
    places = {identifier: at for at, identifier in enumerate(suggested)}
    before = [row.identifier for row in order]
    order.sort(key=lambda row: places.get(row.identifier, len(places)))
    for row in order:
        row.position_reason = ""
    _save(campaign, order)
    _record(campaign, by, now, before, [row.identifier for row in order], "")


def _order(campaign: Campaign) -> list[Variant]:
    """The variants that stand in the order: the control is above it."""
    rows = campaign.variants.filter(dropped_at=None).exclude(role=VariantRole.CONTROL.value)
    return list(rows.order_by("position", "pk"))


def _save(campaign: Campaign, order: Sequence[Variant]) -> None:
    for position, row in enumerate(order, start=1):
        row.position = position
        row.full_clean()
        row.save(update_fields=["position", "position_reason"])
    touch(campaign)


def _record(
    campaign: Campaign, by: Person, now: datetime, before: list[str], after: list[str], reason: str
) -> None:
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="variants ordered",
        object=campaign.code,
        old={"order": before},
        new={"order": after},
        reason=reason,
    )
