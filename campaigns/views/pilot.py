"""The pilot: measured durations beside assumptions, and the plan solved again with them (R6.1)."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.forms.pilot import MeasurementForm
from campaigns.forms.refusals import Refusal
from campaigns.models import Campaign
from campaigns.services.pilot import record_measurement, start_pilot
from campaigns.services.pilot_page import pilot_page
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted, say_refusal
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW, writes=Permission.RECORD)
def pilot(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show assumption against measurement, the plan before and after, and record a measurement."""
    form = MeasurementForm(posted(request), campaign=campaign)

    def act() -> object:
        data = form.cleaned_data
        minutes = int(data["duration"].total_seconds() // 60)
        return record_measurement(
            campaign=campaign,
            step=data["step"],
            minutes=minutes,
            source=data["source"],
            by=request.user,
            now=timezone.now(),
        )

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The measurement was recorded and the plan solved again with it."),
        onward=reverse("campaigns:pilot", args=[campaign.pk]),
        template="campaigns/pilot.html",
        context={"campaign": campaign, **pilot_page(campaign)},
    )


@require_POST
@campaign_page(Permission.RECORD)
def start(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Begin the pilot of an approved campaign."""
    try:
        start_pilot(campaign=campaign, by=request.user, now=timezone.now())
    except Refusal as refusal:
        say_refusal(request, refusal)
    return redirect("campaigns:pilot", campaign.pk)
