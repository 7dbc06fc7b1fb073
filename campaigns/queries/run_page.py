"""One run with everything that was recorded about it, and what of that can be corrected (R7.1 - R7.3)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.http import Http404

from campaigns.domain.corrected import EVENT_FIELDS, RUN_FIELDS, CorrectedField
from campaigns.domain.run_states import can_change
from campaigns.domain.vocabulary import CampaignState, RunState
from campaigns.domain.workflow import can_record
from campaigns.models import Campaign, Correction, Run, StopEvent
from campaigns.queries.run_checks import judges_of
from campaigns.queries.runs import RunRow, run_row
from campaigns.queries.stop_events import ShownCorrection, ShownEvent, shown_correction, shown_event


@dataclass(frozen=True)
class RunPage:
    """What the page of one run shows."""

    row: RunRow
    events: tuple[ShownEvent, ...]
    corrections: tuple[ShownCorrection, ...]
    can_change: bool
    can_stop: bool


@dataclass(frozen=True)
class Correctable:
    """One recorded figure that a second record may put right, as it counts now."""

    field: CorrectedField
    old: str = ""
    moment: datetime | None = None
    metric: str = ""
    event: StopEvent | None = None


def run_for(campaign: Campaign, identifier: str) -> Run:
    """The campaign's run of this identifier, with all that its page shows; another one answers 404."""
    events = StopEvent.objects.select_related("recorded_by", "rule").prefetch_related(
        "corrections__corrected_by"
    )
    run = (
        campaign.runs.select_related("variant", "corpus", "order__package", "step", "recorded_by")
        .defer("corpus__identifiers")
        .prefetch_related(
            Prefetch("stop_events", events),
            Prefetch("corrections", Correction.objects.select_related("corrected_by")),
        )
        .filter(identifier=identifier)
        .first()
    )
    if run is None:
        raise Http404
    run.campaign = campaign
    return run


def run_page(run: Run) -> RunPage:
    """Everything that the page of a run shows."""
    open_ = can_record(CampaignState(run.campaign.state))
    state = RunState(run.state)
    return RunPage(
        row=run_row(run, judges_of(run.campaign)),
        events=tuple(shown_event(event) for event in run.stop_events.all()),
        corrections=tuple(
            shown_correction(row) for row in run.corrections.all() if row.stop_event_id is None
        ),
        can_change=any(can_change(state, new) for new in RunState),
        can_stop=open_ and can_change(state, RunState.STOPPED) and run.started_at is not None,
    )


def correctable(run: Run, what: str, event: str = "", metric: str = "") -> Correctable:
    """The figure that a page's link names; what is no figure of this run answers 404."""
    if event:
        return _of_event(run, what, event)
    if what not in RUN_FIELDS:
        raise Http404
    match CorrectedField(what):
        case CorrectedField.STARTED if run.started_at:
            return Correctable(CorrectedField.STARTED, moment=run.started_at)
        case CorrectedField.ENDED if run.ended_at:
            return Correctable(CorrectedField.ENDED, moment=run.ended_at)
        case CorrectedField.METRIC if 0 < len(metric) <= 120:
            return Correctable(CorrectedField.METRIC, old=str(run.metrics.get(metric, "")), metric=metric)
        case CorrectedField.FILES:
            return Correctable(CorrectedField.FILES, old=run.files_at)
    raise Http404


def _of_event(run: Run, what: str, event: str) -> Correctable:
    found = next((row for row in run.stop_events.all() if str(row.pk) == event), None)
    if found is None or what not in EVENT_FIELDS:
        raise Http404
    now = shown_event(found).effective
    field = CorrectedField(what)
    if field is CorrectedField.EVENT_TIME:
        return Correctable(field, moment=now.at, event=found)
    old = now.observed if field is CorrectedField.OBSERVED else now.reason
    return Correctable(field, old=old, event=found)
