"""The pilot decision: proposed with its evidence, decided by another person, carried out once (R6.1-R6.5)."""

import threading
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection

from campaigns.domain.vocabulary import ProposalKind
from campaigns.models import Campaign, Decision, DecisionOutcome, Proposal, Variant
from campaigns.queries.budget import committed_rental, order_lines
from campaigns.queries.plan import steps_of
from campaigns.services.decisions import decide, propose, withdraw
from campaigns.services.evidence import pilot_evidence
from campaigns.services.locking import Moved
from campaigns.services.pilot import record_measurement, start_pilot
from campaigns.services.plans import approve_plan, submit_plan
from pricing.models import Package
from teams.models import Person
from tests.people import PASSWORD
from tests.planning import buy

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
def piloting(worked_campaign: Campaign, planner: Person, lead: Person) -> Campaign:
    """Return the worked campaign with its plan approved and its pilot started."""
    submission = submit_plan(
        campaign=worked_campaign,
        by=planner,
        now=NOW,
        seen_state="draft",
        seen_revision=worked_campaign.revision,
    )
    approve_plan(submission=submission, by=lead, now=NOW, password=PASSWORD)
    start_pilot(campaign=worked_campaign, by=planner, now=NOW)
    worked_campaign.refresh_from_db()
    return worked_campaign


def measure(campaign: Campaign, key: str, hours: int, by: Person) -> None:
    step = campaign.steps.get(key=key)
    record_measurement(campaign=campaign, step=step, minutes=hours * 60, source="pilot log", by=by, now=NOW)


def proposed(
    campaign: Campaign, by: Person, kind: ProposalKind = ProposalKind.CONTINUE, **drops: str
) -> Proposal:
    variants = {campaign.variants.get(identifier=identifier): why for identifier, why in drops.items()}
    return propose(
        campaign=campaign,
        kind=kind,
        reason="The pilot held.",
        would_change="An accuracy below 0.40.",
        drops=variants,
        by=by,
        now=NOW,
    )


def decided(proposal: Proposal, by: Person, outcome: DecisionOutcome = DecisionOutcome.APPROVED) -> Decision:
    return decide(
        proposal=proposal,
        outcome=outcome,
        reason="Seen.",
        password=PASSWORD,
        seen_hash=proposal.evidence_hash,
        by=by,
        now=NOW,
    )


def test_r6_1_trainings_measured_ten_hours_longer_turn_48_into_78_hours(
    piloting: Campaign, planner: Person
) -> None:
    for key, hours in (("control", 18), ("variant-a", 20), ("variant-b", 20)):
        measure(piloting, key, hours, planner)
    evidence = pilot_evidence(piloting, on=NOW.date())
    assert evidence["measured_count"] == 3
    assert evidence["before"]["figures"]["elapsed_minutes"] == 48 * 60
    assert evidence["after"]["figures"]["elapsed_minutes"] == 78 * 60
    assert evidence["after"]["verdict"] == {
        "kind": "exceeds",
        "window_minutes": 72 * 60,
        "difference_minutes": 6 * 60,
    }
    cheapest = [row for row in evidence["after"]["arrangements"] if row["cheapest_that_fits"]]
    assert [(row["package"], row["side_by_side"], row["cost"]) for row in cheapest] == [
        ("rtx4090-3d", 2, "94.28"),
        ("rtx4090-3d", 1, "94.28"),
    ]


def test_r6_1_a_step_that_was_not_measured_stays_an_assumption(piloting: Campaign, planner: Person) -> None:
    measure(piloting, "pilot", 3, planner)
    rows = {row["key"]: row for row in pilot_evidence(piloting, on=NOW.date())["assumptions"]}
    assert (rows["pilot"]["assumed_minutes"], rows["pilot"]["measured_minutes"]) == (120, 180)
    assert rows["pilot"]["difference_minutes"] == 60
    assert rows["load"]["measured_minutes"] is None


def test_r6_3_an_approved_continue_opens_main_runs_and_keeps_what_was_shown(
    piloting: Campaign, planner: Person, lead: Person
) -> None:
    proposal = proposed(piloting, planner)
    decision = decided(proposal, lead)
    piloting.refresh_from_db()
    assert piloting.state == "running"
    assert decision.shown["evidence"] == proposal.evidence
    assert (decision.proposed_by, decision.decided_by) == (planner, lead)


def test_r6_4_reduce_drops_the_variant_keeps_it_listed_and_plans_38_hours(
    piloting: Campaign, planner: Person, lead: Person
) -> None:
    proposal = proposed(piloting, planner, ProposalKind.REDUCE, V2="It cannot beat A.")
    assert proposal.evidence["after"]["figures"]["elapsed_minutes"] == 38 * 60
    decided(proposal, lead)
    dropped = Variant.objects.get(campaign=piloting, identifier="V2")
    assert (dropped.dropped_reason, dropped.dropped_by) == ("It cannot beat A.", lead)
    assert "variant-b" not in {step.key for step in steps_of(piloting)}


def test_r6_4_revisit_returns_to_the_goal_and_the_money_stays_on_its_books(
    piloting: Campaign, planner: Person, lead: Person, catalogue: dict[str, Package]
) -> None:
    buy(piloting, catalogue["rtx4090-3d"], planner, "ORD-1")
    decided(proposed(piloting, planner, ProposalKind.REVISIT), lead)
    piloting.refresh_from_db()
    assert piloting.state == "draft"
    assert [str(money) for money in committed_rental(piloting)] == ["47.14 USD"]
    assert [line.order.reference for line in order_lines(piloting)] == ["ORD-1"]


@pytest.mark.parametrize("identifier", ["V0", "V1"])
def test_r6_2_control_and_essential_variants_cannot_be_dropped(
    piloting: Campaign, planner: Person, identifier: str
) -> None:
    with pytest.raises(ValidationError, match="is essential"):
        proposed(piloting, planner, ProposalKind.REDUCE, **{identifier: "too slow"})
    assert not Proposal.objects.exists()


def test_r6_2_reduce_names_what_it_drops_and_continue_drops_nothing(
    piloting: Campaign, planner: Person
) -> None:
    with pytest.raises(ValidationError, match="Say which optional variants"):
        proposed(piloting, planner, ProposalKind.REDUCE)
    with pytest.raises(ValidationError, match="only by a proposal to reduce"):
        proposed(piloting, planner, ProposalKind.CONTINUE, V2="why")


def test_r6_3_nobody_decides_on_their_own_proposal(piloting: Campaign, lead: Person) -> None:
    proposal = proposed(piloting, lead)
    with pytest.raises(ValidationError, match="Nobody decides on their own proposal"):
        decided(proposal, lead)
    assert not Decision.objects.exists()


def test_r6_3_only_a_lead_decides(piloting: Campaign, planner: Person) -> None:
    proposal = proposed(piloting, planner)
    with pytest.raises(PermissionDenied):
        decided(proposal, planner)


def test_r6_3_sent_back_goes_on_with_the_pilot_and_a_second_proposal_can_follow(
    piloting: Campaign, planner: Person, lead: Person
) -> None:
    decided(proposed(piloting, planner), lead, DecisionOutcome.SENT_BACK)
    piloting.refresh_from_db()
    assert piloting.state == "piloting"
    assert proposed(piloting, planner).number == 2


def test_r6_3_a_proposer_withdraws_and_nobody_else_can(
    piloting: Campaign, planner: Person, lead: Person
) -> None:
    proposal = proposed(piloting, planner)
    with pytest.raises(ValidationError, match="Only the person who proposed"):
        withdraw(proposal=proposal, reason="no", by=lead, now=NOW)
    withdraw(proposal=proposal, reason="Measured the wrong card.", by=planner, now=NOW)
    with pytest.raises(Moved):
        decided(proposal, lead)


def test_r6_3_a_lead_who_saw_other_evidence_decides_nothing(
    piloting: Campaign, planner: Person, lead: Person
) -> None:
    proposal = proposed(piloting, planner)
    with pytest.raises(Moved, match="What you saw"):
        decide(
            proposal=proposal,
            outcome=DecisionOutcome.APPROVED,
            reason="Seen.",
            password=PASSWORD,
            seen_hash="0" * 64,
            by=lead,
            now=NOW,
        )
    assert not Decision.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_r6_3_two_people_deciding_at_once_leave_exactly_one_decision(
    piloting: Campaign, planner: Person, lead: Person, administrator: Person
) -> None:
    proposal = proposed(piloting, planner)
    outcomes: list[str] = []
    start = threading.Barrier(2)

    def sign(by: Person, outcome: DecisionOutcome) -> None:
        start.wait(10)
        try:
            decided(proposal, by, outcome)
            outcomes.append("decided")
        except Moved:
            outcomes.append("moved")
        finally:
            connection.close()

    pairs = [(lead, DecisionOutcome.APPROVED), (administrator, DecisionOutcome.SENT_BACK)]
    threads = [threading.Thread(target=sign, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(outcomes) == ["decided", "moved"]
    assert Decision.objects.count() == 1
