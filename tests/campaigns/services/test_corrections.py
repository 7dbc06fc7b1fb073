from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.corrected import CorrectedField
from campaigns.models import Campaign, Correction, Order, Run, StopEvent
from campaigns.queries.stop_events import shown_event
from campaigns.services.corrections import Right, correct_event, correct_run
from campaigns.services.stop_events import record_stop_event
from teams.models import AuditEvent, Person
from tests.running import NOW, advance, clock

pytestmark = pytest.mark.django_db
Record = Callable[..., Run]


def stopped(run: Run, by: Person) -> StopEvent:
    event = StopEvent(run=run, reason="loss is NaN", observed="NaN", at=clock(11))
    return record_stop_event(event=event, by=by, now=NOW)


def test_r7_3_corrected_end_counts_and_the_first_record_stays(recorded: Record, planner: Person) -> None:
    run = recorded()
    right = Right(CorrectedField.ENDED, moment=clock(13))
    correction = correct_run(run=run, right=right, reason="clock was wrong", by=planner, now=NOW)
    run.refresh_from_db()
    assert run.ended_at == clock(13)
    assert (correction.old, correction.new) == ("2026-07-14T12:00:00+00:00", "2026-07-14T13:00:00+00:00")
    assert AuditEvent.objects.get(action="correction").reason == "clock was wrong"


def test_r7_3_corrected_metric_keeps_its_old_value_beside_it(recorded: Record, planner: Person) -> None:
    run = recorded()
    right = Right(CorrectedField.METRIC, metric="accuracy", text="0.71")
    correct_run(run=run, right=right, reason="wrong split", by=planner, now=NOW)
    run.refresh_from_db()
    assert run.metrics == {"accuracy": "0.71"}
    assert (run.corrections.get().old, run.corrections.get().new) == ("accuracy = 0.75", "accuracy = 0.71")


def test_r7_3_correction_needs_a_reason_and_something_to_correct(recorded: Record, planner: Person) -> None:
    run = recorded()
    with pytest.raises(ValidationError, match="cannot be blank"):
        correct_run(
            run=run, right=Right(CorrectedField.ENDED, moment=clock(13)), reason="", by=planner, now=NOW
        )
    with pytest.raises(ValidationError, match="nothing to correct"):
        correct_run(
            run=run, right=Right(CorrectedField.ENDED, moment=clock(12)), reason="?", by=planner, now=NOW
        )
    with pytest.raises(ValidationError, match="ends after it starts"):
        correct_run(
            run=run, right=Right(CorrectedField.ENDED, moment=clock(9)), reason="?", by=planner, now=NOW
        )
    run.refresh_from_db()
    assert run.ended_at == clock(12)
    assert not Correction.objects.exists()


def test_r7_3_run_without_an_end_gets_it_by_its_change_of_state(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    with pytest.raises(ValidationError, match="no recorded end yet"):
        correct_run(
            run=run, right=Right(CorrectedField.ENDED, moment=clock(12)), reason="?", by=planner, now=NOW
        )


def test_r7_4_corrected_time_cannot_move_a_run_onto_anothers_lane(
    recorded: Record, planner: Person, order: Order
) -> None:
    first = recorded(order=order, lane=0)
    second = recorded(order=order, lane=0, started_at=clock(13), ended_at=clock(14))
    right = Right(CorrectedField.STARTED, moment=clock(11))
    with pytest.raises(ValidationError, match=first.identifier):
        correct_run(run=second, right=right, reason="?", by=planner, now=NOW)


def test_r7_3_corrected_event_stays_as_recorded_and_counts_as_corrected(
    recorded: Record, planner: Person
) -> None:
    event = stopped(recorded(state="running", ended_at=None), planner)
    for field, value in ((CorrectedField.OBSERVED, "Infinity"), (CorrectedField.REASON, "it diverged")):
        correct_event(event=event, right=Right(field, text=value), reason="misread", by=planner, now=NOW)
    event = StopEvent.objects.get()
    shown = shown_event(event)
    assert (event.observed, event.reason) == ("NaN", "loss is NaN")
    assert (shown.effective.observed, shown.effective.reason) == ("Infinity", "it diverged")
    assert len(shown.corrections) == 2


def test_r7_3_corrected_time_of_an_event_moves_the_end_of_its_run(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    event = stopped(run, planner)
    right = Right(CorrectedField.EVENT_TIME, moment=clock(10, 30))
    correct_event(event=event, right=right, reason="server clock", by=planner, now=NOW)
    run.refresh_from_db()
    assert run.ended_at == clock(10, 30)
    with pytest.raises(ValidationError, match="started later"):
        correct_event(
            event=event,
            right=Right(CorrectedField.EVENT_TIME, moment=clock(9)),
            reason="?",
            by=planner,
            now=NOW,
        )


def test_figures_of_an_event_and_of_a_run_are_not_mixed_up(recorded: Record, planner: Person) -> None:
    event = stopped(recorded(state="running", ended_at=None), planner)
    with pytest.raises(ValidationError, match="Only an event"):
        correct_run(
            run=event.run, right=Right(CorrectedField.REASON, text="x"), reason="?", by=planner, now=NOW
        )
    with pytest.raises(ValidationError, match="no such figure"):
        correct_event(
            event=event, right=Right(CorrectedField.FILES, text="x"), reason="?", by=planner, now=NOW
        )


def test_r11_5_closed_campaign_still_takes_corrections_of_those_who_may(
    recorded: Record, running_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    run = recorded()
    advance(running_campaign, "closed")
    right = Right(CorrectedField.FILES, text="/archive/r1")
    with pytest.raises(PermissionDenied):
        correct_run(run=run, right=right, reason="moved", by=viewer, now=NOW)
    correct_run(run=run, right=right, reason="moved", by=planner, now=NOW)
    run.refresh_from_db()
    assert run.files_at == "/archive/r1"
