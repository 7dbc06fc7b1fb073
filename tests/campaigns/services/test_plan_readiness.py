"""What keeps a plan from being submitted besides its goal (R3.2, R3.5, R4.3, R4.8), with a link to mend it."""

from datetime import UTC, date, datetime, time

import pytest
from django.core.exceptions import ValidationError

from campaigns.models import Campaign
from campaigns.services.plan_readiness import check_plan_is_ready, plan_missing
from campaigns.services.schedule_page import schedule_page
from teams.models import Person

pytestmark = pytest.mark.django_db


def found(campaign: Campaign) -> list[tuple[str, str]]:
    return [(item.code, item.url.replace(f"/C{campaign.pk}/", "")) for item in plan_missing(campaign)]


def test_the_worked_plan_lacks_nothing(worked_campaign: Campaign) -> None:
    assert found(worked_campaign) == []
    check_plan_is_ready(worked_campaign)


def test_r4_3_batches_side_by_side_need_a_persons_word(worked_campaign: Campaign, planner: Person) -> None:
    worked_campaign.side_by_side = 2
    assert found(worked_campaign) == [("side-by-side", "packages/")]
    with pytest.raises(ValidationError, match="need a person's word that the environment permits them"):
        check_plan_is_ready(worked_campaign)
    worked_campaign.side_by_side_permitted_by = planner
    assert found(worked_campaign) == []


def test_r4_8_a_budget_ceiling_is_approved_with_the_plan(worked_campaign: Campaign) -> None:
    worked_campaign.budget_ceiling_amount = None
    assert found(worked_campaign) == [("budget", "goal/")]


def test_r3_4_with_working_hours_a_plan_says_when_it_starts(worked_campaign: Campaign) -> None:
    team = worked_campaign.team
    team.works_from, team.works_until = time(8), time(17)
    assert found(worked_campaign) == [("planned-start", "schedule/")]
    page = schedule_page(worked_campaign, on=date(2026, 12, 1))
    assert "say when the plan starts" in str(page["without_start"])
    worked_campaign.planned_start = datetime(2026, 12, 7, 8, tzinfo=UTC)
    assert found(worked_campaign) == []
    assert schedule_page(worked_campaign, on=date(2026, 12, 1))["without_start"] is None


def test_r3_5_without_a_package_there_is_no_window(worked_campaign: Campaign) -> None:
    worked_campaign.window_package = None
    assert found(worked_campaign) == [("package", "packages/")]


def test_r3_2_a_plan_without_steps_or_with_an_impossible_one_is_not_ready(worked_campaign: Campaign) -> None:
    worked_campaign.steps.filter(key="pilot").update(gpus=2)
    assert found(worked_campaign) == [("impossible", "schedule/")]
    worked_campaign.steps.all().delete()
    assert found(worked_campaign) == [("steps", "schedule/")]


def test_r1_3_what_the_goal_lacks_comes_first(worked_campaign: Campaign) -> None:
    worked_campaign.question, worked_campaign.budget_ceiling_amount = "", None
    worked_campaign.save()
    assert [code for code, _url in found(worked_campaign)] == ["question", "budget"]
