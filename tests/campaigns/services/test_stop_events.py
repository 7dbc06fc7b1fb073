from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.vocabulary import RunState
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Order, Run, StopEvent, StopRule
from campaigns.services.locking import Moved
from campaigns.services.runs import News, report
from campaigns.services.stop_events import record_stop_event
from teams.models import AuditEvent, Person
from tests.running import NOW, advance, clock

pytestmark = pytest.mark.django_db
Record = Callable[..., Run]


def event(run: Run, **values: object) -> StopEvent:
    return StopEvent(run=run, **({"reason": "loss is NaN", "observed": "NaN", "at": clock(11)} | values))


def test_r7_3_stop_event_stops_its_run_and_ends_it_at_that_time(
    recorded: Record, planner: Person, rule: StopRule
) -> None:
    run = recorded(state="running", ended_at=None)
    saved = record_stop_event(event=event(run, rule=rule), by=planner, now=NOW)
    run.refresh_from_db()
    assert (run.state, run.ended_at) == ("stopped", clock(11))
    assert (saved.kind, saved.recorded_by, saved.recorded_at) == ("quality below threshold", planner, NOW)
    trail = AuditEvent.objects.get(action="stop event")
    assert (trail.object, trail.reason, trail.new["observed"]) == (run.identifier, "loss is NaN", "NaN")


def test_r7_3_cause_that_is_no_rule_of_the_plan_is_recorded_as_other(
    recorded: Record, planner: Person
) -> None:
    run = recorded(state="running", ended_at=None)
    assert record_stop_event(event=event(run), by=planner, now=NOW).kind == "other"


def test_r7_2_stopped_run_stays_stopped_whatever_comes_later(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    record_stop_event(event=event(run), by=planner, now=NOW)
    with pytest.raises(NotAllowed, match="stays stopped"):
        report(run=run, news=News(RunState.FINISHED, ended_at=clock(12)), by=planner, now=NOW)
    with pytest.raises(NotAllowed, match="stays stopped"):
        record_stop_event(event=event(run), by=planner, now=NOW)


def test_r7_2_finished_run_that_had_been_stopped_keeps_its_machine_time(
    recorded: Record, planner: Person
) -> None:
    run = recorded()
    record_stop_event(event=event(run), by=planner, now=NOW)
    run.refresh_from_db()
    assert (run.state, run.ended_at) == ("stopped", clock(12))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"reason": ""}, "cannot be blank"),
        ({"at": clock(9)}, "started later"),
    ],
)
def test_r7_3_event_without_reason_or_before_the_start_changes_nothing(
    recorded: Record, planner: Person, values: dict[str, object], message: str
) -> None:
    run = recorded(state="running", ended_at=None)
    with pytest.raises(ValidationError, match=message):
        record_stop_event(event=event(run, **values), by=planner, now=NOW)
    run.refresh_from_db()
    assert run.state == "running"
    assert not StopEvent.objects.exists()


def test_r7_3_run_that_has_not_started_cannot_be_stopped(recorded: Record, planner: Person) -> None:
    run = recorded(state="planned", started_at=None, ended_at=None)
    with pytest.raises(ValidationError, match="has not started"):
        record_stop_event(event=event(run), by=planner, now=NOW)


def test_rule_of_another_campaign_is_refused(recorded: Record, planner: Person, campaign: Campaign) -> None:
    other = Campaign.objects.create(team=campaign.team, title="Another", created_by=planner)
    stranger = other.stop_rules.create(kind="time limit")
    run = recorded(state="running", ended_at=None)
    with pytest.raises(ValidationError, match="not one of the campaign"):
        record_stop_event(event=event(run, rule=stranger), by=planner, now=NOW)


def test_page_that_showed_another_state_stops_nothing(
    recorded: Record, planner: Person, viewer: Person
) -> None:
    run = recorded(state="running", ended_at=None)
    with pytest.raises(Moved):
        record_stop_event(event=event(run), by=planner, now=NOW, seen_state="planned")
    with pytest.raises(PermissionDenied):
        record_stop_event(event=event(run), by=viewer, now=NOW)


def test_r11_5_ended_campaign_takes_no_new_stop_event(
    recorded: Record, running_campaign: Campaign, planner: Person
) -> None:
    run = recorded()
    advance(running_campaign, "closed")
    with pytest.raises(NotAllowed, match="closed"):
        record_stop_event(event=event(run), by=planner, now=NOW)


def test_r7_4_stopped_run_frees_its_lane(recorded: Record, planner: Person, order: Order) -> None:
    run = recorded(state="running", ended_at=None, order=order, lane=0)
    record_stop_event(event=event(run), by=planner, now=NOW)
    assert recorded(order=order, lane=0, started_at=clock(11), ended_at=clock(12)).lane == 0
