"""Each rule of the tables of campaigns and orders, as the database holds it: by the name of its constraint."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import TRANSITIONS
from campaigns.models import Campaign
from teams.models import Person, Team

pytestmark = pytest.mark.django_db


def refused(constraint: str, action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        action()


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("campaign_kind_is_known", {"kind": "hobby"}),
        ("window_opening_is_known", {"window_opening": "the second step"}),
        ("campaign_has_at_least_one_person", {"people": 0}),
        ("campaign_plans_at_least_one_batch", {"side_by_side": 0}),
        ("campaign_plans_at_least_one_batch", {"one_after_another": 0}),
        ("budget_ceiling_is_positive_with_its_currency", {"budget_ceiling_amount": Decimal("0.00")}),
        (
            "budget_ceiling_is_positive_with_its_currency",
            {"budget_ceiling_amount": Decimal("110.00"), "budget_ceiling_currency": "usd"},
        ),
    ],
)
def test_r1_1_row_that_is_no_campaign_is_refused(
    campaign: Campaign, constraint: str, changes: dict[str, Any]
) -> None:
    refused(constraint, lambda: Campaign.objects.filter(pk=campaign.pk).update(**changes))


def test_r4_8_form_is_told_at_the_ceiling_and_not_above_all_fields(campaign: Campaign) -> None:
    campaign.budget_ceiling_amount = Decimal("-1.00")
    with pytest.raises(ValidationError) as error:
        campaign.full_clean()
    assert list(error.value.message_dict) == ["budget_ceiling_amount"]


def test_a_campaign_begins_as_a_draft(team: Team, planner: Person) -> None:
    with pytest.raises(IntegrityError, match='cannot begin as "running"'), transaction.atomic():
        Campaign.objects.create(team=team, title="Skips its plan", created_by=planner, state="running")


WAY = ("draft", "submitted", "approved", "piloting", "deciding", "running", "closing", "closed")


@pytest.mark.parametrize("state", [*WAY, "cancelled"])
def test_state_moves_only_along_the_workflow_also_in_plain_sql(campaign: Campaign, state: str) -> None:
    row = Campaign.objects.filter(pk=campaign.pk)
    way = ("cancelled",) if state == "cancelled" else WAY[1 : WAY.index(state) + 1]
    for step in way:
        row.update(state=step)
    allowed = {str(target) for target in TRANSITIONS[CampaignState(state)]} | {state}
    for target in [*WAY, "cancelled"]:
        if target in allowed:
            with transaction.atomic():
                row.update(state=target)
                transaction.set_rollback(True)
        else:
            words = f'campaigns_campaign cannot go from "{state}" to "{target}"'
            refused(words, partial(row.update, state=target))


def test_r11_5_what_is_closed_or_cancelled_has_no_way_out() -> None:
    assert (TRANSITIONS[CampaignState.CLOSED], TRANSITIONS[CampaignState.CANCELLED]) == (
        frozenset(),
        frozenset(),
    )


def test_a_state_outside_the_vocabulary_is_refused(campaign: Campaign) -> None:
    campaign.state = "paused"
    with pytest.raises(ValidationError) as error:
        campaign.full_clean()
    assert "state" in error.value.message_dict
    refused("campaign_state_is_known|cannot go", campaign.save)


def test_a_code_is_the_number_with_a_c(campaign: Campaign) -> None:
    assert campaign.code == f"C{campaign.pk}"
    assert str(campaign) == f"C{campaign.pk} Which adapter to keep"
