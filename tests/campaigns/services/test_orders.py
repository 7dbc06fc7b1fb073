"""Orders keep the price of their day, need a lead above the ceiling, and are borne by shares that add up."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError

from campaigns.domain.workflow import NotAllowed
from campaigns.forms.budget import OrderForm
from campaigns.models import Campaign, Order, OrderEvent, OrderShare
from campaigns.queries.budget import budget_page, committed_rental, order_lines, window_end
from campaigns.services.orders import record_order_event, state_shares
from pricing.domain.money import Money
from pricing.models import Package
from teams.models import AuditEvent, Person, Team
from tests.planning import NOW, buy
from tests.running import advance


def usd(amount: str) -> Money:
    return Money(Decimal(amount), "USD")


def happen(order: Order, by: Person, kind: str, at: datetime = NOW, **changes: object) -> OrderEvent:
    event = OrderEvent(order=order, kind=kind, at=at, **changes)
    return record_order_event(event=event, by=by, now=NOW)


def typed(campaign: Campaign, package: Package, **changes: str) -> OrderForm:
    data = {
        "package": str(package.pk),
        "side_by_side": "1",
        "one_after_another": "1",
        "reference": "ORD-1",
        "ordered_at": "2026-12-01T09:00",
    }
    return OrderForm({**data, **changes}, campaign=campaign)


def test_r4_2_batch_with_two_gpus_costs_its_price_once(
    approved: Campaign, catalogue: dict[str, Package]
) -> None:
    two = catalogue["b200"]
    two.prices.create(amount=Decimal("300.00"), currency="USD", source="offer", captured_on=date(2026, 12, 1))
    form = typed(approved, two)
    assert form.is_valid(), form.errors
    assert (form.order().amount, form.order().batches) == (Decimal("300.00"), 1)


@pytest.mark.parametrize(
    ("side_by_side", "one_after_another", "cost"),
    [("1", "2", "94.28"), ("2", "1", "94.28"), ("2", "3", "282.84")],
)
def test_r4_2_price_times_number_of_batches(
    approved: Campaign, catalogue: dict[str, Package], side_by_side: str, one_after_another: str, cost: str
) -> None:
    form = typed(
        approved, catalogue["rtx4090-3d"], side_by_side=side_by_side, one_after_another=one_after_another
    )
    assert form.is_valid(), form.errors
    assert (form.order().amount, form.order().currency) == (Decimal(cost), "USD")


def test_r4_6_a_package_without_a_stated_price_needs_the_price_paid(
    approved: Campaign, catalogue: dict[str, Package]
) -> None:
    form = typed(approved, catalogue["b200"])
    assert form.errors == {"amount": ["The catalogue states no price for this package. Give the price paid."]}
    assert typed(approved, catalogue["b200"], amount="250,00", currency="USD").is_valid()


def test_r4_6_an_order_keeps_its_price_when_a_new_price_comes(
    bought: Order, catalogue: dict[str, Package], planner: Person, approved: Campaign
) -> None:
    catalogue["rtx4090-3d"].prices.create(
        amount=Decimal("60.00"), currency="USD", source="new tariff", captured_on=date(2026, 12, 2)
    )
    bought.refresh_from_db()
    assert bought.amount == Decimal("47.14")
    assert [line.price for line in order_lines(approved)] == [usd("47.14")]


def test_r4_8_an_order_is_recorded_with_its_share_and_in_the_trail(bought: Order, planner: Person) -> None:
    assert (bought.recorded_by, bought.exception_by, bought.exception_reason) == (planner, None, "")
    assert [(share.campaign, share.amount) for share in bought.shares.all()] == [
        (bought.campaign, Decimal("47.14"))
    ]
    event = AuditEvent.objects.get(chain=bought.campaign.code, action="order recorded")
    assert (event.actor, event.new) == (
        planner,
        {"package": "rtx4090-3d", "batches": 1, "amount": "47.14", "currency": "USD"},
    )


def test_r4_8_before_approval_only_a_lead_with_a_reason(
    worked_campaign: Campaign, catalogue: dict[str, Package], planner: Person, lead: Person
) -> None:
    package = catalogue["rtx4090-3d"]
    with pytest.raises(ValidationError, match="The plan is not approved yet") as refused:
        buy(worked_campaign, package, planner, "ORD-1", reason="The offer ends today.")
    assert "Only a lead may record it" in str(refused.value)
    with pytest.raises(ValidationError, match="give the reason"):
        buy(worked_campaign, package, lead, "ORD-1", reason="  ")
    assert not Order.objects.exists()
    order = buy(worked_campaign, package, lead, "ORD-1", reason="The offer ends today.")
    assert (order.exception_by, order.exception_reason) == (lead, "The offer ends today.")


def test_r4_8_110_usd_hold_two_batches_and_the_third_is_31_42_above(
    bought: Order, catalogue: dict[str, Package], planner: Person, lead: Person, approved: Campaign
) -> None:
    package = catalogue["rtx4090-3d"]
    buy(approved, package, planner, "ORD-2")
    with pytest.raises(ValidationError, match="31.42 USD above the ceiling of 110.00 USD"):
        buy(approved, package, planner, "ORD-3")
    third = buy(approved, package, lead, "ORD-3", reason="The first machine failed.")
    assert third.exception_by == lead
    assert committed_rental(approved) == (usd("141.42"),)


def test_r4_7_another_currency_is_not_added_and_needs_a_lead(
    approved: Campaign, catalogue: dict[str, Package], planner: Person, lead: Person
) -> None:
    package = catalogue["rtx4090-3d"]
    with pytest.raises(ValidationError, match="another currency"):
        buy(approved, package, planner, "ORD-1", amount=Decimal("40.00"), currency="EUR")
    buy(approved, package, lead, "ORD-1", amount=Decimal("40.00"), currency="EUR", reason="Only sold in EUR.")
    assert committed_rental(approved) == (Money(Decimal("40.00"), "EUR"),)


def test_r4_8_window_starts_at_delivery_and_lasts_as_long_as_what_was_bought(
    approved: Campaign, catalogue: dict[str, Package], planner: Person
) -> None:
    order = buy(
        approved, catalogue["rtx4090-3d"], planner, "ORD-1", one_after_another=2, amount=Decimal("94.28")
    )
    assert window_end(approved) is None
    happen(order, planner, "delivered", datetime(2026, 12, 1, 10, tzinfo=UTC))
    assert window_end(approved) == datetime(2026, 12, 7, 10, tzinfo=UTC)


def test_r4_8_delivered_once_and_not_before_the_order_nor_in_the_future(
    bought: Order, planner: Person
) -> None:
    with pytest.raises(ValidationError, match="in the future"):
        happen(bought, planner, "delivered", NOW + timedelta(minutes=1))
    with pytest.raises(ValidationError, match="before the order was placed"):
        happen(bought, planner, "delivered", bought.ordered_at - timedelta(minutes=1))
    happen(bought, planner, "delivered")
    with pytest.raises(ValidationError, match="already recorded as delivered"):
        happen(bought, planner, "delivered")
    assert bought.events.count() == 1


def test_r4_8_a_refund_is_a_record_of_its_own_and_not_taken_off(
    bought: Order, planner: Person, approved: Campaign
) -> None:
    happen(bought, planner, "refund", amount=Decimal("20.00"), note="two days without power")
    page = budget_page(approved)
    assert (page["rental"], page["refunds"]) == ((usd("47.14"),), (usd("20.00"),))
    with pytest.raises(ValidationError, match=r"At most 27\.14 USD"):
        happen(bought, planner, "refund", amount=Decimal("27.15"))
    with pytest.raises(ValidationError, match="A refund has an amount"):
        happen(bought, planner, "refund")
    happen(bought, planner, "refund", amount=Decimal("27.14"))


def test_r9_1_shares_add_up_to_the_price(
    bought: Order, planner: Person, team: Team, approved: Campaign
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    with pytest.raises(
        ValidationError, match="The shares add up to 47.13 USD, and the order costs 47.14 USD"
    ):
        shared(bought, planner, {approved: "40.00", other: "7.13"})
    shared(bought, planner, {approved: "40.00", other: "7.14"})
    assert (committed_rental(approved), committed_rental(other)) == ((usd("40.00"),), (usd("7.14"),))
    event = AuditEvent.objects.get(action="shares stated")
    assert (event.old, event.new) == (
        {approved.code: "47.14"},
        {approved.code: "40.00", other.code: "7.14"},
    )


def shared(order: Order, by: Person, shares: dict[Campaign, str]) -> None:
    state_shares(order=order, shares={each: Decimal(part) for each, part in shares.items()}, by=by, now=NOW)


def test_r9_1_an_order_that_others_bear_alone_stays_with_who_placed_it(
    bought: Order, planner: Person, team: Team, approved: Campaign
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    shared(bought, planner, {other: "47.14"})
    assert [(line.order, line.share) for line in order_lines(approved)] == [(bought, usd("0.00"))]
    assert [(line.order, line.share) for line in order_lines(other)] == [(bought, usd("47.14"))]
    shared(bought, planner, {approved: "47.14"})
    assert order_lines(other) == ()


def test_r9_1_another_teams_campaign_bears_nothing(bought: Order, planner: Person, outsider: Person) -> None:
    theirs = Campaign.objects.create(
        team=outsider.memberships.get().team, title="Theirs", created_by=outsider
    )
    with pytest.raises(ValidationError, match="only be shared by campaigns of its team"):
        shared(bought, planner, {bought.campaign: "40.00", theirs: "7.14"})
    assert not OrderShare.objects.filter(campaign=theirs).exists()


def test_r11_5_a_cancelled_campaign_gets_no_share_and_no_order(
    bought: Order, planner: Person, team: Team, catalogue: dict[str, Package], approved: Campaign
) -> None:
    ended = advance(Campaign.objects.create(team=team, title="Ended", created_by=planner), "cancelled")
    with pytest.raises(NotAllowed, match="This campaign is cancelled"):
        shared(bought, planner, {approved: "40.00", ended: "7.14"})
    with pytest.raises(NotAllowed, match="This campaign is cancelled"):
        buy(ended, catalogue["rtx4090-3d"], planner, "ORD-2")


def test_a_viewer_and_an_outsider_record_nothing(bought: Order, viewer: Person, outsider: Person) -> None:
    for person in (viewer, outsider):
        with pytest.raises(PermissionDenied):
            happen(bought, person, "delivered")
        with pytest.raises(PermissionDenied):
            shared(bought, person, {bought.campaign: "47.14"})
    assert not bought.events.exists()


@pytest.mark.django_db(transaction=True)
def test_an_order_whose_trail_cannot_be_written_is_not_recorded(
    approved: Campaign, catalogue: dict[str, Package], planner: Person, broken_trail: None
) -> None:
    with pytest.raises(DatabaseError, match="permission denied"):
        buy(approved, catalogue["rtx4090-3d"], planner, "ORD-1")
    assert (Order.objects.count(), OrderShare.objects.count()) == (0, 0)
