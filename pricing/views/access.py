"""The one place where a page gets its package: another team's answers 404, a missing permission 403."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpResponseBase

from pricing.models import Package
from pricing.queries.shelves import package_of
from teams.domain.roles import Permission
from teams.views.access import SignedInRequest, enter

P = ParamSpec("P")


def package_page(
    view: Callable[Concatenate[SignedInRequest, Package, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Turn ``view(request, package, ...)`` into a view of ``pk``: members read, planners and above change.

    The package has ``may`` for templates: ``package.may.catalogue``.
    """

    @wraps(view)
    def wrapped(request: SignedInRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        package = package_of(request.user, pk)
        if package is None:
            raise Http404
        may = enter(request, package.provider.team, Permission.VIEW, Permission.CATALOGUE)
        package.may = may  # type: ignore[attr-defined]
        return view(request, package, *args, **kwargs)

    return wrapped
