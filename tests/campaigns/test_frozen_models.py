"""What is frozen stays as it was: the ORM, plain SQL and TRUNCATE are refused, to the owner of the tables too."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, models, transaction

from campaigns.models import (
    Campaign,
    Decision,
    Expense,
    Measurement,
    Order,
    OrderEvent,
    PlanReturn,
    PlanSubmission,
    Proposal,
    ProposedDrop,
    SolvedSchedule,
)
from teams.models import Person
from tests.running import NOW, clock

Rows = dict[str, models.Model]
TEXT = {
    "submission": "note",
    "return": "reason",
    "version": "approval_note",
    "version step": "title",
    "solved schedule": "status",
    "order": "reference",
    "order event": "note",
    "expense": "purpose",
    "measurement": "source",
    "proposal": "reason",
    "proposed drop": "reason",
    "decision": "reason",
}
"""Each frozen row by its name here, with a column that somebody might wish to reword."""


@pytest.fixture
def rows(approved_campaign: Campaign, order: Order, planner: Person, lead: Person) -> Rows:
    """Return one row of every frozen table of planning, buying and deciding."""
    return {
        **plan_rows(approved_campaign, planner, lead),
        **money_rows(order, planner),
        **decision_rows(approved_campaign, planner, lead),
    }


def plan_rows(campaign: Campaign, planner: Person, lead: Person) -> Rows:
    version = campaign.versions.get()
    sent_back = PlanSubmission.objects.create(
        campaign=campaign, number=2, content={}, content_hash="c" * 64, submitted_by=planner, submitted_at=NOW
    )
    solved = SolvedSchedule.objects.create(
        digest="d" * 64, answer={}, status="optimal", solver="test", solved_at=NOW
    )
    return {
        "submission": version.submission,
        "return": PlanReturn.objects.create(
            submission=sent_back, reason="too short", returned_by=lead, returned_at=NOW
        ),
        "version": version,
        "version step": version.steps.get(key="prepare"),
        "solved schedule": solved,
    }


def money_rows(order: Order, planner: Person) -> Rows:
    signed = {"recorded_by": planner, "recorded_at": NOW}
    return {
        "order": order,
        "order event": OrderEvent.objects.create(order=order, kind="delivered", at=clock(8), **signed),
        "expense": Expense.objects.create(
            campaign=order.campaign,
            purpose="transfer",
            amount=Decimal("3.20"),
            currency="USD",
            incurred_on=date(2026, 7, 14),
            evidence="invoice 7",
            **signed,
        ),
    }


def decision_rows(campaign: Campaign, planner: Person, lead: Person) -> Rows:
    with transaction.atomic():
        proposal = Proposal.objects.create(
            campaign=campaign,
            number=1,
            kind="reduce",
            reason="It held.",
            would_change="An accuracy below 0.40.",
            evidence={},
            evidence_hash="e" * 64,
            proposed_by=planner,
            proposed_at=NOW,
        )
        variant = campaign.variants.get(identifier="V1")
        drop = ProposedDrop.objects.create(proposal=proposal, variant=variant, reason="It cannot win.")
    return {
        "measurement": Measurement.objects.create(
            campaign=campaign,
            step=campaign.steps.get(key="prepare"),
            minutes=190,
            source="log",
            recorded_by=planner,
            recorded_at=NOW,
        ),
        "proposal": proposal,
        "proposed drop": drop,
        "decision": Decision.objects.create(
            proposal=proposal,
            outcome="approved",
            reason="Seen.",
            proposed_by=planner,
            decided_by=lead,
            decided_at=NOW,
            shown={},
            shown_hash="f" * 64,
        ),
    }


def refused(action: Callable[[], object]) -> None:
    with pytest.raises(DatabaseError, match="permission denied|must be owner"), transaction.atomic():
        action()


def run(statement: str) -> object:
    with connection.cursor() as cursor:
        return cursor.execute(statement)


def test_every_frozen_table_is_tried(rows: Rows) -> None:
    assert set(rows) == set(TEXT)


@pytest.mark.parametrize("name", TEXT)
def test_r3_8_a_frozen_row_refuses_the_orm_plain_sql_and_truncate(name: str, rows: Rows) -> None:
    row, column = rows[name], TEXT[name]
    table, before = row._meta.db_table, getattr(row, column)
    setattr(row, column, "something nicer")
    manager: Any = type(row)._default_manager
    refused(row.save)
    # Some are protected already because others refer to them; ``_raw_delete`` asks nobody but the database.
    refused(lambda: manager.filter(pk=row.pk)._raw_delete(DEFAULT_DB_ALIAS))
    with pytest.raises((DatabaseError, models.ProtectedError)), transaction.atomic():
        row.delete()
    refused(lambda: manager.update(**{column: "something nicer"}))
    refused(lambda: run(f"UPDATE {table} SET {column} = 'something nicer'"))
    refused(lambda: run(f"DELETE FROM {table}"))
    refused(lambda: run(f"TRUNCATE {table} CASCADE"))
    refused(lambda: run(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))
    row.refresh_from_db()
    assert getattr(row, column) == before


@pytest.mark.django_db(transaction=True)
def test_r3_8_frozen_rows_refuse_even_the_owner_of_the_tables(rows: Rows, owner_connection: Any) -> None:
    for row in rows.values():
        table = row._meta.db_table
        column = row._meta.pk.column if row._meta.pk else "id"
        for statement in (
            f"UPDATE {table} SET {column} = {column}",
            f"DELETE FROM {table}",
            f"TRUNCATE {table} CASCADE",
        ):
            with pytest.raises(Exception, match="frozen"):
                owner_connection.execute(statement)
            owner_connection.rollback()
