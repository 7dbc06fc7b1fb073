"""One package: its prices, the word on its memory, whether it is still compared."""

from django.contrib import messages
from django.forms import BaseForm, Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from pricing.forms.catalogue import MemoryForm, PriceForm, ReasonForm
from pricing.models import Package, Price
from pricing.queries.shelves import package_line
from pricing.services.catalogue import confirm_memory, offer_again, record_price, retire_package
from pricing.views.access import package_page
from teams.forms.refusals import succeeds
from teams.queries.clock import day_in
from teams.services.wording import spell_number
from teams.views.access import SignedInRequest


@require_http_methods(["GET", "POST"])
@package_page
def package(request: SignedInRequest, package: Package) -> HttpResponse:
    """Show a package with its price history; a new price is recorded here."""
    now = timezone.now()
    if request.method == "GET":
        return _show(request, package)
    form = PriceForm(request.POST, today=day_in(package.provider.team, now))
    recorded: list[Price] = []
    if succeeds(
        form,
        lambda: recorded.append(record_price(package=package, by=request.user, now=now, **form.cleaned_data)),
    ):
        messages.success(request, _what_was_read(recorded[0]))
        return redirect("pricing:package", package.pk)
    return _show(request, package, price=form)


@require_POST
@package_page
def memory(request: SignedInRequest, package: Package) -> HttpResponse:
    """Keep the person's word on the card's memory."""
    form = MemoryForm(request.POST)
    if succeeds(
        form,
        lambda: confirm_memory(package=package, by=request.user, now=timezone.now(), **form.cleaned_data),
    ):
        read = {"memory": spell_number(form.cleaned_data["memory_per_gpu_gb"])}
        messages.success(
            request, _("Confirmed: each GPU has %(memory)s GB. Your name stands with it.") % read
        )
        return redirect("pricing:package", package.pk)
    return _show(request, package, memory=form)


@require_POST
@package_page
def retire(request: SignedInRequest, package: Package) -> HttpResponse:
    """Take the package out of comparisons."""
    form = ReasonForm(request.POST)
    if succeeds(
        form,
        lambda: retire_package(package=package, by=request.user, now=timezone.now(), **form.cleaned_data),
    ):
        messages.success(
            request, _("Retired: it is no longer compared. Orders and plans that have it keep it.")
        )
        return redirect("pricing:package", package.pk)
    return _show(request, package, refused=form)


@require_POST
@package_page
def again(request: SignedInRequest, package: Package) -> HttpResponse:
    """Put a retired package back into comparisons."""
    form = Form(request.POST)
    if succeeds(form, lambda: offer_again(package=package, by=request.user, now=timezone.now())):
        messages.success(request, _("It is compared again."))
        return redirect("pricing:package", package.pk)
    return _show(request, package, refused=form)


def _show(
    request: SignedInRequest,
    package: Package,
    *,
    price: PriceForm | None = None,
    memory: MemoryForm | None = None,
    refused: BaseForm | None = None,
) -> HttpResponse:
    """Show the package; a form that was refused is shown again, with 422."""
    today = day_in(package.provider.team, timezone.now())
    line = package_line(package, today)
    currency = line.prices[0].price.currency if line.prices else "USD"
    context = {
        "package": package,
        "line": line,
        "team": package.provider.team,
        "price": price or PriceForm(today=today, initial={"currency": currency}),
        "memory": memory or MemoryForm(initial={"memory_per_gpu_gb": package.memory_per_gpu_gb.normalize()}),
        "refused": refused,
    }
    return render(request, "pricing/package.html", context, status=422 if price or memory or refused else 200)


def _what_was_read(price: Price) -> str:
    if price.amount is None:
        return _("Recorded: this source does not state a price.")
    amount = spell_number(price.amount, 2)
    return _("Recorded: %(amount)s %(currency)s for one batch, whole duration.") % {
        "amount": amount,
        "currency": price.currency,
    }
