"""What happened in a campaign: its audit chain, event by event."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.models import Campaign
from campaigns.views.access import SignedInRequest, campaign_page
from teams.domain.roles import Permission
from teams.queries.audit import activity_page


@require_GET
@campaign_page(Permission.VIEW)
def activity(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show who did what, when, and why."""
    page = activity_page(campaign.code, request.GET.get("page"))
    return render(request, "campaigns/activity.html", {"campaign": campaign, "page": page})
