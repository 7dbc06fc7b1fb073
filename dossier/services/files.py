"""What the dossier expects: declared from the goal or by hand, and an absence explained (R10.1)."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState, Priority
from campaigns.domain.workflow import check_recordable
from campaigns.models import Campaign, Variant
from campaigns.services.locking import lock
from dossier.domain.expectations import VariantOfDossier, expected_files
from dossier.models import ExpectedFile
from dossier.queries.closeout_data import promised
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit

OBJECT_LENGTH = 200
"""What the trail keeps of a name; a path may be longer."""


def lock_for_files(campaign: Campaign, by: Person) -> Campaign:
    """Begin any action on the dossier: locked, allowed, and not after the campaign ended."""
    campaign = lock(campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    return campaign


@transaction.atomic
def expect_what_the_goal_promises(*, campaign: Campaign, by: Person, now: datetime) -> int:
    """Declare a file for every deliverable of the goal that is not expected yet; answer how many were added."""
    campaign = lock_for_files(campaign, by)
    variants = {variant.identifier: variant for variant in campaign.variants.order_by("position", "pk")}
    known = set(campaign.expected_files.values_list("kind", "variant__identifier"))
    wanted = expected_files(promised(campaign), [_of_dossier(variant) for variant in variants.values()])
    new = [file for file in wanted if (file.kind.value, file.owner or None) not in known]
    for file in new:
        row = ExpectedFile(
            campaign=campaign,
            path=file.pattern,
            kind=file.kind.value,
            priority=file.priority.value,
            variant=variants.get(file.owner),
            declared_by=by,
            declared_at=now,
        )
        row.full_clean()
        row.save()
    if new:
        record(campaign, by, now, "files expected", "dossier", {"files": [file.pattern for file in new]})
    return len(new)


def _of_dossier(variant: Variant) -> VariantOfDossier:
    return VariantOfDossier(variant.identifier, Priority(variant.priority), variant.dropped_at is not None)


@transaction.atomic
def expect_file(*, file: ExpectedFile, by: Person, now: datetime) -> ExpectedFile:
    """Declare one more expected file, or change where one is looked for."""
    campaign = lock_for_files(file.campaign, by)
    file.campaign = campaign
    if file._state.adding:
        file.declared_by, file.declared_at = by, now
    file.full_clean()
    file.save()
    record(campaign, by, now, "file expected", file.path, {"kind": file.kind, "priority": file.priority})
    return file


@transaction.atomic
def explain_absence(*, file: ExpectedFile, reason: str, by: Person, now: datetime) -> ExpectedFile:
    """Say why an expected file is missing or stays unverified; the close-out shows it."""
    campaign = lock_for_files(file.campaign, by)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why it is missing.")})
    file = campaign.expected_files.select_for_update().get(pk=file.pk)
    old, file.absence_reason = file.absence_reason, reason
    file.save(update_fields=["absence_reason"])
    record(campaign, by, now, "absence explained", file.path, {"reason": reason}, {"reason": old})
    return file


def record(
    campaign: Campaign,
    by: Person,
    now: datetime,
    action: str,
    what: str,
    new: Mapping[str, object],
    old: Mapping[str, object] | None = None,
) -> None:
    """Write one event of the dossier into the campaign's trail."""
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=f"{campaign.code} {what}"[:OBJECT_LENGTH],
        old=old,
        new=new,
    )
