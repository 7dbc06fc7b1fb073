"""Each rule of the tables of measurements, proposals and decisions, by the name of its constraint."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from campaigns.models import Campaign, Decision, Measurement, Proposal, ProposedDrop
from teams.models import Person
from tests.running import NOW

pytestmark = pytest.mark.django_db


def refused(constraint: str, action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        action()


def propose(campaign: Campaign, by: Person, number: int = 1, **changes: Any) -> Proposal:
    values = {"kind": "continue", "reason": "It held.", "would_change": "An accuracy below 0.40."}
    return Proposal.objects.create(
        campaign=campaign,
        number=number,
        evidence={},
        evidence_hash="e" * 64,
        proposed_by=by,
        proposed_at=NOW,
        **(values | changes),
    )


def decide(proposal: Proposal, by: Person, **changes: Any) -> Decision:
    values: dict[str, Any] = {"outcome": "approved", "reason": "Seen.", "shown": {}, "shown_hash": "f" * 64}
    return Decision.objects.create(
        proposal=proposal,
        proposed_by=proposal.proposed_by,
        decided_by=by,
        decided_at=NOW,
        **(values | changes),
    )


def drop(proposal: Proposal, identifier: str = "V1") -> ProposedDrop:
    variant = proposal.campaign.variants.get(identifier=identifier)
    return ProposedDrop.objects.create(proposal=proposal, variant=variant, reason="It cannot win.")


def test_r6_1_a_measurement_takes_time(approved_campaign: Campaign, planner: Person) -> None:
    step = approved_campaign.steps.get(key="prepare")
    refused(
        "measured_duration_is_positive",
        lambda: Measurement.objects.create(
            campaign=approved_campaign,
            step=step,
            minutes=0,
            source="log",
            recorded_by=planner,
            recorded_at=NOW,
        ),
    )


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("proposal_kind_is_known", {"kind": "gamble"}),
        ("proposal_gives_its_reasons", {"reason": ""}),
        ("proposal_gives_its_reasons", {"would_change": ""}),
        ("proposal_number_is_unique", {}),
    ],
)
def test_r6_2_row_that_is_no_proposal_is_refused(
    campaign: Campaign, planner: Person, constraint: str, changes: dict[str, Any]
) -> None:
    propose(campaign, planner)
    number = 2 if changes else 1
    refused(constraint, lambda: propose(campaign, planner, number, **changes))


def test_r6_2_a_variant_is_dropped_once_in_a_proposal(approved_campaign: Campaign, planner: Person) -> None:
    with transaction.atomic():
        proposal = propose(approved_campaign, planner, kind="reduce")
        drop(proposal)
        refused("variant_is_dropped_once_in_a_proposal", lambda: drop(proposal))


@pytest.mark.django_db(transaction=True)
def test_r6_2_no_variant_is_added_to_a_proposal_once_it_stands(
    approved_campaign: Campaign, planner: Person
) -> None:
    proposal = propose(approved_campaign, planner, kind="reduce")
    with pytest.raises(DatabaseError, match="campaigns_proposal is complete"), transaction.atomic():
        drop(proposal)
    assert not proposal.drops.exists()


def test_r6_3_row_that_is_no_decision_is_refused(campaign: Campaign, planner: Person, lead: Person) -> None:
    proposal = propose(campaign, planner)
    refused("decision_outcome_is_known", lambda: decide(proposal, lead, outcome="maybe"))
    refused("decision_gives_its_reason", lambda: decide(proposal, lead, reason=""))
    decide(proposal, lead)
    refused("proposal_id", lambda: decide(proposal, lead, outcome="sent back"))


def test_r6_3_decision_not_by_proposer_unless_withdrawn_or_a_team_of_one(
    campaign: Campaign, lead: Person
) -> None:
    first, second = propose(campaign, lead), propose(campaign, lead, 2)
    refused("decision_not_by_proposer", lambda: decide(first, lead))
    refused("decision_not_by_proposer", lambda: decide(first, lead, outcome="sent back"))
    assert decide(first, lead, outcome="withdrawn").team_of_one is False
    assert decide(second, lead, team_of_one=True).team_of_one is True
