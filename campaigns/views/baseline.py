"""The baseline: the plan as it will be frozen, its approval, and the frozen versions (R3.8, R5.2)."""

from collections.abc import Callable

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.forms.approvals import ApproveForm, SubmitForm
from campaigns.forms.reasons import ReasonForm
from campaigns.models import Campaign
from campaigns.queries.versions import submission_for, version_for, version_page
from campaigns.services.baseline_page import baseline_page
from campaigns.services.plans import approve_plan, open_amendment, return_plan, submit_plan
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW, writes=Permission.PLAN)
def baseline(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show everything on one page as it will be frozen, and submit it."""
    form = SubmitForm(posted(request), campaign=campaign)

    def act() -> object:
        return submit_plan(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The plan was submitted. A lead of the team approves it or sends it back."),
        onward=reverse("campaigns:baseline", args=[campaign.pk]),
        template="campaigns/baseline.html",
        context={"campaign": campaign, **baseline_page(campaign, viewer=request.user)},
        saved=lambda: SubmitForm(campaign=campaign),
    )


@campaign_page(Permission.APPROVE)
def approve(request: SignedInRequest, campaign: Campaign, submission: int) -> HttpResponse:
    """Approve a submitted plan, with the password again."""
    row = submission_for(campaign, submission)
    form = ApproveForm(posted(request))

    def act() -> object:
        return approve_plan(submission=row, by=request.user, now=timezone.now(), **form.cleaned_data)

    return _page(
        request,
        campaign,
        form,
        act,
        _("Approve the plan"),
        _("Approve and freeze"),
        _("The plan is approved and frozen."),
    )


@campaign_page(Permission.PLAN)
def send_back(request: SignedInRequest, campaign: Campaign, submission: int) -> HttpResponse:
    """Send a submitted plan back with a reason, or withdraw one's own."""
    row = submission_for(campaign, submission)
    form = ReasonForm(posted(request))

    def act() -> object:
        return return_plan(
            submission=row, by=request.user, now=timezone.now(), reason=form.cleaned_data["reason"]
        )

    own = row.submitted_by_id == request.user.pk
    title = _("Withdraw the plan") if own else _("Send the plan back")
    return _page(request, campaign, form, act, title, title, _("The plan can be edited again."))


@campaign_page(Permission.PLAN)
def amend(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Open the approved plan for a later version."""
    form = ReasonForm(posted(request))

    def act() -> None:
        open_amendment(
            campaign=campaign, by=request.user, now=timezone.now(), reason=form.cleaned_data["reason"]
        )

    done = _("The plan can be edited. What you change counts once a new version is approved.")
    return _page(request, campaign, form, act, _("Change the approved plan"), _("Open it for editing"), done)


@campaign_page(Permission.VIEW)
def version(request: SignedInRequest, campaign: Campaign, version: int) -> HttpResponse:
    """Show a frozen version with its hash, and what changed since the one before."""
    row = version_for(campaign, version)
    return render(request, "campaigns/version.html", {"campaign": campaign, **version_page(row)})


def _page(
    request: SignedInRequest,
    campaign: Campaign,
    form: BaseForm,
    act: Callable[[], object],
    title: str,
    submit: str,
    done: str,
) -> HttpResponse:
    return act_or_show(
        request,
        form=form,
        act=act,
        done=done,
        onward=reverse("campaigns:baseline", args=[campaign.pk]),
        template="campaigns/baseline_form.html",
        context={"campaign": campaign, "title": title, "submit": submit},
    )
