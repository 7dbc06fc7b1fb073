"""Proposals and decisions of a campaign, with what each viewer may do about them (R6.2-R6.4)."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.models import Campaign, Proposal
from teams.domain.roles import Permission
from teams.models import Person


def proposal_for(campaign: Campaign, number: int) -> Proposal:
    """A proposal of the campaign by its number; any other answers 404."""
    return get_object_or_404(
        campaign.proposals.select_related("campaign__team", "proposed_by"), number=number
    )


def proposals_of(campaign: Campaign) -> tuple[Proposal, ...]:
    """All proposals with their decisions and drops, the newest first. Two queries."""
    rows = campaign.proposals.select_related("proposed_by", "decision__decided_by")
    return tuple(rows.prefetch_related("drops__variant").order_by("-number"))


def waiting_proposal(campaign: Campaign) -> Proposal | None:
    """The proposal that waits for a lead, if one does."""
    return (
        campaign.proposals.filter(decision__isnull=True)
        .select_related("proposed_by")
        .prefetch_related("drops__variant")
        .order_by("number")
        .last()
    )


def decision_page(campaign: Campaign, *, viewer: Person) -> dict[str, object]:
    """All that the decision page shows."""
    waiting = waiting_proposal(campaign) if campaign.state == CampaignState.DECIDING else None
    may: dict[str, bool] = campaign.may  # type: ignore[attr-defined]
    own = waiting is not None and waiting.proposed_by_id == viewer.pk
    blocked = own and not campaign.team.team_of_one
    return {
        "waiting": waiting,
        "own": own,
        "may_sign": waiting is not None and may[Permission.APPROVE] and not blocked,
        "may_not_sign": _why_not(waiting, may[Permission.APPROVE], blocked),
        "decided": tuple(row for row in proposals_of(campaign) if hasattr(row, "decision")),
        "may_propose": campaign.state == CampaignState.PILOTING and may[Permission.PLAN],
    }


def _why_not(waiting: Proposal | None, lead: bool, blocked: bool) -> str:
    if waiting is None:
        return ""
    if blocked and lead:
        return _("You made this proposal. Another lead of the team decides on it.")
    return "" if lead else _("A lead of the team decides on this proposal.")
