"""The pilot decision: the planner proposes on this page, the lead sees the same evidence and signs (R6.2-R6.4)."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import ProposalKind
from campaigns.forms.pilot import DecideForm, ProposalForm
from campaigns.forms.reasons import ReasonForm
from campaigns.models import Campaign, DecisionOutcome
from campaigns.queries.decision import decision_page, proposal_for
from campaigns.services.decisions import decide, propose, withdraw
from campaigns.services.pilot_page import pilot_page
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW)
def decision(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show the proposal that waits, those decided before, and what was shown then."""
    page = decision_page(campaign, viewer=request.user)
    return render(request, "campaigns/decision.html", {"campaign": campaign, **page})


@campaign_page(Permission.PLAN)
def new_proposal(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Propose to continue, to reduce, or to revisit the question."""
    form = ProposalForm(posted(request), campaign=campaign)

    def act() -> object:
        data = form.cleaned_data
        return propose(
            campaign=campaign,
            kind=ProposalKind(data["kind"]),
            reason=data["reason"],
            would_change=data["would_change"],
            drops=form.drops(),
            by=request.user,
            now=timezone.now(),
        )

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The proposal was made. A lead of the team decides on it."),
        onward=reverse("campaigns:decision", args=[campaign.pk]),
        template="campaigns/proposal_form.html",
        context={"campaign": campaign, **pilot_page(campaign)},
    )


@campaign_page(Permission.APPROVE)
def sign(request: SignedInRequest, campaign: Campaign, proposal: int) -> HttpResponse:
    """Approve a proposal or send it back; the page shows the evidence that the proposal keeps."""
    row = proposal_for(campaign, proposal)
    form = DecideForm(posted(request), proposal=row)

    def act() -> object:
        data = {**form.cleaned_data, "outcome": DecisionOutcome(form.cleaned_data["outcome"])}
        return decide(proposal=row, by=request.user, now=timezone.now(), **data)

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The decision was recorded."),
        onward=reverse("campaigns:decision", args=[campaign.pk]),
        template="campaigns/decision_form.html",
        context={"campaign": campaign, "proposal": row, "evidence": row.evidence},
    )


@campaign_page(Permission.PLAN)
def withdraw_proposal(request: SignedInRequest, campaign: Campaign, proposal: int) -> HttpResponse:
    """Take one's own proposal back."""
    row = proposal_for(campaign, proposal)
    form = ReasonForm(posted(request))

    def act() -> object:
        return withdraw(proposal=row, by=request.user, now=timezone.now(), reason=form.cleaned_data["reason"])

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The proposal was withdrawn; the pilot goes on."),
        onward=reverse("campaigns:decision", args=[campaign.pk]),
        template="campaigns/withdraw_form.html",
        context={"campaign": campaign, "proposal": row},
    )
