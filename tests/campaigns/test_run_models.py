"""Each rule of the tables of runs, as the database holds it: by the name of its constraint."""

import threading
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from campaigns.models import Campaign, Correction, Order, Run, Step, StopEvent, StopRule, TimeEntry, Variant
from teams.models import Person
from tests.running import NOW, clock

pytestmark = pytest.mark.django_db
Make = Callable[..., Run]


@pytest.fixture
def make(running_campaign: Campaign, variant: Variant, planner: Person) -> Make:
    """Return a function that inserts a run past services and forms."""
    corpus = running_campaign.corpora.get()

    def insert(number: int = 1, **changes: Any) -> Run:
        values: dict[str, Any] = {
            "identifier": f"{running_campaign.code}-V1-R{number:02d}",
            "purpose": "main",
            "state": "finished",
            "started_at": clock(10),
            "ended_at": clock(12),
        }
        return Run.objects.create(
            campaign=running_campaign,
            number=number,
            variant=variant,
            configuration_hash=variant.configuration_hash,
            corpus=corpus,
            recorded_by=planner,
            recorded_at=NOW,
            **(values | changes),
        )

    return insert


def refused(constraint: str, action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        action()


def test_r7_1_identifier_is_given_once(make: Make) -> None:
    make(1)
    refused("campaigns_run_identifier", lambda: make(1))


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("run_state_is_known", {"state": "great"}),
        ("run_purpose_is_known", {"purpose": "fun"}),
        ("run_ends_after_it_starts", {"ended_at": clock(10)}),
        ("ended_run_has_its_times", {"ended_at": None}),
        ("ended_run_has_its_times", {"state": "stopped", "started_at": None}),
        ("planned_run_has_not_started", {"state": "planned", "ended_at": None}),
        ("lane_belongs_to_an_order", {"lane": 0}),
    ],
)
def test_r7_1_row_that_is_no_run_is_refused(make: Make, constraint: str, changes: dict[str, Any]) -> None:
    refused(constraint, lambda: make(1, **changes))


def test_r7_5_run_is_imported_once(make: Make) -> None:
    make(1, import_key="csv 1")
    refused("run_is_imported_once", lambda: make(2, import_key="csv 1"))


def test_r7_4_one_run_at_a_time_on_a_lane(make: Make, order: Order) -> None:
    make(1, order=order, lane=0)
    refused("one_run_at_a_time_on_a_lane", lambda: make(2, order=order, lane=0, started_at=clock(11)))
    make(3, order=order, lane=1, started_at=clock(11))
    make(4, order=order, lane=0, started_at=clock(12), ended_at=clock(13))
    make(5, order=order, started_at=clock(11))


def test_r7_4_run_without_an_end_holds_its_lane(make: Make, order: Order) -> None:
    make(1, order=order, lane=0, state="running", ended_at=None)
    later = {"started_at": clock(20), "ended_at": clock(21)}
    refused("one_run_at_a_time_on_a_lane", lambda: make(2, order=order, lane=0, **later))


def test_r7_1_run_cannot_be_deleted_so_that_no_identifier_comes_again(make: Make) -> None:
    run = make(1)
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        run.delete()


@pytest.mark.django_db(transaction=True)
def test_r7_4_two_bookings_at_once_leave_one_run(make: Make, order: Order) -> None:
    start = threading.Barrier(2, timeout=30)
    outcomes: list[str] = []

    def book(number: int) -> None:
        try:
            start.wait()
            make(number, order=order, lane=0)
            outcomes.append("booked")
        except IntegrityError as error:
            outcomes.append("refused" if "one_run_at_a_time_on_a_lane" in str(error) else repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=book, args=[number]) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(outcomes) == ["booked", "refused"]
    assert Run.objects.count() == 1


@pytest.fixture
def stop_event(make: Make, planner: Person, rule: StopRule) -> StopEvent:
    """Return a stop event."""
    run = make(1, state="stopped")
    return StopEvent.objects.create(
        run=run,
        rule=rule,
        kind=rule.kind,
        observed="0.31",
        reason="below the threshold",
        at=clock(12),
        recorded_by=planner,
        recorded_at=NOW,
    )


@pytest.fixture
def correction(stop_event: StopEvent, planner: Person) -> Correction:
    """Return a correction of the stop event."""
    return correct(stop_event, planner)


@pytest.fixture
def time_entry(running_campaign: Campaign, step: Step, planner: Person) -> TimeEntry:
    """Return a time entry."""
    return enter(running_campaign, step, planner, 90)


def correct(event: StopEvent, by: Person, reason: str = "misread") -> Correction:
    return Correction.objects.create(
        run=event.run,
        stop_event=event,
        field="observed value",
        old="0.31",
        new="0.13",
        reason=reason,
        corrected_by=by,
        corrected_at=NOW,
    )


def enter(campaign: Campaign, step: Step, by: Person, minutes: int, **more: Any) -> TimeEntry:
    return TimeEntry.objects.create(
        campaign=campaign,
        step=step,
        minutes=minutes,
        worked_on=date(2026, 7, 14),
        recorded_by=by,
        recorded_at=NOW,
        **more,
    )


def test_r7_3_event_of_an_unknown_kind_or_without_a_reason_is_refused(make: Make, planner: Person) -> None:
    run = make(1)

    def event(kind: str, reason: str) -> object:
        at: datetime = clock(11)
        return StopEvent.objects.create(
            run=run, kind=kind, reason=reason, at=at, recorded_by=planner, recorded_at=NOW
        )

    refused("stop_event_kind_is_known", lambda: event("boredom", "x"))
    refused("stop_event_gives_its_reason", lambda: event("other", ""))


def test_r7_3_correction_without_a_reason_is_refused(stop_event: StopEvent, planner: Person) -> None:
    refused("correction_gives_its_reason", lambda: correct(stop_event, planner, reason=""))


def test_r11_1_time_entry_is_positive_and_taken_back_once(
    running_campaign: Campaign, step: Step, planner: Person, time_entry: TimeEntry
) -> None:
    refused("time_entry_is_positive", lambda: enter(running_campaign, step, planner, 0))
    enter(running_campaign, step, planner, 90, takes_back=time_entry)
    refused("takes_back", lambda: enter(running_campaign, step, planner, 90, takes_back=time_entry))


@pytest.mark.parametrize("name", ["stop_event", "correction", "time_entry"])
def test_r7_3_frozen_row_refuses_the_orm_plain_sql_and_truncate(
    name: str, request: pytest.FixtureRequest
) -> None:
    row = request.getfixturevalue(name)
    table = row._meta.db_table
    text = "note" if name == "time_entry" else "reason"
    setattr(row, text, "something nicer")
    denied = "permission denied"
    for action in (row.save, row.delete):
        with pytest.raises(DatabaseError, match=denied), transaction.atomic():
            action()
    statements = (
        f"UPDATE {table} SET {text} = 'something nicer'",
        f"DELETE FROM {table}",
        f"TRUNCATE {table} CASCADE",
        f"ALTER TABLE {table} DISABLE TRIGGER ALL",
    )
    for statement in statements:
        with (
            pytest.raises(DatabaseError, match="permission denied|must be owner"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    row.refresh_from_db()
    assert getattr(row, text) != "something nicer"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["stop_event", "correction", "time_entry"])
def test_r7_3_frozen_row_refuses_even_the_owner_of_the_tables(
    name: str, request: pytest.FixtureRequest, owner_connection: Any
) -> None:
    row = request.getfixturevalue(name)
    table = row._meta.db_table
    for statement in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
        with pytest.raises(Exception, match="is frozen|frozen"):
            owner_connection.execute(statement)
        owner_connection.rollback()
