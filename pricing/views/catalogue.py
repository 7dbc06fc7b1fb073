"""The catalogues of a person's teams, and adding a package."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from pricing.forms.catalogue import PackageForm
from pricing.models import Package
from pricing.queries.shelves import provider_names, shelves_of
from pricing.services.catalogue import add_package
from teams.domain.roles import Permission
from teams.forms.refusals import succeeds
from teams.queries.scope import teams_where
from teams.views.access import SignedInRequest


@require_GET
def catalogue(request: SignedInRequest) -> HttpResponse:
    """Show every package of the person's teams with its price in force."""
    shelves = shelves_of(request.user, timezone.now())
    context = {"shelves": shelves, "may_keep": any(shelf.may_keep for shelf in shelves)}
    return render(request, "pricing/catalogue.html", context)


@require_http_methods(["GET", "POST"])
def new_package(request: SignedInRequest) -> HttpResponse:
    """Add a package to the catalogue of one of the person's teams."""
    teams = teams_where(request.user, Permission.CATALOGUE)
    if not teams.exists():
        raise PermissionDenied(_("Your role does not allow changes of a catalogue."))
    form = PackageForm(request.POST if request.method == "POST" else None, teams=teams)
    added: list[Package] = []
    if request.method == "POST" and succeeds(
        form, lambda: added.append(add_package(by=request.user, now=timezone.now(), **form.cleaned_data))
    ):
        messages.success(
            request, _("%(sku)s is in the catalogue. Record its price now.") % {"sku": added[0].sku}
        )
        return redirect("pricing:package", added[0].pk)
    context = {"form": form, "providers": provider_names(teams)}
    return render(request, "pricing/new_package.html", context, status=422 if form.errors else 200)
