"""The one place where a page gets its team: another team answers 404, a missing permission 403."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from teams.domain.roles import Permission, Role, permits
from teams.models import Person, Team
from teams.queries.scope import teams_of
from teams.services.access import role_in

P = ParamSpec("P")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class SignedInRequest(HttpRequest):
    """A request of somebody who signed in; the middleware lets no other through."""

    user: Person
    role: Role
    htmx: HtmxDetails


def enter(
    request: SignedInRequest, team: Team, reads: Permission, writes: Permission | None
) -> dict[str, bool]:
    """Leave the person's role on the request and return what they may do; raise when they may not."""
    role = role_in(request.user, team)
    if role is None:
        raise Http404
    if not permits(role, reads if request.method in SAFE_METHODS else writes or reads):
        raise PermissionDenied(_("Your role in this team does not allow this."))
    request.role = role
    return {right.value: permits(role, right) for right in Permission}


def team_page(
    permission: Permission, *, writes: Permission | None = None
) -> Callable[
    [Callable[Concatenate[SignedInRequest, Team, P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """Turn ``view(request, team, ...)`` into a view of ``pk``.

    ``permission`` is needed to see the page, ``writes`` (the same unless given) for every method that changes.
    The team has ``may`` for templates: ``team.may.members``.
    """

    def decorate(
        view: Callable[Concatenate[SignedInRequest, Team, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapped(request: SignedInRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            team = teams_of(request.user).filter(pk=pk).first()
            if team is None:
                raise Http404
            team.may = enter(request, team, permission, writes)  # type: ignore[attr-defined]
            return view(request, team, *args, **kwargs)

        return wrapped

    return decorate
