"""Time that people and transfers really took on a step; a wrong row is taken back by a second one (R11.1)."""

from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import check_recordable
from campaigns.models import TimeEntry
from campaigns.services.locking import lock
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit


@transaction.atomic
def record_time(*, entry: TimeEntry, by: Person, now: datetime, today: date) -> TimeEntry:
    """Record an entry built by the form. ``today`` is the date in the team's zone; later days are refused."""
    campaign = lock(entry.campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    if entry.step.campaign_id != campaign.pk:
        raise ValidationError({"step": _("This step is not one of the campaign's.")})
    if entry.worked_on > today:
        raise ValidationError({"worked_on": _("This lies in the future.")})
    entry.campaign, entry.recorded_by, entry.recorded_at = campaign, by, now
    entry.full_clean()
    entry.save()
    return entry


@transaction.atomic
def take_back(*, entry: TimeEntry, reason: str, by: Person, now: datetime) -> TimeEntry:
    """Take a wrong entry back with a second row that refers to it; both stay, also after the close-out."""
    campaign = lock(entry.campaign, by=by, permission=Permission.RECORD)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why it was wrong.")})
    if entry.takes_back_id is not None:
        raise ValidationError(_("This row takes another one back; record the right time as a new row."))
    if TimeEntry.objects.filter(takes_back=entry).exists():
        raise ValidationError(_("This row was already taken back."))
    second = TimeEntry(
        campaign=campaign,
        step=entry.step,
        minutes=entry.minutes,
        worked_on=entry.worked_on,
        note=reason[:300],
        takes_back=entry,
        recorded_by=by,
        recorded_at=now,
    )
    second.full_clean()
    second.save()
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="time taken back",
        object=f"{campaign.code} {entry.step.key}",
        old={"minutes": entry.minutes, "on": entry.worked_on.isoformat()},
        reason=reason,
    )
    return second
