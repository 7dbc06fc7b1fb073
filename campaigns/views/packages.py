"""Packages: every arrangement beside the plan, total prices only, and the one that was chosen (R4.1-R4.4)."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.forms.settings import ArrangementForm
from campaigns.models import Campaign
from campaigns.services.packages_page import packages_page
from campaigns.services.settings import choose_arrangement
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW, writes=Permission.PLAN)
def packages(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show the comparison and choose what the plan is compared with."""
    form = ArrangementForm(posted(request), campaign=campaign)

    def act() -> None:
        choose_arrangement(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("Chosen. The schedule was computed again on it."),
        onward=reverse("campaigns:packages", args=[campaign.pk]),
        template="campaigns/packages.html",
        context={"campaign": campaign, **packages_page(campaign, on=timezone.localdate())},
        saved=lambda: ArrangementForm(campaign=campaign),
    )
