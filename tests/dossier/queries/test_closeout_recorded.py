"""Money as the close-out lists it: exceptions, trouble with orders, expenses (R4.8, R9.1, R9.5)."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Expense, Order, OrderEvent
from campaigns.services.expenses import record_expense
from campaigns.services.orders import record_order, record_order_event
from dossier.queries.closeout_recorded import budget
from pricing.models import Package
from tests.closing import Closing
from tests.people import text_of
from tests.running import NOW, clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def above_the_ceiling(closing: Closing, catalogue: dict[str, Package]) -> Order:
    """Return an order of 390.00 USD that a lead recorded with a reason."""
    order = Order(
        campaign=closing.campaign,
        package=catalogue["rtx4090-30d"],
        amount=Decimal("390.00"),
        currency="USD",
        reference="R-30D",
        ordered_at=clock(8),
    )
    return record_order(order=order, by=closing.lead, now=NOW, reason="The only package left this week.")


def happens(order: Order, kind: str, by: Closing, **changes: object) -> OrderEvent:
    event = OrderEvent(order=order, kind=kind, at=clock(9), note="said by the provider")
    for name, value in changes.items():
        setattr(event, name, value)
    return record_order_event(event=event, by=by.planner, now=NOW)


def test_r4_8_an_order_above_the_ceiling_is_listed_with_its_lead_and_reason(
    closing: Closing, above_the_ceiling: Order, client_of: Callable[..., Client]
) -> None:
    (listed,) = budget(closing.campaign).orders
    assert (listed.exception_by, listed.exception_reason) == (
        "Laras Lead",
        "The only package left this week.",
    )
    page = client_of(closing.lead).get(reverse("dossier:close-out", args=[closing.campaign.pk]))
    assert "Allowed by Laras Lead: The only package left this week." in text_of(page)


def test_r4_8_delivery_opens_the_window_and_trouble_is_listed_by_itself(
    closing: Closing, above_the_ceiling: Order
) -> None:
    happens(above_the_ceiling, "delivered", closing)
    happens(above_the_ceiling, "outage", closing, at=clock(10), until=clock(12))
    happens(above_the_ceiling, "refund", closing, at=clock(13), amount=Decimal("13.00"))
    (listed,) = budget(closing.campaign).orders
    assert (listed.delivered_at, listed.window_ends_at) == (clock(9), clock(9) + timedelta(hours=720))
    assert [str(event).split(",")[0] for event in listed.events][1] == "refund of 13.00 USD"
    assert len(listed.events) == 2
    assert str(listed.events[0]).startswith("outage")
    assert [str(money) for money in budget(closing.campaign).rental] == ["390.00 USD"]


def test_r9_1_other_expenses_stand_apart_from_the_rental_each_with_its_evidence(
    closing: Closing, above_the_ceiling: Order
) -> None:
    expense = Expense(
        campaign=closing.campaign,
        purpose="transfer abroad",
        amount=Decimal("4.10"),
        currency="EUR",
        incurred_on=date(2026, 12, 1),
        evidence="invoice 17",
    )
    record_expense(expense=expense, by=closing.planner, now=NOW)
    found = budget(closing.campaign)
    assert [(one.purpose, str(one.amount), one.evidence) for one in found.expenses] == [
        ("transfer abroad", "4.10 EUR", "invoice 17")
    ]
    assert ([str(one) for one in found.rental], [str(one) for one in found.other]) == (
        ["390.00 USD"],
        ["4.10 EUR"],
    )


def test_r9_5_the_cost_stays_when_every_run_was_stopped_or_failed(
    closing: Closing, above_the_ceiling: Order
) -> None:
    before = budget(closing.campaign)
    closing.run("V1", state="failed", metrics={})
    closing.conclude("No variant meets the threshold.")
    assert budget(closing.campaign) == before
