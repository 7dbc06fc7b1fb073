"""The one place where a page gets its campaign: another team's answers 404, a missing permission 403."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponseBase
from django.utils import timezone

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import can_record
from campaigns.models import Campaign
from campaigns.queries.scope import campaigns_of
from teams.domain.roles import Permission
from teams.views.access import SignedInRequest, enter

__all__ = ["SignedInRequest", "campaign_page"]

P = ParamSpec("P")


def campaign_page(
    permission: Permission, *, writes: Permission | None = None
) -> Callable[
    [Callable[Concatenate[SignedInRequest, Campaign, P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """Turn ``view(request, campaign, ...)`` into a view of ``number``.

    ``permission`` is needed to see the page, ``writes`` (the same unless given) for every other method.
    Times are shown and typed in the team's zone. The person's role is left on ``request.role``, what it
    allows on the campaign for templates: ``campaign.may.plan``.
    """

    def decorate(
        view: Callable[Concatenate[SignedInRequest, Campaign, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapped(
            request: SignedInRequest, number: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            campaign = campaigns_of(request.user).filter(pk=number).first()
            if campaign is None:
                raise Http404
            may = enter(request, campaign.team, permission, writes)
            # After the end only corrections are recorded (R11.5), so a page offers nothing else.
            may["add_records"] = may[Permission.RECORD] and can_record(CampaignState(campaign.state))
            campaign.may = may  # type: ignore[attr-defined]
            with timezone.override(ZoneInfo(campaign.team.time_zone)):
                return view(request, campaign, *args, **kwargs)

        return wrapped

    return decorate
