"""What the baseline page shows: the plan as it is, or as it was submitted, and what the viewer may do (R3.8)."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.schedule import ImpossiblePlan
from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import can_amend, can_edit
from campaigns.models import Campaign, PlanReturn, PlanSubmission
from campaigns.queries.goal import readiness_of
from campaigns.queries.plan_content import announced_content
from campaigns.queries.versions import pending_submission, versions_of
from campaigns.services.plan_content import computed_content
from campaigns.services.plan_readiness import plan_missing
from teams.domain.roles import Permission
from teams.models import Person
from teams.queries.clock import day_in


def baseline_page(campaign: Campaign, *, viewer: Person) -> dict[str, Any]:
    """The submission that waits, or the plan as it would be frozen, and the frozen versions."""
    pending = pending_submission(campaign)
    editable = can_edit(CampaignState(campaign.state), campaign.amendment_open)
    return {
        "pending": pending,
        "editable": editable,
        "missing": plan_missing(campaign) if editable else (),
        "warnings": readiness_of(campaign).warnings if editable else (),
        "returned": _last_return(campaign) if editable else None,
        "versions": versions_of(campaign),
        "content": _content(campaign, pending, editable),
        "may_amend": can_amend(CampaignState(campaign.state))
        and not (campaign.amendment_open or pending)
        and _may(campaign, "plan"),
        **_approval(campaign, pending, viewer),
    }


def _approval(campaign: Campaign, pending: PlanSubmission | None, viewer: Person) -> dict[str, Any]:
    own = pending is not None and pending.submitted_by_id == viewer.pk
    blocked = own and not campaign.team.team_of_one
    lead = _may(campaign, Permission.APPROVE)
    why = ""
    if pending and not lead:
        why = _("A lead of the team approves this plan.")
    elif pending and blocked:
        why = _("You submitted this plan. Another lead of the team approves it.")
    return {
        "own": own,
        "may_approve": pending is not None and lead and not blocked,
        "may_return": pending is not None and (lead or own),
        "may_not_approve": why,
    }


def _content(campaign: Campaign, pending: PlanSubmission | None, editable: bool) -> dict[str, Any] | None:
    """What waits, as submitted; else, while it can be edited, what would be frozen today."""
    if pending:
        content: dict[str, Any] = pending.content
        return content
    if not editable or not campaign.steps.exists():
        return None
    try:
        return {
            **announced_content(campaign),
            **computed_content(campaign, on=day_in(campaign.team, timezone.now())),
        }
    except ImpossiblePlan:
        return announced_content(campaign)


def _last_return(campaign: Campaign) -> PlanReturn | None:
    last = campaign.submissions.select_related("sent_back").order_by("number").last()
    return getattr(last, "sent_back", None)


def _may(campaign: Campaign, permission: str) -> bool:
    may: dict[str, bool] = campaign.may  # type: ignore[attr-defined]
    return may[permission]
