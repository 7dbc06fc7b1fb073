"""The budget: orders and what happened to them, other expenses, who bears what (R4.8, R9.1)."""

from collections.abc import Callable

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.forms.budget import ExpenseForm, OrderEventForm, OrderForm, SharesForm
from campaigns.forms.reasons import ReasonForm
from campaigns.models import Campaign
from campaigns.queries.budget import budget_page, campaigns_that_can_share, expense_for, order_line_for
from campaigns.services.expenses import record_expense, take_back_expense
from campaigns.services.orders import record_order, record_order_event, state_shares
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW)
def budget(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show rental and other expenses in two tables, with their totals per currency."""
    return render(request, "campaigns/budget.html", {"campaign": campaign, **budget_page(campaign)})


@campaign_page(Permission.RECORD)
def new_order(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Record what was bought."""
    form = OrderForm(posted(request), campaign=campaign)

    def act() -> object:
        reason = form.cleaned_data["exception_reason"]
        return record_order(order=form.order(), by=request.user, now=timezone.now(), reason=reason)

    texts = (_("Record an order"), _("Record order"), _("The order was recorded."))
    return _page(request, campaign, form, act, texts)


@campaign_page(Permission.RECORD)
def order_event(request: SignedInRequest, campaign: Campaign, order: int) -> HttpResponse:
    """Record a delivery, an outage, a replacement or a refund of an order."""
    line = order_line_for(campaign, order)
    form = OrderEventForm(posted(request), order=line.order)

    def act() -> object:
        return record_order_event(event=form.save(commit=False), by=request.user, now=timezone.now())

    title = _("What happened to order %(reference)s") % {"reference": line.order.reference}
    return _page(request, campaign, form, act, (title, _("Record"), _("It was recorded.")))


@campaign_page(Permission.RECORD)
def order_shares(request: SignedInRequest, campaign: Campaign, order: int) -> HttpResponse:
    """State which campaigns bear which part of an order's price."""
    line = order_line_for(campaign, order)
    form = SharesForm(posted(request), line=line, campaigns=campaigns_that_can_share(campaign))

    def act() -> None:
        state_shares(order=line.order, shares=form.shares(), by=request.user, now=timezone.now())

    values = {"reference": line.order.reference, "price": line.price}
    title = _("Shares of order %(reference)s, %(price)s") % values
    return _page(request, campaign, form, act, (title, _("Record shares"), _("The shares were recorded.")))


@campaign_page(Permission.RECORD)
def new_expense(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Record an amount that was really incurred, with its evidence."""
    form = ExpenseForm(posted(request), campaign=campaign)

    def act() -> object:
        return record_expense(expense=form.save(commit=False), by=request.user, now=timezone.now())

    texts = (_("Record an expense"), _("Record expense"), _("The expense was recorded."))
    return _page(request, campaign, form, act, texts)


@campaign_page(Permission.RECORD)
def take_back(request: SignedInRequest, campaign: Campaign, expense: int) -> HttpResponse:
    """Take a wrong expense back by a second record."""
    row = expense_for(campaign, expense)
    form = ReasonForm(posted(request))

    def act() -> object:
        reason = form.cleaned_data["reason"]
        return take_back_expense(expense=row, by=request.user, now=timezone.now(), reason=reason)

    title = _("Take back “%(purpose)s”") % {"purpose": row.purpose}
    done = _("The expense was taken back; both records stay.")
    return _page(request, campaign, form, act, (title, _("Take back"), done))


def _page(
    request: SignedInRequest,
    campaign: Campaign,
    form: BaseForm,
    act: Callable[[], object],
    texts: tuple[str, str, str],
) -> HttpResponse:
    title, submit, done = texts
    return act_or_show(
        request,
        form=form,
        act=act,
        done=done,
        onward=reverse("campaigns:budget", args=[campaign.pk]),
        template="campaigns/budget_form.html",
        context={"campaign": campaign, "title": title, "submit": submit},
    )
