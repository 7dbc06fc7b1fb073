"""The budget by plain POST: orders, what happened to them, who bears them, expenses and what was taken back."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, Expense, Order, OrderEvent
from campaigns.services.expenses import record_expense
from pricing.models import Package
from teams.models import Person, Team
from tests.people import text_of
from tests.planning import NOW
from tests.running import APPROVED_AT, place_order

ClientOf = Callable[[Person], Client]
EXPENSE = {
    "purpose": "transfer home",
    "amount": "3,20",
    "currency": "USD",
    "incurred_on": "2026-07-14",
    "evidence": "invoice 7",
}


def url(campaign: Campaign, rest: str = "") -> str:
    return f"/C{campaign.pk}/budget/{rest}"


def order_post(package: Package, **changes: str) -> dict[str, str]:
    return {
        "package": str(package.pk),
        "side_by_side": "1",
        "one_after_another": "1",
        "reference": "ORD-7",
        "ordered_at": "2026-12-01T09:00",
    } | changes


def test_r4_8_an_order_before_approval_tells_a_planner_and_records_a_leads_reason(
    client_of: ClientOf, campaign: Campaign, catalogue: dict[str, Package], planner: Person, lead: Person
) -> None:
    page, data = url(campaign, "orders/new/"), order_post(catalogue["rtx4090-3d"])
    answer = client_of(planner).post(page, data | {"exception_reason": "The offer ends today."})
    assert answer.status_code == 422
    for words in ("The plan is not approved yet.", "Only a lead may record it all the same"):
        assert words in text_of(answer), words
    assert "ORD-7" in answer.text
    assert not Order.objects.exists()
    done = client_of(lead).post(page, data | {"exception_reason": "The offer ends today."}, follow=True)
    assert "ORD-7" in text_of(done)
    assert "by Laras Lead: The offer ends today." in text_of(done)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"amount": "-1", "currency": "USD"}, "A price is zero or more."),
        ({"amount": "40"}, "Give the currency of the price paid."),
        ({"reference": ""}, "This field is required."),
        ({"side_by_side": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_wrong_order_answers_422_and_says_it_at_its_field(
    client_of: ClientOf,
    campaign: Campaign,
    catalogue: dict[str, Package],
    lead: Person,
    changes: dict[str, str],
    said: str,
) -> None:
    data = order_post(catalogue["rtx4090-3d"], exception_reason="Because.") | changes
    answer = client_of(lead).post(url(campaign, "orders/new/"), data)
    assert (answer.status_code, said in text_of(answer), "Because." in answer.text) == (422, True, True)


def test_r4_8_a_reference_is_recorded_once(
    client_of: ClientOf, order: Order, catalogue: dict[str, Package], lead: Person
) -> None:
    data = order_post(catalogue["rtx4090-3d"], reference=order.reference, exception_reason="Again.")
    answer = client_of(lead).post(url(order.campaign, "orders/new/"), data)
    assert answer.status_code == 422
    assert Order.objects.count() == 1


def test_r4_8_delivery_refund_and_outage_are_recorded_and_shown(
    client_of: ClientOf, order: Order, planner: Person
) -> None:
    client, page = client_of(planner), url(order.campaign, f"orders/{order.pk}/event/")
    assert "not delivered yet" in text_of(client.get(url(order.campaign)))
    assert client.post(page, {"kind": "delivered", "at": "2026-07-02T08:00"}).status_code == 302
    again = client.post(page, {"kind": "delivered", "at": "2026-07-03T08:00", "note": "my note"})
    assert (again.status_code, "my note" in again.text) == (422, True)
    assert client.post(page, {"kind": "refund", "at": "2026-07-03T08:00"}).status_code == 422
    refund = {"kind": "refund", "at": "2026-07-03T08:00", "amount": "2.50", "note": "power cut"}
    assert client.post(page, refund).status_code == 302
    text = text_of(client.get(url(order.campaign)))
    assert "2.50 USD , power cut" in text
    assert "10.00 USD" in text
    assert OrderEvent.objects.count() == 2


def test_r9_1_shares_that_do_not_add_up_answer_422_and_stay_typed(
    client_of: ClientOf, order: Order, planner: Person, team: Team
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    page, mine, theirs = (
        url(order.campaign, f"orders/{order.pk}/shares/"),
        f"share_{order.campaign_id}",
        f"share_{other.pk}",
    )
    client = client_of(planner)
    wrong = client.post(page, {mine: "7", theirs: "2.99"})
    assert wrong.status_code == 422
    assert "The shares add up to 9.99 USD, and the order costs 10.00 USD." in text_of(wrong)
    assert 'value="2.99"' in wrong.text
    assert client.post(page, {mine: "", theirs: "10"}).status_code == 302
    assert "R-1001" in text_of(client.get(url(order.campaign)))
    assert client.get(page).status_code == 200
    assert client.get(url(other, f"orders/{order.pk}/shares/")).status_code == 404


def test_r9_1_an_expense_is_recorded_and_taken_back(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    client = client_of(planner)
    assert client.post(url(campaign, "expenses/new/"), EXPENSE).status_code == 302
    row = Expense.objects.get()
    assert (row.amount, row.recorded_by) == (Decimal("3.20"), planner)
    page = url(campaign, f"expenses/{row.pk}/take-back/")
    assert client.post(page, {"reason": ""}).status_code == 422
    assert client.post(page, {"reason": "Another team's."}).status_code == 302
    text = text_of(client.get(url(campaign)))
    for words in ("taken back", "takes a wrong record back", "Another team&#x27;s."):
        assert words in text, words
    again = client.post(page, {"reason": "Twice."})
    assert (again.status_code, "already taken back" in again.text, "Twice." in again.text) == (
        422,
        True,
        True,
    )


@pytest.mark.parametrize(
    "changes", [{"evidence": ""}, {"amount": "0"}, {"amount": "1,234"}, {"incurred_on": "2999-01-01"}]
)
def test_r9_1_a_wrong_expense_answers_422_and_stays_typed(
    client_of: ClientOf, campaign: Campaign, planner: Person, changes: dict[str, str]
) -> None:
    answer = client_of(planner).post(url(campaign, "expenses/new/"), EXPENSE | changes)
    assert (answer.status_code, "transfer home" in answer.text) == (422, True)
    assert not Expense.objects.exists()


def test_another_campaigns_order_and_expense_answer_404(
    client_of: ClientOf, order: Order, planner: Person, team: Team, outsider: Person
) -> None:
    other = Campaign.objects.create(team=team, title="Another", created_by=planner)
    row = spent(order.campaign, planner)
    for rest in (f"orders/{order.pk}/event/", f"orders/{order.pk}/shares/", f"expenses/{row.pk}/take-back/"):
        assert client_of(planner).get(url(other, rest)).status_code == 404
        assert client_of(outsider).get(url(order.campaign, rest)).status_code == 404


def spent(campaign: Campaign, by: Person) -> Expense:
    row = Expense(
        campaign=campaign,
        purpose="transfer",
        amount=Decimal("3.20"),
        currency="USD",
        incurred_on=APPROVED_AT.date(),
        evidence="invoice 7",
    )
    return record_expense(expense=row, by=by, now=NOW)


def test_the_budget_takes_as_many_queries_for_three_rows_as_for_one(
    client_of: ClientOf, order: Order, planner: Person, catalogue: dict[str, Package]
) -> None:
    campaign, client = order.campaign, client_of(planner)

    def happens(to: Order) -> None:
        OrderEvent.objects.create(
            order=to, kind="delivered", at=APPROVED_AT, recorded_by=planner, recorded_at=NOW
        )
        spent(campaign, planner)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url(campaign)).status_code == 200
        return len(captured)

    happens(order)
    queries()
    one = queries()
    for reference in ("R-1002", "R-1003"):
        happens(place_order(campaign, catalogue["rtx4090-3d"], planner, reference))
    assert campaign.orders.count() == 3
    assert queries() == one
