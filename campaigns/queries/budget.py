"""Money of a campaign: what is committed, what was approved, rental and other expenses apart (R9.1)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Prefetch, Q
from django.http import Http404
from django.shortcuts import get_object_or_404

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import ENDED, is_plan_approved
from campaigns.models import Campaign, Expense, Order, OrderEvent, OrderEventKind, OrderShare
from campaigns.queries.results_source import has_no_unit, result_figures_of
from campaigns.queries.versions import newest_version
from pricing.domain.money import Money, total


def is_approved(campaign: Campaign) -> bool:
    """Say whether an approved plan is in force."""
    return is_plan_approved(CampaignState(campaign.state))


def approved_ceiling(campaign: Campaign) -> Money | None:
    """The budget ceiling of the newest approved plan version; None when none was approved."""
    version = newest_version(campaign)
    ceiling = version.content.get("budget_ceiling") if version else None
    return Money(Decimal(ceiling["amount"]), ceiling["currency"]) if ceiling else None


def committed_rental(campaign: Campaign) -> tuple[Money, ...]:
    """The campaign's shares of all orders, per currency; a refund is a record of its own, not taken off."""
    shares = OrderShare.objects.filter(campaign=campaign).select_related("order")
    return total(Money(share.amount, share.order.currency) for share in shares)


@dataclass(frozen=True)
class OrderLine:
    """An order as the budget shows it, with the window it opened."""

    order: Order
    share: Money
    price: Money
    delivered_at: datetime | None
    window_ends_at: datetime | None
    events: tuple[OrderEvent, ...]
    shares: tuple[OrderShare, ...]


def order_lines(campaign: Campaign) -> tuple[OrderLine, ...]:
    """The orders that the campaign placed or bears a share of. Three queries, however many there are."""
    shared = OrderShare.objects.filter(campaign=campaign).values("order")
    orders = (
        Order.objects.filter(Q(campaign=campaign) | Q(pk__in=shared))
        .select_related("package__provider", "campaign", "recorded_by", "exception_by")
        .prefetch_related(
            "events",
            Prefetch("shares", queryset=OrderShare.objects.select_related("campaign")),
        )
        .order_by("ordered_at", "id")
    )
    return tuple(_line(order, campaign) for order in orders)


def _line(order: Order, campaign: Campaign) -> OrderLine:
    events = tuple(order.events.all())
    delivered = next((event.at for event in events if event.kind == OrderEventKind.DELIVERED), None)
    length = order.package.duration_minutes
    ends = None
    if delivered and length:
        ends = delivered + timedelta(minutes=length * order.one_after_another)
    share = sum((row.amount for row in order.shares.all() if row.campaign_id == campaign.pk), Decimal("0.00"))
    return OrderLine(
        order=order,
        share=Money(share, order.currency),
        price=Money(order.amount, order.currency),
        delivered_at=delivered,
        window_ends_at=ends,
        events=events,
        shares=tuple(order.shares.all()),
    )


def expenses_of(campaign: Campaign) -> tuple[Expense, ...]:
    """All expense records, also those taken back and the ones that take them back."""
    return tuple(campaign.expenses.select_related("recorded_by", "takes_back", "taken_back_by"))


def expense_total(campaign: Campaign) -> tuple[Money, ...]:
    """What other expenses add up to, per currency."""
    return total(Money(row.amount, row.currency) for row in campaign.expenses.all())


def window_end(campaign: Campaign) -> datetime | None:
    """When the last delivered window of the campaign ends; None before any delivery."""
    return max((line.window_ends_at for line in order_lines(campaign) if line.window_ends_at), default=None)


def order_line_for(campaign: Campaign, number: int) -> OrderLine:
    """One order of the campaign that it placed itself; another's answers 404."""
    for line in order_lines(campaign):
        if line.order.pk == number and line.order.campaign_id == campaign.pk:
            return line
    raise Http404


def expense_for(campaign: Campaign, number: int) -> Expense:
    """One expense of the campaign; another's answers 404."""
    return get_object_or_404(campaign.expenses, pk=number)


def campaigns_that_can_share(campaign: Campaign) -> tuple[Campaign, ...]:
    """The campaigns of the team that can still record or bear a share already, this one first."""
    others = Campaign.objects.filter(team=campaign.team).exclude(pk=campaign.pk)
    bearing = OrderShare.objects.filter(order__campaign=campaign).values("campaign")
    return (campaign, *others.filter(~Q(state__in=ENDED) | Q(pk__in=bearing)).order_by("-pk"))


def budget_page(campaign: Campaign) -> dict[str, object]:
    """All that the budget page shows."""
    lines = order_lines(campaign)
    refunds = [
        Money(event.amount, line.order.currency)
        for line in lines
        for event in line.events
        if event.kind == OrderEventKind.REFUND and event.amount
    ]
    return {
        "lines": lines,
        "expenses": expenses_of(campaign),
        "rental": total(line.share for line in lines),
        "refunds": total(refunds),
        "expense_total": expense_total(campaign),
        "ceiling": approved_ceiling(campaign),
        "approved": is_approved(campaign),
        "results": result_figures_of(campaign),
        "has_no_unit": has_no_unit(campaign),
    }
