"""Variants: stated, changed, dropped; an identifier stands for one configuration for ever (R2.1, R2.3, R2.5)."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.variants import configuration_hash, not_decisive
from campaigns.domain.vocabulary import Priority, VariantRole
from campaigns.models import Campaign, Choice, Variant
from campaigns.services.editing import lock_to_edit
from campaigns.services.locking import touch
from teams.models import Person
from teams.services import audit


@dataclass(frozen=True)
class StatedVariant:
    """What a planner says of a variant."""

    name: str
    role: VariantRole
    priority: Priority
    values: dict[str, str]
    meets_probability: Decimal | None
    if_meets: Choice | None
    if_not: Choice | None
    if_inconclusive: Choice | None


@transaction.atomic
def save_variant(
    *,
    campaign: Campaign,
    variant: Variant | None,
    stated: StatedVariant,
    by: Person,
    now: datetime,
    seen_revision: int,
) -> Variant:
    """Add a variant, or change one. A configuration that changes after a run gets a new identifier (R2.5)."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    old = campaign.variants.get(pk=variant.pk) if variant else None
    if old and old.dropped_at:
        raise ValidationError(_("%(variant)s was dropped and stays as it was.") % {"variant": old})
    _check(campaign, stated, old)
    before = _told(old) if old else {}
    row = old or Variant(campaign=campaign, position=campaign.variants.count())
    if old and old.runs.exists() and configuration_hash(stated.values) != old.configuration_hash:
        row = Variant(campaign=campaign, replaces=old, position=old.position)
        _replace(old, f"V{campaign.next_variant_number}", by, now)
    if not row.identifier:
        row.identifier = f"V{campaign.next_variant_number}"
        campaign.next_variant_number += 1
        campaign.save(update_fields=["next_variant_number"])
    _fill(row, stated)
    row.full_clean()
    row.save()
    if row.replaces:
        row.replaces.steps.update(variant=row)
    _record(campaign, by, now, "variant saved" if variant else "variant added", row, before)
    return row


@transaction.atomic
def drop_variant(
    *, campaign: Campaign, variant: Variant, reason: str, by: Person, now: datetime, seen_revision: int
) -> Variant:
    """Drop a variant from the plan with its steps; it stays listed, with the reason (R6.4)."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    row = campaign.variants.get(pk=variant.pk)
    if row.dropped_at:
        raise ValidationError(_("%(variant)s was dropped already.") % {"variant": row})
    if not reason.strip():
        raise ValidationError({"reason": _("Say why it is dropped.")})
    row.dropped_at, row.dropped_by, row.dropped_reason = now, by, reason.strip()
    row.full_clean()
    row.save()
    _record(campaign, by, now, "variant dropped", row, {}, reason)
    return row


@transaction.atomic
def restore_variant(
    *, campaign: Campaign, variant: Variant, by: Person, now: datetime, seen_revision: int
) -> Variant:
    """Take a dropped variant back into the plan; one that was replaced stays as it was (R2.5)."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    row = campaign.variants.get(pk=variant.pk)
    if row.dropped_at is None or row.replaced_by.exists():
        raise ValidationError(_("%(variant)s cannot be taken back.") % {"variant": row})
    controls = campaign.variants.filter(dropped_at=None, role=VariantRole.CONTROL.value)
    if row.role == VariantRole.CONTROL and controls.exists():
        raise ValidationError(_("%(control)s is the control now.") % {"control": controls.first()})
    reason = row.dropped_reason
    row.dropped_at, row.dropped_by, row.dropped_reason = None, None, ""
    row.full_clean()
    row.save()
    _record(campaign, by, now, "variant taken back", row, {"dropped": reason})
    return row


def _check(campaign: Campaign, stated: StatedVariant, old: Variant | None) -> None:
    active = campaign.variants.filter(dropped_at=None).exclude(pk__in=[old.pk] if old else [])
    if stated.role is VariantRole.CONTROL:
        if other := active.filter(role=VariantRole.CONTROL.value).first():
            message = _(
                "%(control)s is the control. Change its role first, or make this an isolating control."
            )
            raise ValidationError({"role": message % {"control": other}})
        return
    following = (stated.if_meets, stated.if_not, stated.if_inconclusive)
    meets, does_not, inconclusive = (choice.text if choice else "" for choice in following)
    if stated.priority is Priority.ESSENTIAL and not_decisive(meets, does_not, inconclusive):
        message = _(
            "All three results lead to the same choice: the variant is not decisive and cannot be essential."
        )
        raise ValidationError({"priority": message})


def _replace(old: Variant, identifier: str, by: Person, now: datetime) -> None:
    """The old identifier keeps its runs and leaves the plan."""
    message = _("Its configuration changed after a run: %(identifier)s replaces it.")
    old.dropped_at, old.dropped_by = now, by
    old.dropped_reason = message % {"identifier": identifier}
    old.full_clean()
    old.save()


def _fill(row: Variant, stated: StatedVariant) -> None:
    is_control = stated.role is VariantRole.CONTROL
    row.name, row.role, row.priority = stated.name, stated.role.value, stated.priority.value
    row.values = {name: value.strip() for name, value in stated.values.items() if value.strip()}
    row.configuration_hash = configuration_hash(row.values)
    row.meets_probability = None if is_control else stated.meets_probability
    row.if_meets = None if is_control else stated.if_meets
    row.if_not = None if is_control else stated.if_not
    row.if_inconclusive = None if is_control else stated.if_inconclusive


def _told(row: Variant) -> dict[str, object]:
    following = (row.if_meets, row.if_not, row.if_inconclusive)
    return {
        "name": row.name,
        "role": row.role,
        "priority": row.priority,
        "values": row.values,
        "meets_probability": str(row.meets_probability) if row.meets_probability is not None else None,
        "choices": [choice.text if choice else None for choice in following],
        "replaces": row.replaces.identifier if row.replaces else None,
    }


def _record(
    campaign: Campaign,
    by: Person,
    now: datetime,
    action: str,
    row: Variant,
    before: dict[str, object],
    reason: str = "",
) -> None:
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=str(row),
        old=before,
        new=_told(row),
        reason=reason,
    )
