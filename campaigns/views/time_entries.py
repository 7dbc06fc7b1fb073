"""Time that people and transfers really took on the steps of the plan (R11.1)."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.forms.reasons import ReasonForm
from campaigns.forms.runs_time import TimeEntryForm
from campaigns.models import Campaign
from campaigns.queries.time_entries import entry_for, time_page
from campaigns.services.time_entries import record_time, take_back
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW, writes=Permission.RECORD)
def time(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """List the recorded time and record more."""
    form = TimeEntryForm(posted(request), campaign=campaign)

    def act() -> object:
        return record_time(
            entry=form.entry(), by=request.user, now=timezone.now(), today=timezone.localdate()
        )

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The time was recorded."),
        onward=reverse("campaigns:time", args=[campaign.pk]),
        template="campaigns/time_page.html",
        context={"campaign": campaign, "page": time_page(campaign)},
    )


@campaign_page(Permission.RECORD)
def take_back_time(request: SignedInRequest, campaign: Campaign, entry: int) -> HttpResponse:
    """Take a wrong entry back by a second row."""
    row = entry_for(campaign, entry)
    form = ReasonForm(posted(request))

    def act() -> object:
        reason = form.cleaned_data["reason"]
        return take_back(entry=row, reason=reason, by=request.user, now=timezone.now())

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The entry was taken back; both rows stay."),
        onward=reverse("campaigns:time", args=[campaign.pk]),
        template="campaigns/time_take_back.html",
        context={"campaign": campaign, "entry": row},
    )
