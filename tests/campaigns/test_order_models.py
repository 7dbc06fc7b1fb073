"""Each rule of the tables of orders and expenses, by the name of its constraint, and shares that add up."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from campaigns.models import Campaign, Expense, Order, OrderEvent, OrderShare
from pricing.models import Package
from teams.models import Person, Team
from tests.running import APPROVED_AT, NOW, clock

pytestmark = pytest.mark.django_db


def refused(constraint: str, action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        action()


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("order_buys_at_least_one_batch", {"side_by_side": 0}),
        ("order_buys_at_least_one_batch", {"one_after_another": 0}),
        ("order_amount_is_not_negative", {"amount": Decimal("-0.01")}),
        ("order_amount_is_not_negative", {"currency": "US"}),
        ("order_exception_has_lead_and_reason", {"exception_reason": "It was cheap."}),
        ("order_reference_is_recorded_once", {"reference": "R-1001"}),
    ],
)
def test_r4_8_row_that_is_no_order_is_refused(
    order: Order, catalogue: dict[str, Package], planner: Person, constraint: str, changes: dict[str, Any]
) -> None:
    values = {
        "campaign": order.campaign,
        "package": catalogue["rtx4090-3d"],
        "amount": Decimal("47.14"),
        "currency": "USD",
        "reference": "R-1002",
        "ordered_at": APPROVED_AT,
        "recorded_by": planner,
    }
    refused(constraint, lambda: Order.objects.create(**(values | changes)))


def test_r4_8_a_lead_without_a_reason_is_no_exception(order: Order, lead: Person) -> None:
    changed = {"reference": "R-1002", "exception_by": lead, "exception_reason": ""}
    values = {
        name: getattr(order, name) for name in ("campaign", "package", "amount", "currency", "ordered_at")
    }
    refused(
        "order_exception_has_lead_and_reason",
        lambda: Order.objects.create(**values, recorded_by=lead, **changed),
    )


def happen(order: Order, by: Person, kind: str, **changes: Any) -> OrderEvent:
    return OrderEvent.objects.create(
        order=order, kind=kind, recorded_by=by, recorded_at=NOW, **({"at": clock(10)} | changes)
    )


def test_r4_8_events_of_an_order_are_what_they_say(order: Order, planner: Person) -> None:
    refused("order_event_kind_is_known", lambda: happen(order, planner, "birthday"))
    refused("refund_has_an_amount", lambda: happen(order, planner, "refund", amount=Decimal(0)))
    refused("order_event_ends_after_it_starts", lambda: happen(order, planner, "outage", until=clock(10)))
    happen(order, planner, "delivered")
    refused("order_is_delivered_once", lambda: happen(order, planner, "delivered", at=clock(11)))
    happen(order, planner, "replacement")
    happen(order, planner, "refund", amount=Decimal("5.00"))


def test_r4_8_a_refund_without_an_amount_is_refused(order: Order, planner: Person) -> None:
    refused("refund_has_an_amount", lambda: happen(order, planner, "refund"))


def test_r9_1_a_campaign_has_one_share_of_an_order_and_not_below_zero(
    order: Order, planner: Person, team: Team
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)

    def share(campaign: Campaign, amount: str) -> object:
        return OrderShare.objects.create(
            order=order, campaign=campaign, amount=Decimal(amount), stated_by=planner, stated_at=NOW
        )

    refused("campaign_has_one_share_of_an_order", lambda: share(order.campaign, "1.00"))
    refused("order_share_is_not_negative", lambda: share(other, "-1.00"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE campaigns_ordershare SET amount = 9.99",
        "UPDATE campaigns_ordershare SET amount = 10.01",
        "DELETE FROM campaigns_ordershare",
    ],
)
def test_r9_1_shares_that_do_not_add_up_are_refused_at_commit(order: Order, statement: str) -> None:
    with (
        pytest.raises(IntegrityError, match="shares of order .* do not add up"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert order.shares.get().amount == Decimal("10.00")


@pytest.mark.django_db(transaction=True)
def test_r9_1_shares_may_be_wrong_inside_a_transaction_and_right_at_its_end(
    order: Order, planner: Person, team: Team
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    with transaction.atomic():
        order.shares.update(amount=Decimal("7.50"))
        OrderShare.objects.create(
            order=order, campaign=other, amount=Decimal("2.50"), stated_by=planner, stated_at=NOW
        )
    assert sorted(order.shares.values_list("amount", flat=True)) == [Decimal("2.50"), Decimal("7.50")]


def spend(campaign: Campaign, by: Person, **changes: Any) -> Expense:
    values: dict[str, Any] = {
        "purpose": "transfer",
        "amount": Decimal("3.20"),
        "currency": "USD",
        "incurred_on": date(2026, 7, 14),
        "evidence": "invoice 7",
    }
    return Expense.objects.create(campaign=campaign, recorded_by=by, recorded_at=NOW, **(values | changes))


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("expense_is_positive_unless_it_takes_one_back", {"amount": Decimal("0.00")}),
        ("expense_is_positive_unless_it_takes_one_back", {"amount": Decimal("-3.20")}),
        ("expense_has_currency_and_evidence", {"currency": "$"}),
        ("expense_has_currency_and_evidence", {"evidence": ""}),
    ],
)
def test_r9_1_row_that_is_no_expense_is_refused(
    campaign: Campaign, planner: Person, constraint: str, changes: dict[str, Any]
) -> None:
    refused(constraint, lambda: spend(campaign, planner, **changes))


def test_r9_1_an_expense_is_taken_back_once_and_by_a_negative_amount(
    campaign: Campaign, planner: Person
) -> None:
    first = spend(campaign, planner)
    refused(
        "expense_is_positive_unless_it_takes_one_back", lambda: spend(campaign, planner, takes_back=first)
    )
    spend(campaign, planner, amount=Decimal("-3.20"), takes_back=first)
    refused("takes_back", lambda: spend(campaign, planner, amount=Decimal("-3.20"), takes_back=first))
