"""The home of a campaign: its task list, and one sentence on what blocks closing."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from campaigns.models import Campaign
from campaigns.queries.overview import home as home_of
from campaigns.queries.stages import statuses
from campaigns.views.access import SignedInRequest, campaign_page
from teams.domain.roles import Permission


@require_GET
@campaign_page(Permission.VIEW)
def home(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show how far each part is, hours left, cost so far and the next decision."""
    page = home_of(campaign)
    context = {
        "campaign": campaign,
        "home": page,
        "statuses": statuses(page.stages),
        "now": timezone.now(),
    }
    return render(request, "campaigns/home.html", context)
