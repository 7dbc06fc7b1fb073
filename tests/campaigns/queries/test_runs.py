from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.domain.vocabulary import RunState, Verdict
from campaigns.models import Campaign, Run, Step, StopEvent, TimeEntry, Variant
from campaigns.queries.runs import (
    RunFilter,
    in_hours,
    recorded_minutes_by_step,
    recorded_runs,
    run_list,
    runs_awaiting_their_end,
    total_machine_time,
)
from campaigns.services.runs import News, report
from campaigns.services.stop_events import record_stop_event
from campaigns.services.time_entries import record_time, take_back
from teams.models import Person
from tests.running import APPROVED_AT, NOW, approve, clock

pytestmark = pytest.mark.django_db
Record = Callable[..., Run]


def at(hour: int) -> dict[str, datetime]:
    return {"started_at": clock(hour), "ended_at": clock(hour + 1)}


def test_screen_9_control_stands_first_then_variant_by_variant(
    recorded: Record, control: Variant, running_campaign: Campaign
) -> None:
    recorded(**at(10))
    recorded(variant=control, **at(11))
    recorded(**at(12))
    rows = run_list(running_campaign, RunFilter()).rows
    assert [row.identifier.split("-", 1)[1] for row in rows] == ["V0-R01", "V1-R01", "V1-R02"]
    assert [row.is_control for row in rows] == [True, False, False]


def test_r7_2_machine_time_counts_every_run_with_an_end_whatever_became_of_it(
    recorded: Record, planner: Person, running_campaign: Campaign
) -> None:
    recorded(**at(8))
    stopped = recorded(state="running", started_at=clock(10), ended_at=None)
    event = StopEvent(run=stopped, reason="NaN", at=clock(10, 30))
    record_stop_event(event=event, by=planner, now=NOW)
    recorded(state="failed", started_at=clock(11), ended_at=clock(11, 15))
    recorded(state="running", started_at=clock(12), ended_at=None)
    listed = run_list(running_campaign, RunFilter())
    assert listed.machine_time == timedelta(hours=1, minutes=45)
    assert (listed.count, listed.hours, listed.without_end, listed.running) == (4, Decimal("1.75"), 1, 1)
    assert total_machine_time(running_campaign) == timedelta(hours=1, minutes=45)


def test_figure_30_30_hours_are_109083_2_seconds() -> None:
    assert in_hours(timedelta(seconds=109_083, milliseconds=200)) == Decimal("30.30")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (RunFilter(state="failed"), ["V1-R02"]),
        (RunFilter(variant="V0"), ["V0-R01"]),
        (RunFilter(purpose="timing"), ["V1-R02"]),
        (RunFilter(state="finished", variant="V1"), ["V1-R01"]),
        (RunFilter(state="failed", variant="V0"), []),
    ],
)
def test_screen_9_filter_by_state_variant_and_purpose(
    recorded: Record, control: Variant, running_campaign: Campaign, wanted: RunFilter, found: list[str]
) -> None:
    recorded(**at(10))
    recorded(variant=control, **at(11))
    recorded(state="failed", purpose="timing", **at(12))
    listed = run_list(running_campaign, wanted)
    assert [row.identifier.split("-", 1)[1] for row in listed.rows] == found
    assert listed.count == len(found)


def test_r9_2_run_is_judged_by_the_checks_announced_before_it_started(
    recorded: Record, running_campaign: Campaign, planner: Person, lead: Person
) -> None:
    approve(running_campaign, planner, lead, clock(11), "0.80")
    recorded(**at(10))
    recorded(**at(12))
    recorded(started_at=APPROVED_AT - timedelta(hours=2), ended_at=APPROVED_AT)
    early, late, before = run_list(running_campaign, RunFilter()).rows
    assert [judged.verdict for _value, judged in early.checks] == [Verdict.MEETS]
    assert [judged.verdict for _value, judged in late.checks] == [Verdict.DOES_NOT_MEET]
    assert before.checks == ()


def test_r9_2_difference_to_the_control_is_judged_against_its_best_run(
    recorded: Record, running_campaign: Campaign, control: Variant, planner: Person, lead: Person
) -> None:
    approve(running_campaign, planner, lead, clock(1), "0.10", "0.02")
    recorded(variant=control, metrics={"accuracy": "0.74"}, **at(9))
    recorded(metrics={"accuracy": "0.75"}, **at(10))
    rows = run_list(running_campaign, RunFilter()).rows
    assert [row.checks[0][1].verdict for row in rows] == [Verdict.MEETS, Verdict.DOES_NOT_MEET]


def test_screen_9_reason_is_that_of_the_stop_event_the_loss_or_the_failure(
    recorded: Record, planner: Person, running_campaign: Campaign
) -> None:
    stopped = recorded(state="running", started_at=clock(8), ended_at=None)
    record_stop_event(event=StopEvent(run=stopped, reason="loss is NaN", at=clock(9)), by=planner, now=NOW)
    lost = recorded(state="running", started_at=clock(10), ended_at=None)
    gone = News(RunState.UNKNOWN, ended_at=clock(11), reason="machine gone", lost=True)
    report(run=lost, news=gone, by=planner, now=NOW)
    failed = recorded(state="running", started_at=clock(12), ended_at=None, note="long inputs")
    report(run=failed, news=News(RunState.FAILED, ended_at=clock(13), reason="exit 1"), by=planner, now=NOW)
    rows = run_list(running_campaign, RunFilter()).rows
    assert [row.reason for row in rows] == ["loss is NaN", "machine gone", "exit 1"]


@pytest.mark.parametrize("stopped", [False, True])
def test_list_of_one_run_and_of_three_takes_the_same_number_of_queries(
    recorded: Record, planner: Person, running_campaign: Campaign, stopped: bool
) -> None:
    def add(hour: int) -> None:
        run = recorded(state="running", started_at=clock(hour), ended_at=None)
        if stopped:
            event = StopEvent(run=run, reason="NaN", at=clock(hour, 30))
            record_stop_event(event=event, by=planner, now=NOW)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            run_list(running_campaign, RunFilter())
        return len(captured)

    add(8)
    one = queries()
    add(10)
    add(12)
    assert queries() == one <= 8


def test_r11_1_recorded_time_of_a_step_comes_from_runs_and_entries_only(
    recorded: Record, running_campaign: Campaign, planner: Person, step: Step
) -> None:
    training = running_campaign.steps.get(key="train-a")
    recorded(step=training, started_at=clock(8), ended_at=clock(9, 30))
    recorded(step=training, state="failed", started_at=clock(10), ended_at=clock(10, 20))
    recorded(step=training, state="running", started_at=clock(11), ended_at=None)
    recorded(**at(13))

    def entry(minutes: int) -> TimeEntry:
        new = TimeEntry(campaign=running_campaign, step=step, minutes=minutes, worked_on=date(2026, 7, 14))
        return record_time(entry=new, by=planner, now=NOW, today=date(2026, 12, 1))

    take_back(entry=entry(500), reason="wrong", by=planner, now=NOW)
    entry(45)
    assert recorded_minutes_by_step(running_campaign) == {"prepare": 45, "train-a": 110}


def test_r11_1_step_without_a_record_or_with_one_taken_back_stays_not_recorded(
    running_campaign: Campaign, planner: Person, step: Step
) -> None:
    new = TimeEntry(campaign=running_campaign, step=step, minutes=500, worked_on=date(2026, 7, 14))
    wrong = record_time(entry=new, by=planner, now=NOW, today=date(2026, 12, 1))
    take_back(entry=wrong, reason="wrong", by=planner, now=NOW)
    assert recorded_minutes_by_step(running_campaign) == {}


def test_r11_5_runs_that_neither_ended_nor_are_lost_are_named(
    recorded: Record, running_campaign: Campaign, planner: Person
) -> None:
    recorded(**at(8))
    running = recorded(state="running", started_at=clock(10), ended_at=None)
    assert runs_awaiting_their_end(running_campaign) == (running.identifier,)
    gone = News(RunState.UNKNOWN, ended_at=clock(11), reason="machine gone", lost=True)
    report(run=running, news=gone, by=planner, now=NOW)
    assert runs_awaiting_their_end(running_campaign) == ()


def test_r9_2_evaluation_gets_every_run_with_its_corpus_and_metrics(
    recorded: Record, running_campaign: Campaign
) -> None:
    recorded()
    run = recorded_runs(running_campaign)[0]
    assert (run.variant, run.state, run.corpus_hash) == ("V1", "finished", "a" * 64)
    assert run.metrics == {"accuracy": "0.75"}
    assert run.verified == frozenset()
