"""The one place where a page gets its campaign: another team's answers 404, a missing permission 403."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from campaigns.models import Campaign
from campaigns.queries.scope import campaigns_of
from teams.domain.roles import Permission, Role, permits
from teams.models import Membership, Person

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, Campaign, P], HttpResponseBase]


class SignedInRequest(HttpRequest):
    """A request of somebody who signed in; ``LoginRequiredMiddleware`` lets no other through."""

    user: Person
    role: Role
    htmx: HtmxDetails


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
            role = Role(
                Membership.objects.values_list("role", flat=True).get(team=campaign.team, person=request.user)
            )
            needed = permission if request.method in ("GET", "HEAD", "OPTIONS") else writes or permission
            if not permits(role, needed):
                raise PermissionDenied(_("Your role in this team does not allow this."))
            request.role = role
            campaign.may = {right.value: permits(role, right) for right in Permission}  # type: ignore[attr-defined]
            with timezone.override(ZoneInfo(campaign.team.time_zone)):
                return view(request, campaign, *args, **kwargs)

        return wrapped

    return decorate
