"""The worked campaign along its way: handed in, approved, in its pilot, with a proposal; and an order of it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from campaigns.domain.vocabulary import ProposalKind
from campaigns.models import Campaign, Order, PlanSubmission, Proposal
from campaigns.services.decisions import propose
from campaigns.services.orders import record_order
from campaigns.services.pilot import start_pilot
from campaigns.services.plans import approve_plan, submit_plan
from pricing.models import Package
from teams.models import AuditEvent, Person
from tests.people import PASSWORD

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def hand_in(campaign: Campaign, by: Person, now: datetime = NOW) -> PlanSubmission:
    """Submit the plan as it stands."""
    campaign.refresh_from_db()
    return submit_plan(
        campaign=campaign, by=by, now=now, seen_state=campaign.state, seen_revision=campaign.revision
    )


def approve(submission: PlanSubmission, by: Person) -> Campaign:
    """Freeze it as the next version."""
    approve_plan(submission=submission, by=by, now=NOW, password=PASSWORD)
    return Campaign.objects.get(pk=submission.campaign_id)


def to_pilot(campaign: Campaign, planner: Person, lead: Person) -> Campaign:
    """Hand in, approve, start the pilot."""
    return start_pilot(campaign=approve(hand_in(campaign, planner), lead), by=planner, now=NOW)


def propose_to_go_on(campaign: Campaign, by: Person) -> Proposal:
    """Propose to continue."""
    return propose(
        campaign=campaign,
        kind=ProposalKind.CONTINUE,
        reason="The pilot held.",
        would_change="An accuracy below 0.40.",
        drops={},
        by=by,
        now=NOW,
    )


def buy(campaign: Campaign, package: Package, by: Person, reference: str, **changes: object) -> Order:
    """Record an order of one batch for 47.14 USD, on 1 December 2026 at 9 in the morning."""
    reason = str(changes.pop("reason", ""))
    values: dict[str, object] = {
        "amount": Decimal("47.14"),
        "currency": "USD",
        "ordered_at": datetime(2026, 12, 1, 9, tzinfo=UTC),
    }
    order = Order(campaign=campaign, package=package, reference=reference, **(values | changes))
    return record_order(order=order, by=by, now=NOW, reason=reason)


@pytest.fixture
def broken_trail(owner_connection: psycopg.Connection[tuple[object, ...]]) -> Iterator[None]:
    """Let the trail, which every service writes last, refuse its event: nothing else may then be saved either.

    Ask for it after the rows that must be there before. The owner takes the right to add and gives it back.
    """
    role = sql.Identifier(settings.APP_DATABASE_ROLE)
    table = sql.Identifier(AuditEvent._meta.db_table)
    owner_connection.autocommit = True
    owner_connection.execute(sql.SQL("REVOKE INSERT ON {} FROM {}").format(table, role))
    yield
    owner_connection.execute(sql.SQL("GRANT INSERT ON {} TO {}").format(table, role))


@pytest.fixture
def waiting(worked_campaign: Campaign, planner: Person) -> PlanSubmission:
    """Return the worked campaign's plan as it waits for approval, submitted by the planner."""
    return hand_in(worked_campaign, planner)


@pytest.fixture
def approved(worked_campaign: Campaign, planner: Person, lead: Person) -> Campaign:
    """Return the worked campaign with its baseline frozen and a ceiling of 110.00 USD."""
    return approve(hand_in(worked_campaign, planner), lead)


@pytest.fixture
def piloting(worked_campaign: Campaign, planner: Person, lead: Person) -> Campaign:
    """Return the worked campaign in its pilot."""
    return to_pilot(worked_campaign, planner, lead)


@pytest.fixture
def proposal(piloting: Campaign, planner: Person) -> Proposal:
    """Return a proposal to continue that waits for a lead."""
    return propose_to_go_on(piloting, planner)


@pytest.fixture
def bought(approved: Campaign, catalogue: dict[str, Package], planner: Person) -> Order:
    """Return an order of one RTX 4090 batch of 3 days for 47.14 USD."""
    return buy(approved, catalogue["rtx4090-3d"], planner, "ORD-1")
