"""The pilot: it begins, and its measured durations stand beside the assumptions (R6.1)."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import Action
from campaigns.models import Campaign, Measurement, Step
from campaigns.services.locking import lock, move, touch
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit


@transaction.atomic
def start_pilot(*, campaign: Campaign, by: Person, now: datetime) -> Campaign:
    """Let an approved campaign begin its pilot; from now on pilot runs and measurements are recorded."""
    campaign = lock(campaign, by=by, permission=Permission.RECORD)
    move(campaign, Action.START_PILOT)
    audit.record(
        team=campaign.team, chain=campaign.code, by=by, now=now, action="pilot started", object=campaign.code
    )
    return campaign


@transaction.atomic
def record_measurement(
    *, campaign: Campaign, step: Step, minutes: int, source: str, by: Person, now: datetime
) -> Measurement:
    """Record how long a step really took. A later one of the same step counts instead; both stay."""
    campaign = lock(campaign, by=by, permission=Permission.RECORD)
    if campaign.state != CampaignState.PILOTING:
        raise ValidationError(
            _("Measurements are recorded during the pilot; the campaign is now “%(state)s”.")
            % {"state": _(campaign.state)}
        )
    if step.campaign_id != campaign.pk:
        raise ValidationError({"step": _("This step belongs to another campaign.")})
    measurement = Measurement(
        campaign=campaign, step=step, minutes=minutes, source=source, recorded_by=by, recorded_at=now
    )
    measurement.full_clean()
    measurement.save()
    # A proposal whose evidence was gathered before this one is told.
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="measurement recorded",
        object=f"{campaign.code} {step.key}",
        old={"assumed_minutes": step.usual_minutes},
        new={"measured_minutes": minutes, "source": source},
    )
    return measurement
