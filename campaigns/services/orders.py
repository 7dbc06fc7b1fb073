"""What was bought: orders, their delivery and trouble, and who bears their price (R4.8, R9.1)."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import check_recordable
from campaigns.models import Campaign, Order, OrderEvent, OrderEventKind, OrderShare
from campaigns.queries.budget import approved_ceiling, committed_rental, is_approved
from campaigns.queries.scope import campaigns_of
from campaigns.services.locking import lock
from pricing.domain.budget import Objection, OrderRefused, Share, SharesRefused, check_order, check_shares
from pricing.domain.money import Money
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit
from teams.services.access import may
from teams.services.wording import worded


@transaction.atomic
def record_order(*, order: Order, by: Person, now: datetime, reason: str = "") -> Order:
    """Record an order built by the form; its price stays as it was, whatever the catalogue says later.

    Before approval or above the ceiling it needs a lead, who is then ``by``, and a reason for the close-out.
    """
    campaign = lock(order.campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    objections = _objections_overruled(order, campaign, by, reason)
    order.campaign, order.recorded_by = campaign, by
    if objections:
        order.exception_by, order.exception_reason = by, reason
    order.full_clean()
    order.save()
    OrderShare.objects.create(
        order=order, campaign=campaign, amount=order.amount, stated_by=by, stated_at=now
    )
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="order recorded",
        object=f"{campaign.code} order {order.reference}",
        new={
            "package": order.package.sku,
            "batches": order.batches,
            "amount": str(order.amount),
            "currency": order.currency,
        },
        reason=reason,
    )
    return order


def _objections_overruled(order: Order, campaign: Campaign, by: Person, reason: str) -> tuple[Objection, ...]:
    """Ask the domain whether the order may stand; a reason counts only when a lead wrote it."""
    lead = may(by, campaign.team, Permission.APPROVE)
    try:
        return check_order(
            Money(order.amount, order.currency),
            committed_rental(campaign),
            approved_ceiling(campaign),
            is_approved(campaign),
            reason if lead else "",
        )
    except OrderRefused as refused:
        messages = [worded(objection.message) for objection in refused.objections]
        way_out = (
            _("A lead may record it all the same: give the reason.")
            if lead
            else _("Only a lead may record it all the same, with a reason. Nothing was recorded.")
        )
        raise ValidationError({"exception_reason": [*messages, way_out]}) from refused


@transaction.atomic
def record_order_event(*, event: OrderEvent, by: Person, now: datetime) -> OrderEvent:
    """Record a delivery (the window starts then), an outage, a replacement or a refund."""
    campaign = lock(event.order.campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    delivered = event.order.events.filter(kind=OrderEventKind.DELIVERED.value).first()
    if event.kind == OrderEventKind.DELIVERED and delivered:
        raise ValidationError({"kind": _("This order was already recorded as delivered.")})
    if event.kind == OrderEventKind.DELIVERED and event.at > now:
        raise ValidationError(
            {"at": _("A delivery is recorded once it happened; this time is in the future.")}
        )
    if event.at < event.order.ordered_at:
        raise ValidationError({"at": _("This is before the order was placed.")})
    _check_refund(event)
    event.recorded_by, event.recorded_at = by, now
    event.full_clean()
    event.save()
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=f"order {event.kind}",
        object=f"{campaign.code} order {event.order.reference}",
        new={"at": event.at.isoformat(), "amount": str(event.amount or "")},
        reason=event.note,
    )
    return event


def _check_refund(event: OrderEvent) -> None:
    """A refund gives back at most what is left of the price, after the refunds before it."""
    if event.kind != OrderEventKind.REFUND or event.amount is None:
        return
    refunds = event.order.events.filter(kind=OrderEventKind.REFUND.value).values_list("amount", flat=True)
    left = event.order.amount - sum(amount for amount in refunds if amount)
    if event.amount > left:
        price = Money(left, event.order.currency)
        raise ValidationError(
            {"amount": _("At most %(price)s of this order can still be refunded.") % {"price": price}}
        )


@transaction.atomic
def state_shares(*, order: Order, shares: Mapping[Campaign, Decimal], by: Person, now: datetime) -> None:
    """Split an order's price between campaigns; the stated parts add up to it exactly (R9.1)."""
    campaign = lock(order.campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    _check_shares_are_of_the_team(order, shares, by)
    price = Money(order.amount, order.currency)
    try:
        check_shares(price, [Share(each.code, Money(part, order.currency)) for each, part in shares.items()])
    except SharesRefused as refused:
        raise ValidationError(str(worded(refused.message))) from refused
    before = {share.campaign: share.amount for share in order.shares.select_related("campaign")}
    for each in {*before, *shares}:
        if before.get(each) != shares.get(each):
            check_recordable(CampaignState(each.state))
    order.shares.all().delete()
    OrderShare.objects.bulk_create(
        OrderShare(order=order, campaign=each, amount=part, stated_by=by, stated_at=now)
        for each, part in shares.items()
    )
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="shares stated",
        object=f"{campaign.code} order {order.reference}",
        old={each.code: str(part) for each, part in before.items()},
        new={each.code: str(part) for each, part in shares.items()},
    )


def _check_shares_are_of_the_team(order: Order, shares: Mapping[Campaign, Decimal], by: Person) -> None:
    allowed = set(campaigns_of(by).filter(team=order.campaign.team).values_list("pk", flat=True))
    if not {each.pk for each in shares} <= allowed:
        raise ValidationError(_("An order can only be shared by campaigns of its team."))
