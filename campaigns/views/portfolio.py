"""The portfolio: the campaigns of a person by state, and a new one."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.domain.vocabulary import CampaignKind
from campaigns.forms.goal import NewCampaignForm
from campaigns.forms.refusals import Refusal, add_refusal
from campaigns.queries.overview import portfolio as portfolio_of
from campaigns.services.goals import create_campaign
from campaigns.views.access import SignedInRequest
from teams.domain.roles import Permission
from teams.queries.scope import teams_where


@require_GET
def portfolio(request: SignedInRequest) -> HttpResponse:
    """List the campaigns by state, each with its question, its next step and the end of its window."""
    wanted = request.GET.get("q", "")
    context = {
        "groups": portfolio_of(request.user, wanted),
        "wanted": wanted,
        "may_plan": teams_where(request.user, Permission.PLAN).exists(),
        "now": timezone.now(),
    }
    return render(request, "campaigns/portfolio.html", context)


@require_http_methods(["GET", "POST"])
def new(request: SignedInRequest) -> HttpResponse:
    """Start a campaign in one of the teams in which the person plans."""
    teams = teams_where(request.user, Permission.PLAN)
    if not teams.exists():
        raise PermissionDenied(_("You plan in no team. Ask an administrator of your team."))
    form = NewCampaignForm(request.POST or None, teams=teams)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            data = {**form.cleaned_data, "kind": CampaignKind(form.cleaned_data["kind"])}
            try:
                campaign = create_campaign(by=request.user, now=timezone.now(), **data)
            except Refusal as refusal:
                status = add_refusal(form, refusal)
            else:
                messages.success(request, _("The campaign is started. Its goal comes first."))
                return redirect("campaigns:home", campaign.pk)
    return render(request, "campaigns/new.html", {"form": form}, status=status)
