"""What stopped a run: recorded once, never edited; its run stays stopped (R7.2, R7.3)."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.run_states import check_change
from campaigns.domain.vocabulary import CampaignState, RunState, StopRuleKind
from campaigns.domain.workflow import check_recordable
from campaigns.models import Run, StopEvent
from campaigns.services.lanes import save_run
from campaigns.services.runs import lock_run
from teams.models import Person
from teams.services import audit


@transaction.atomic
def record_stop_event(
    *, event: StopEvent, by: Person, now: datetime, seen_state: str | None = None
) -> StopEvent:
    """Record an event built by the form; its run is stopped, and ended then unless it had ended."""
    run = lock_run(event.run, by=by, seen_state=seen_state)
    check_recordable(CampaignState(run.campaign.state))
    check_change(RunState(run.state), RunState.STOPPED)
    _check_event(event, run, now)
    event.run, event.recorded_by, event.recorded_at = run, by, now
    event.full_clean()
    event.save()
    run.state = RunState.STOPPED.value
    run.ended_at = run.ended_at or event.at
    save_run(run)
    audit.record(
        team=run.campaign.team,
        chain=run.campaign.code,
        by=by,
        now=now,
        action="stop event",
        object=run.identifier,
        new={"rule": event.kind, "observed": event.observed, "at": event.at.isoformat()},
        reason=event.reason,
    )
    return event


def _check_event(event: StopEvent, run: Run, now: datetime) -> None:
    if event.rule is not None:
        if event.rule.campaign_id != run.campaign.pk:
            raise ValidationError({"rule": _("This rule is not one of the campaign's.")})
        event.kind = event.rule.kind
    elif not event.kind:
        event.kind = StopRuleKind.OTHER.value
    if run.started_at is None:
        raise ValidationError(_("This run has not started: record its start first."))
    if event.at > now:
        raise ValidationError({"at": _("This lies in the future.")})
    if event.at <= run.started_at:
        raise ValidationError({"at": _("The run started later than this.")})
