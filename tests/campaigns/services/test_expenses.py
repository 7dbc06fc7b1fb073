"""Expenses are what was really incurred, with evidence, and a wrong one is taken back by a second record."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError

from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Expense
from campaigns.queries.budget import budget_page, expense_total
from campaigns.services.expenses import record_expense, take_back_expense
from pricing.domain.money import Money
from teams.models import AuditEvent, Person
from tests.planning import NOW
from tests.running import advance


def spend(campaign: Campaign, by: Person, now: datetime = NOW, **changes: object) -> Expense:
    values: dict[str, object] = {
        "purpose": "transfer home",
        "amount": Decimal("3.20"),
        "currency": "USD",
        "incurred_on": date(2026, 12, 1),
        "evidence": "invoice 7",
    }
    return record_expense(expense=Expense(campaign=campaign, **(values | changes)), by=by, now=now)


def test_r9_1_an_expense_is_exactly_what_was_entered(campaign: Campaign, planner: Person) -> None:
    spend(campaign, planner)
    spend(campaign, planner, amount=Decimal("0.05"), purpose="stamp")
    spend(campaign, planner, amount=Decimal("7.00"), currency="EUR", purpose="disk")
    assert expense_total(campaign) == (Money(Decimal("7.00"), "EUR"), Money(Decimal("3.25"), "USD"))
    page = budget_page(campaign)
    assert (page["rental"], page["refunds"]) == ((), ())
    event = AuditEvent.objects.filter(action="expense recorded").order_by("pk").first()
    assert event is not None
    assert (event.actor, event.new) == (
        planner,
        {"amount": "3.20", "currency": "USD", "evidence": "invoice 7"},
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"evidence": ""}, "evidence"),
        ({"amount": Decimal("0.00")}, "amount"),
        ({"amount": Decimal("-3.20")}, "amount"),
        ({"purpose": ""}, "purpose"),
        ({"incurred_on": date(2026, 12, 2)}, "incurred_on"),
    ],
)
def test_r9_1_an_expense_without_evidence_amount_or_past_is_refused_at_its_field(
    campaign: Campaign, planner: Person, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        spend(campaign, planner, **changes)
    assert list(refused.value.message_dict) == [field]
    assert not Expense.objects.exists()


def test_r9_1_today_is_the_teams_day(campaign: Campaign, planner: Person) -> None:
    campaign.team.time_zone = "Asia/Makassar"
    campaign.team.save()
    late = datetime(2026, 12, 1, 17, tzinfo=UTC)
    assert spend(campaign, planner, late, incurred_on=date(2026, 12, 2)).pk
    with pytest.raises(ValidationError, match="This day is in the future"):
        spend(campaign, planner, late, incurred_on=date(2026, 12, 3))


def test_r9_1_a_wrong_expense_is_taken_back_once_by_a_second_record(
    campaign: Campaign, planner: Person
) -> None:
    wrong = spend(campaign, planner)
    with pytest.raises(ValidationError, match="Say why it was wrong"):
        take_back_expense(expense=wrong, by=planner, now=NOW, reason=" ")
    back = take_back_expense(expense=wrong, by=planner, now=NOW, reason="Another team's invoice.")
    assert (back.amount, back.evidence, back.takes_back) == (
        Decimal("-3.20"),
        "Another team's invoice.",
        wrong,
    )
    assert expense_total(campaign) == (Money(Decimal("0.00"), "USD"),)
    for row in (wrong, back):
        with pytest.raises(ValidationError, match="already taken back"):
            take_back_expense(expense=row, by=planner, now=NOW, reason="again")
    assert Expense.objects.count() == 2


def test_r11_5_an_ended_campaign_records_and_takes_back_nothing(campaign: Campaign, planner: Person) -> None:
    row = spend(campaign, planner)
    advance(campaign, "cancelled")
    with pytest.raises(NotAllowed):
        spend(campaign, planner)
    with pytest.raises(NotAllowed):
        take_back_expense(expense=row, by=planner, now=NOW, reason="late")


def test_a_viewer_records_no_expense(campaign: Campaign, viewer: Person) -> None:
    with pytest.raises(PermissionDenied):
        spend(campaign, viewer)


@pytest.mark.django_db(transaction=True)
def test_an_expense_whose_trail_cannot_be_written_is_not_recorded(
    campaign: Campaign, planner: Person, broken_trail: None
) -> None:
    with pytest.raises(DatabaseError, match="permission denied"):
        spend(campaign, planner)
    assert not Expense.objects.exists()
