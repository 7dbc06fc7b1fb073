"""The pilot decision: a planner proposes, another person who is a lead approves or sends back (R6.2-R6.5)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.schedule import ImpossiblePlan
from campaigns.domain.vocabulary import CampaignState, Priority, ProposalKind, VariantRole
from campaigns.domain.workflow import APPROVALS, Action
from campaigns.models import Campaign, Decision, DecisionOutcome, Proposal, ProposedDrop, Variant
from campaigns.queries.plan_content import content_hash
from campaigns.services.evidence import pilot_evidence
from campaigns.services.locking import Moved, lock, move
from campaigns.services.plans import check_password_again
from teams.domain.roles import Permission
from teams.models import Person
from teams.queries.clock import day_in
from teams.services import audit
from teams.services.wording import worded


def propose(
    *,
    campaign: Campaign,
    kind: ProposalKind,
    reason: str,
    would_change: str,
    drops: Mapping[Variant, str],
    by: Person,
    now: datetime,
    priced_on: date | None = None,
) -> Proposal:
    """Propose what to do after the pilot; the evidence of this moment is kept. Solves before it locks."""
    _check_drops(kind, drops)
    dropped = frozenset(each.identifier for each in drops)
    if campaign.state != CampaignState.PILOTING:
        raise Moved(
            _("A proposal is made during the pilot; the campaign is now “%(state)s”.")
            % {"state": _(campaign.state)}
        )
    evidence = _evidence(campaign, priced_on or day_in(campaign.team, now), dropped)
    proposal = Proposal(
        campaign=campaign,
        kind=kind.value,
        reason=reason,
        would_change=would_change,
        evidence=evidence,
        evidence_hash=content_hash(evidence),
        proposed_by=by,
        proposed_at=now,
    )
    return _made(proposal, drops)


@transaction.atomic
def _made(proposal: Proposal, drops: Mapping[Variant, str]) -> Proposal:
    """Keep a proposal if nothing moved since its evidence was gathered."""
    by, seen = proposal.proposed_by, proposal.campaign
    campaign = lock(
        seen,
        by=by,
        permission=Permission.PLAN,
        seen_state=CampaignState.PILOTING,
        seen_revision=seen.revision,
    )
    move(campaign, Action.PROPOSE)
    proposal.campaign, proposal.number = campaign, campaign.proposals.count() + 1
    proposal.full_clean()
    proposal.save()
    ProposedDrop.objects.bulk_create(
        ProposedDrop(proposal=proposal, variant=variant, reason=why) for variant, why in drops.items()
    )
    _record(proposal, by, proposal.proposed_at, f"proposal: {proposal.kind}", proposal.reason)
    return proposal


def _evidence(campaign: Campaign, on: date, dropped: frozenset[str]) -> dict[str, Any]:
    try:
        return pilot_evidence(campaign, on=on, dropped=dropped)
    except ImpossiblePlan as impossible:
        raise ValidationError([worded(problem.message) for problem in impossible.problems]) from impossible


def _check_drops(kind: ProposalKind, drops: Mapping[Variant, str]) -> None:
    """Only *reduce* drops, and only optional variants; the question must stay answerable."""
    if kind is ProposalKind.REDUCE and not drops:
        raise ValidationError({"drops": _("Say which optional variants are dropped.")})
    if kind is not ProposalKind.REDUCE and drops:
        raise ValidationError({"drops": _("Variants are dropped only by a proposal to reduce.")})
    for variant, why in drops.items():
        if variant.role == VariantRole.CONTROL or variant.priority == Priority.ESSENTIAL:
            raise ValidationError(
                {
                    "drops": _("%(variant)s is essential: without it the question cannot be answered.")
                    % {"variant": variant}
                }
            )
        if not why.strip():
            raise ValidationError({"drops": _("Say why %(variant)s is dropped.") % {"variant": variant}})


@transaction.atomic
def decide(
    *,
    proposal: Proposal,
    outcome: DecisionOutcome,
    reason: str,
    password: str,
    seen_hash: str,
    by: Person,
    now: datetime,
) -> Decision:
    """Approve a proposal or send it back. Exactly one decision stands, however many decide at once.

    ``seen_hash`` is the evidence that the lead's page showed; it is kept with the decision.
    """
    campaign = lock(proposal.campaign, by=by, permission=Permission.APPROVE)
    check_password_again(by, password)
    _check_waits(campaign, proposal)
    if seen_hash != proposal.evidence_hash:
        raise Moved(
            _("What you saw is not what this proposal rests on. Read the page again before you decide.")
        )
    if proposal.proposed_by_id == by.pk and not campaign.team.team_of_one:
        raise ValidationError(_("Nobody decides on their own proposal. Ask another lead of the team."))
    decision = _decision(proposal, outcome, reason, by, now)
    if outcome is DecisionOutcome.APPROVED:
        _carry_out(campaign, proposal, by, now)
    else:
        move(campaign, Action.SEND_BACK_PROPOSAL)
    _record(proposal, by, now, f"decision: {outcome.value}", reason)
    return decision


@transaction.atomic
def withdraw(*, proposal: Proposal, reason: str, by: Person, now: datetime) -> Decision:
    """Take one's own proposal back before anybody decided on it."""
    campaign = lock(proposal.campaign, by=by, permission=Permission.PLAN)
    _check_waits(campaign, proposal)
    if proposal.proposed_by_id != by.pk:
        raise ValidationError(_("Only the person who proposed can withdraw the proposal."))
    decision = _decision(proposal, DecisionOutcome.WITHDRAWN, reason, by, now)
    move(campaign, Action.SEND_BACK_PROPOSAL)
    _record(proposal, by, now, "proposal withdrawn", reason)
    return decision


def _decision(
    proposal: Proposal, outcome: DecisionOutcome, reason: str, by: Person, now: datetime
) -> Decision:
    shown = {
        "kind": proposal.kind,
        "reason": proposal.reason,
        "would_change": proposal.would_change,
        "drops": {drop.variant.identifier: drop.reason for drop in proposal.drops.select_related("variant")},
        "evidence": proposal.evidence,
    }
    decision = Decision(
        proposal=proposal,
        outcome=outcome.value,
        reason=reason,
        proposed_by=proposal.proposed_by,
        decided_by=by,
        decided_at=now,
        team_of_one=proposal.proposed_by_id == by.pk and outcome is not DecisionOutcome.WITHDRAWN,
        shown=shown,
        shown_hash=content_hash(shown),
    )
    decision.full_clean()
    decision.save()
    return decision


def _carry_out(campaign: Campaign, proposal: Proposal, by: Person, now: datetime) -> None:
    """Move the campaign on; dropped variants stay listed, with the reason (R6.4)."""
    for drop in proposal.drops.select_related("variant"):
        drop.variant.dropped_at, drop.variant.dropped_by, drop.variant.dropped_reason = now, by, drop.reason
        drop.variant.save(update_fields=["dropped_at", "dropped_by", "dropped_reason"])
    move(campaign, APPROVALS[ProposalKind(proposal.kind)])


def _check_waits(campaign: Campaign, proposal: Proposal) -> None:
    waits = (
        campaign.state == CampaignState.DECIDING and not Decision.objects.filter(proposal=proposal).exists()
    )
    if not waits:
        raise Moved(_("This proposal was already decided on or withdrawn. Nothing was done."))


def _record(proposal: Proposal, by: Person, now: datetime, action: str, reason: str) -> None:
    campaign = proposal.campaign
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=f"{campaign.code} proposal {proposal.number}",
        new={"kind": proposal.kind, "evidence": proposal.evidence_hash},
        reason=reason,
    )
