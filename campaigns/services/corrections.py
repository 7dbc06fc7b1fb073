"""A second record says what is right; the first one stays (R7.3).

A recorded time or metric of a run is replaced by the right one, and the correction keeps the old. A stop
event is never touched: its page shows the correction beside it.
"""

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.corrected import CorrectedField, effective_event
from campaigns.domain.vocabulary import RunState
from campaigns.models import Correction, Run, StopEvent
from campaigns.queries.stop_events import recorded_event
from campaigns.services.lanes import save_run
from campaigns.services.runs import lock_run
from teams.models import Person
from teams.services import audit


@dataclass(frozen=True)
class Right:
    """What is right: a moment for a time, a metric's name and number, or a text for the words of an event."""

    field: CorrectedField
    moment: datetime | None = None
    text: str = ""
    metric: str = ""


@transaction.atomic
def correct_run(*, run: Run, right: Right, reason: str, by: Person, now: datetime) -> Correction:
    """Correct a time, a metric or the place of the files of a run, at any time, also after the close-out."""
    run = lock_run(run, by=by)
    match right.field:
        case CorrectedField.STARTED:
            old, run.started_at = run.started_at, _past(right, now)
            values = _moments(old, run.started_at)
        case CorrectedField.ENDED:
            old, run.ended_at = run.ended_at, _past(right, now)
            values = _moments(old, run.ended_at)
        case CorrectedField.METRIC:
            values = _correct_metric(run, right)
        case CorrectedField.FILES:
            values = (run.files_at, right.text)
            run.files_at = right.text
        case _:
            raise ValidationError({"field": _("Only an event has this.")})
    _check_recorded(run, right.field)
    save_run(run)
    return _save(run, None, right.field, values, reason, by, now)


@transaction.atomic
def correct_event(*, event: StopEvent, right: Right, reason: str, by: Person, now: datetime) -> Correction:
    """Correct what a stop event says; the event stays as it was recorded."""
    run = lock_run(event.run, by=by)
    known = effective_event(recorded_event(event))
    match right.field:
        case CorrectedField.EVENT_TIME:
            moment = _past(right, now)
            if run.started_at and moment <= run.started_at:
                raise ValidationError({"moment": _("The run started later than this.")})
            values = _moments(known.at, moment)
            if run.ended_at == known.at:
                run.ended_at = moment
                save_run(run)
        case CorrectedField.OBSERVED:
            values = (known.observed, right.text)
        case CorrectedField.REASON:
            values = (known.reason, right.text)
        case _:
            raise ValidationError({"field": _("An event has no such figure.")})
    return _save(run, event, right.field, values, reason, by, now)


def _past(right: Right, now: datetime) -> datetime:
    if right.moment is None:
        raise ValidationError({"moment": _("Give the right time.")})
    if right.moment > now:
        raise ValidationError({"moment": _("This lies in the future.")})
    return right.moment


def _moments(old: datetime | None, new: datetime) -> tuple[str, str]:
    return (old.isoformat() if old else "", new.isoformat())


def _correct_metric(run: Run, right: Right) -> tuple[str, str]:
    if not right.metric:
        raise ValidationError({"metric": _("Say which metric.")})
    old = run.metrics.get(right.metric)
    run.metrics = {**run.metrics, right.metric: right.text}
    return (f"{right.metric} = {old}" if old is not None else "", f"{right.metric} = {right.text}")


def _check_recorded(run: Run, field: CorrectedField) -> None:
    """A correction corrects: a run that has not ended gets its end by its change of state."""
    if field is CorrectedField.ENDED and run.state in (RunState.PLANNED, RunState.RUNNING):
        raise ValidationError({"field": _("This run has no recorded end yet. Record how it ended.")})


def _save(
    run: Run,
    event: StopEvent | None,
    field: CorrectedField,
    values: tuple[str, str],
    reason: str,
    by: Person,
    now: datetime,
) -> Correction:
    old, new = values
    if old == new:
        raise ValidationError(_("This is what was recorded; there is nothing to correct."))
    correction = Correction(
        run=run,
        stop_event=event,
        field=field.value,
        old=old[:400],
        new=new[:400],
        reason=reason,
        corrected_by=by,
        corrected_at=now,
    )
    correction.full_clean()
    correction.save()
    audit.record(
        team=run.campaign.team,
        chain=run.campaign.code,
        by=by,
        now=now,
        action="correction",
        object=run.identifier,
        old={field.value: old},
        new={field.value: new},
        reason=reason,
    )
    return correction
