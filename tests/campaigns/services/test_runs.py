from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.vocabulary import RunState
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Corpus, Order, Run, Step, Variant
from campaigns.services.locking import Moved
from campaigns.services.runs import News, record_run, report
from teams.models import Person, Team
from tests.running import NOW, add_variant, advance, clock

pytestmark = pytest.mark.django_db
Record = Callable[..., Run]


def new(campaign: Campaign, variant: Variant, **values: object) -> Run:
    return Run(campaign=campaign, variant=variant, **({"purpose": "main", "state": "planned"} | values))


def test_r7_1_product_gives_identifier_hash_and_corpus(
    recorded: Record, variant: Variant, running_campaign: Campaign
) -> None:
    first, second = recorded(), recorded(started_at=clock(12), ended_at=clock(13))
    code = running_campaign.code
    assert (first.identifier, second.identifier) == (f"{code}-V1-R01", f"{code}-V1-R02")
    assert first.configuration_hash == variant.configuration_hash
    assert first.corpus.name == "held-out"
    assert first.recorded_at == NOW


def test_r7_1_runs_are_counted_for_each_variant(recorded: Record, control: Variant) -> None:
    recorded()
    assert recorded(variant=control).identifier.endswith("-V0-R01")


def test_r1_5_run_is_compared_on_the_newest_frozen_corpus(
    recorded: Record, running_campaign: Campaign
) -> None:
    Corpus.objects.create(
        campaign=running_campaign,
        name="held-out",
        version="2",
        item_count=210,
        sha256="c" * 64,
        frozen_at=datetime(2026, 7, 2, tzinfo=UTC),
    )
    Corpus.objects.create(campaign=running_campaign, name="held-out", version="3", item_count=1)
    assert recorded().corpus.version == "2"


@pytest.mark.parametrize("purpose", ["main", "repeat"])
@pytest.mark.parametrize("state", ["approved", "piloting", "deciding"])
def test_r6_5_main_and_repeat_runs_are_refused_until_the_decision_is_approved(
    approved_campaign: Campaign, variant: Variant, planner: Person, purpose: str, state: str
) -> None:
    advance(approved_campaign, state)
    with pytest.raises(NotAllowed, match="waits for the approved pilot decision"):
        record_run(run=new(approved_campaign, variant, purpose=purpose), by=planner, now=NOW)
    assert not Run.objects.exists()


def test_r6_5_first_pilot_run_of_an_approved_plan_begins_the_pilot(
    approved_campaign: Campaign, variant: Variant, planner: Person
) -> None:
    record_run(run=new(approved_campaign, variant, purpose="pilot"), by=planner, now=NOW)
    approved_campaign.refresh_from_db()
    assert approved_campaign.state == "piloting"


def test_r6_5_refused_run_leaves_the_pilot_unbegun(
    approved_campaign: Campaign, variant: Variant, planner: Person
) -> None:
    run = new(approved_campaign, variant, purpose="pilot", state="finished")
    with pytest.raises(ValidationError, match="has a start and an end"):
        record_run(run=run, by=planner, now=NOW)
    approved_campaign.refresh_from_db()
    assert approved_campaign.state == "approved"
    assert not Run.objects.exists()


def test_r6_4_dropped_variant_gets_no_main_run_and_says_why(
    running_campaign: Campaign, variant: Variant, planner: Person, recorded: Record
) -> None:
    Variant.objects.filter(pk=variant.pk).update(
        dropped_at=NOW, dropped_by=planner, dropped_reason="too slow in the pilot"
    )
    variant.refresh_from_db()
    with pytest.raises(ValidationError, match="dropped: too slow in the pilot"):
        recorded()
    assert recorded(purpose="timing").purpose == "timing"


def test_r7_2_stopped_run_is_recorded_by_its_stop_event(recorded: Record) -> None:
    with pytest.raises(ValidationError, match="then the stop event"):
        recorded(state="stopped")


def test_r7_1_run_in_the_future_or_with_a_stranger_as_variant_or_step_is_refused(
    recorded: Record, planner: Person, team: Team
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    stranger = add_variant(other, "V0", "control", "control")
    foreign_step = Step.objects.create(
        campaign=other, key="x", phase="train", resource="gpu", usual_minutes=60
    )
    with pytest.raises(ValidationError, match="future"):
        recorded(ended_at=datetime(2027, 1, 1, tzinfo=UTC))
    with pytest.raises(ValidationError, match="not one of the campaign"):
        recorded(variant=stranger)
    with pytest.raises(ValidationError, match="not one of the campaign"):
        recorded(step=foreign_step)


def test_viewer_and_outsider_record_nothing(
    running_campaign: Campaign, variant: Variant, viewer: Person, outsider: Person
) -> None:
    for person in (viewer, outsider):
        with pytest.raises(PermissionDenied):
            record_run(run=new(running_campaign, variant), by=person, now=NOW)


def test_r7_2_planned_run_starts_and_finishes_with_its_metrics(recorded: Record, planner: Person) -> None:
    run = recorded(state="planned", started_at=None, ended_at=None, metrics={})
    report(run=run, news=News(RunState.RUNNING, started_at=clock(9)), by=planner, now=NOW)
    news = News(RunState.FINISHED, ended_at=clock(11), metrics={"accuracy": "0.71"}, files_at="/data/r1")
    run = report(run=run, news=news, by=planner, now=NOW)
    assert (run.state, run.started_at, run.ended_at) == ("finished", clock(9), clock(11))
    assert (run.metrics, run.files_at) == ({"accuracy": "0.71"}, "/data/r1")


def test_r7_2_failed_run_keeps_its_reason_and_stays_failed(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    news = News(RunState.FAILED, ended_at=clock(11), reason="CUDA out of memory")
    run = report(run=run, news=news, by=planner, now=NOW)
    assert (run.state, run.note) == ("failed", "CUDA out of memory")
    with pytest.raises(NotAllowed, match="stays failed"):
        report(run=run, news=News(RunState.FINISHED, ended_at=clock(11)), by=planner, now=NOW)


def test_r7_2_finished_run_that_had_failed_is_corrected_with_a_reason(
    recorded: Record, planner: Person
) -> None:
    run = recorded()
    with pytest.raises(ValidationError, match="Say why"):
        report(run=run, news=News(RunState.FAILED), by=planner, now=NOW)
    report(run=run, news=News(RunState.FAILED, reason="exit code 3"), by=planner, now=NOW)
    correction = run.corrections.get()
    assert (correction.field, correction.old, correction.new) == ("state", "finished", "failed")
    run.refresh_from_db()
    assert run.ended_at == clock(12)


def test_r11_5_run_is_declared_lost_with_its_last_sign_of_life_and_a_reason(
    recorded: Record, planner: Person
) -> None:
    run = recorded(state="running", ended_at=None)
    with pytest.raises(ValidationError, match="last sign of life"):
        report(run=run, news=News(RunState.UNKNOWN, lost=True, reason="machine gone"), by=planner, now=NOW)
    news = News(RunState.UNKNOWN, lost=True, reason="machine gone", ended_at=clock(11))
    run = report(run=run, news=news, by=planner, now=NOW)
    assert (run.state, run.reported_end, run.ended_at) == ("unknown", "declared lost", clock(11))
    assert run.corrections.get().reason == "machine gone"


def test_r7_2_news_of_a_lost_run_may_still_come(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    lost = News(RunState.UNKNOWN, lost=True, reason="machine gone", ended_at=clock(11))
    run = report(run=run, news=lost, by=planner, now=NOW)
    run = report(run=run, news=News(RunState.FINISHED, ended_at=clock(12)), by=planner, now=NOW)
    assert (run.state, run.reported_end, run.ended_at) == ("finished", "", clock(12))


def test_r7_2_silent_run_is_unknown_and_keeps_running_on_the_books(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    run = report(run=run, news=News(RunState.UNKNOWN), by=planner, now=NOW)
    assert (run.state, run.ended_at) == ("unknown", None)


def test_two_people_who_report_at_once_leave_one_report(recorded: Record, planner: Person) -> None:
    run = recorded(state="running", ended_at=None)
    news = News(RunState.FINISHED, ended_at=clock(11))
    report(run=run, news=news, by=planner, now=NOW, seen_state="running")
    with pytest.raises(Moved, match="it is now “finished”"):
        report(run=run, news=news, by=planner, now=NOW, seen_state="running")


def test_r11_5_end_learnt_after_the_campaign_was_cancelled_is_a_correction(
    recorded: Record, running_campaign: Campaign, planner: Person
) -> None:
    run = recorded(state="running", ended_at=None)
    advance(running_campaign, "cancelled")
    with pytest.raises(ValidationError, match="Say why"):
        report(run=run, news=News(RunState.FINISHED, ended_at=clock(11)), by=planner, now=NOW)
    news = News(RunState.FINISHED, ended_at=clock(11), reason="it ended after the cancellation")
    assert report(run=run, news=news, by=planner, now=NOW).state == "finished"
    assert run.corrections.get().new == "finished"
    with pytest.raises(NotAllowed):
        recorded()


def test_r7_4_second_run_on_the_lane_is_refused_with_the_name_of_the_first(
    recorded: Record, order: Order
) -> None:
    first = recorded(order=order, lane=0)
    with pytest.raises(ValidationError, match=f"{first.identifier} occupies this lane"):
        recorded(order=order, lane=0, started_at=clock(11), ended_at=clock(13))
    recorded(order=order, lane=1, started_at=clock(11), ended_at=clock(13))
    recorded(order=order, lane=0, started_at=clock(12), ended_at=clock(13))


def test_r7_4_lane_must_be_one_of_an_order_of_the_campaign(
    recorded: Record, order: Order, planner: Person, team: Team
) -> None:
    with pytest.raises(ValidationError, match="no such lane"):
        recorded(order=order, lane=2)
    with pytest.raises(ValidationError, match="belongs to an order"):
        recorded(lane=0)
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    Order.objects.filter(pk=order.pk)
    foreign = Order(
        campaign=other,
        package=order.package,
        amount=1,
        currency="USD",
        reference="R-2",
        ordered_at=NOW,
        recorded_by=planner,
    )
    foreign.save()
    with pytest.raises(ValidationError, match="not one of the campaign"):
        recorded(order=foreign, lane=0)


def test_r6_4_a_planned_run_of_a_variant_that_was_dropped_later_does_not_start(
    running_campaign: Campaign, variant: Variant, planner: Person
) -> None:
    run = Run(campaign=running_campaign, variant=variant, purpose="main", state="planned")
    run = record_run(run=run, by=planner, now=NOW)
    variant.dropped_at, variant.dropped_by, variant.dropped_reason = NOW, planner, "too slow"
    variant.save()
    run.refresh_from_db()
    news = News(state=RunState.RUNNING, started_at=NOW)
    with pytest.raises(ValidationError, match="was dropped: too slow"):
        report(run=run, news=news, by=planner, now=NOW)
