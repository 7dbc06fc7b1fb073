"""The portfolio and the top of a campaign's home."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from campaigns.models import Campaign, Expense, Order, OrderEvent, OrderShare
from campaigns.queries.overview import home, portfolio
from pricing.domain.money import Money
from pricing.models import Package
from teams.models import Person, Team
from tests.running import advance

Queries = Callable[[int], AbstractContextManager[Any]]
DELIVERED = datetime(2026, 12, 1, 9, tzinfo=UTC)


def order_for(campaign: Campaign, package: Package, by: Person) -> Order:
    order = Order.objects.create(
        campaign=campaign,
        package=package,
        price=package.prices.get(),
        amount=Decimal("94.28"),
        currency="USD",
        reference=f"R-{campaign.pk}",
        one_after_another=2,
        ordered_at=DELIVERED - timedelta(hours=1),
        recorded_by=by,
    )
    OrderShare.objects.create(
        order=order, campaign=campaign, amount=order.amount, stated_by=by, stated_at=DELIVERED
    )
    OrderEvent.objects.create(
        order=order, kind="delivered", at=DELIVERED, recorded_by=by, recorded_at=DELIVERED
    )
    return order


def test_campaigns_stand_by_state_with_their_next_step(
    worked_campaign: Campaign, campaign: Campaign, planner: Person, team: Team
) -> None:
    waiting = Campaign.objects.create(team=team, title="Waiting", created_by=planner)
    advance(waiting, "submitted")
    groups = portfolio(planner)
    assert [
        (group.state.value, [(row.campaign.title, str(row.next_step)[:38]) for row in group.rows])
        for group in groups
    ] == [
        (
            "draft",
            [
                ("Which adapter to keep", "The goal lacks 8 things. First: Write "),
                (
                    "Does either adapter beat the control on the frozen corpus?",
                    "The goal is ready: compute the schedul",
                ),
            ],
        ),
        ("submitted", [("Waiting", "A lead approves the plan or sends it b")]),
    ]


def test_a_campaign_of_another_team_is_never_listed_or_found(
    worked_campaign: Campaign, outsider: Person, other_team: Team
) -> None:
    own = Campaign.objects.create(team=other_team, title="Own adapter", created_by=outsider)
    for wanted in ("", "adapter", worked_campaign.code, str(worked_campaign.pk)):
        found = [row.campaign.pk for group in portfolio(outsider, wanted) for row in group.rows]
        assert found in ([own.pk], [])


def test_a_campaign_is_found_by_title_question_and_code(worked_campaign: Campaign, planner: Person) -> None:
    for wanted in (
        "FROZEN corpus",
        "keep the control",
        worked_campaign.code.lower(),
        str(worked_campaign.pk),
    ):
        assert [row.campaign for group in portfolio(planner, wanted) for row in group.rows] == [
            worked_campaign
        ]
    assert portfolio(planner, "no such words") == ()
    assert portfolio(planner, "C99999999999999999999") == ()


def test_what_waits_for_a_lead_is_marked_for_leads_only(
    campaign: Campaign, planner: Person, lead: Person, viewer: Person
) -> None:
    advance(campaign, "submitted")
    marked = {person: portfolio(person)[0].rows[0].waits_for_me for person in (viewer, planner, lead)}
    assert marked == {viewer: False, planner: False, lead: True}


def test_the_window_ends_after_all_batches_from_the_delivery_on(
    worked_campaign: Campaign, planner: Person, catalogue: dict[str, Package]
) -> None:
    order_for(worked_campaign, catalogue["rtx4090-3d"], planner)
    ends = DELIVERED + timedelta(hours=144)
    assert portfolio(planner)[0].rows[0].window_ends_at == ends
    Expense.objects.create(
        campaign=worked_campaign,
        purpose="labels",
        amount=Decimal("5.00"),
        currency="EUR",
        incurred_on=DELIVERED.date(),
        evidence="receipt",
        recorded_by=planner,
        recorded_at=DELIVERED,
    )
    page = home(worked_campaign)
    assert page.window_ends_at == ends
    assert page.rental == (Money(Decimal("94.28"), "USD"),)
    assert page.expenses == (Money(Decimal("5.00"), "EUR"),)
    assert str(page.next_decision) == "None waits: the plan is being written."


def test_the_portfolio_takes_as_many_queries_for_one_campaign_as_for_three(
    worked_campaign: Campaign,
    planner: Person,
    team: Team,
    catalogue: dict[str, Package],
    django_assert_num_queries: Queries,
) -> None:
    order_for(worked_campaign, catalogue["rtx4090-3d"], planner)
    with django_assert_num_queries(12):
        portfolio(planner)
    for number in range(2):
        other = Campaign.objects.create(team=team, title=f"Campaign {number}", created_by=planner)
        order_for(other, catalogue["rtx4090-7d"], planner)
    with django_assert_num_queries(12):
        portfolio(planner)
