"""What opens the window, who works, and the chosen arrangement; people's steps keep the team's working hours."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError

from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign
from campaigns.queries.plan import lanes_of, steps_of
from campaigns.services.locking import Moved
from campaigns.services.plan_content import closed_of, conditions_of, working_day_of
from campaigns.services.plan_readiness import plan_missing
from campaigns.services.schedules import solved
from campaigns.services.settings import choose_arrangement, save_plan_settings
from pricing.models import Package
from teams.models import AuditEvent, Person
from tests.planning import NOW
from tests.running import advance

MONDAY_8_IN_MAKASSAR = datetime(2026, 12, 7, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def settle(campaign: Campaign, by: Person, **changes: object) -> None:
    campaign.refresh_from_db()
    values: dict[str, object] = {
        "window_opening": "first machine step",
        "people": 2,
        "planned_start": MONDAY_8_IN_MAKASSAR,
        "seen_revision": campaign.revision,
    }
    save_plan_settings(campaign=campaign, by=by, now=NOW, **(values | changes))  # type: ignore[arg-type]
    campaign.refresh_from_db()


def choose(campaign: Campaign, package: Package, by: Person, **changes: object) -> None:
    campaign.refresh_from_db()
    values: dict[str, object] = {
        "side_by_side": 1,
        "one_after_another": 1,
        "environment_persists": False,
        "permits_side_by_side": False,
        "seen_revision": campaign.revision,
    }
    choose_arrangement(campaign=campaign, package=package, by=by, now=NOW, **(values | changes))  # type: ignore[arg-type]
    campaign.refresh_from_db()


def test_r3_4_settings_are_saved_and_in_the_trail(campaign: Campaign, planner: Person) -> None:
    settle(campaign, planner)
    assert (campaign.window_opening, campaign.people, campaign.planned_start, campaign.revision) == (
        "first machine step",
        2,
        MONDAY_8_IN_MAKASSAR,
        2,
    )
    event = AuditEvent.objects.get(action="plan settings saved")
    assert event.old == {"window_opening": "first step", "people": 1, "planned_start": None}


def test_settings_that_are_wrong_overtaken_or_locked_change_nothing(
    campaign: Campaign, planner: Person
) -> None:
    with pytest.raises(ValidationError, match="At least one person"):
        settle(campaign, planner, people=0)
    with pytest.raises(Moved):
        settle(campaign, planner, seen_revision=99)
    advance(campaign, "submitted")
    with pytest.raises(NotAllowed):
        settle(campaign, planner)
    campaign.refresh_from_db()
    assert (campaign.people, campaign.revision) == (1, 1)


def test_r4_3_batches_side_by_side_need_a_persons_word_which_stays_theirs(
    worked_campaign: Campaign, catalogue: dict[str, Package], planner: Person, lead: Person
) -> None:
    package = catalogue["rtx4090-3d"]
    choose(worked_campaign, package, planner, side_by_side=2)
    assert "side-by-side" in {item.code for item in plan_missing(worked_campaign)}
    choose(worked_campaign, package, planner, side_by_side=2, permits_side_by_side=True)
    assert plan_missing(worked_campaign) == ()
    choose(
        worked_campaign, package, lead, side_by_side=2, permits_side_by_side=True, environment_persists=True
    )
    assert worked_campaign.side_by_side_permitted_by == planner
    choose(worked_campaign, package, lead)
    assert worked_campaign.side_by_side_permitted_by is None


def test_r1_3_a_plan_without_package_or_ceiling_says_where_each_is_mended(
    worked_campaign: Campaign,
) -> None:
    worked_campaign.window_package, worked_campaign.budget_ceiling_amount = None, None
    worked_campaign.save()
    assert [(item.code, item.url) for item in plan_missing(worked_campaign)] == [
        ("package", f"/C{worked_campaign.pk}/packages/"),
        ("budget", f"/C{worked_campaign.pk}/goal/"),
    ]


def test_r3_4_people_keep_working_hours_in_the_teams_zone_and_the_machine_runs_on(
    campaign: Campaign, planner: Person
) -> None:
    """8 to 17 in Makassar is 0 to 9 UTC: a person's second 6 h wait for Tuesday, 24 h after the start."""
    with_hours(campaign)
    campaign.steps.create(key="prepare", phase="prepare", resource="person", usual_minutes=360, position=1)
    campaign.steps.create(key="check", phase="data check", resource="person", usual_minutes=360, position=2)
    campaign.steps.create(key="train", phase="train", resource="gpu", usual_minutes=1200, position=3)
    assert closed_of(campaign)[:2] == ((9 * HOUR, 24 * HOUR), (33 * HOUR, 48 * HOUR))
    assert working_day_of(campaign) == 9 * HOUR
    conditions = conditions_of(campaign)
    answer = solved(
        steps_of(campaign), lanes_of(campaign), conditions.closed, None, opening=conditions.opening
    )
    assert answer.elapsed == 30 * HOUR
    people = sorted((row.start, row.end) for row in answer.steps if row.key in ("prepare", "check"))
    assert people == [(0 * HOUR, 6 * HOUR), (24 * HOUR, 30 * HOUR)]
    [train] = [row for row in answer.steps if row.key == "train"]
    assert train.end - train.start == 20 * HOUR


def with_hours(campaign: Campaign) -> None:
    team = campaign.team
    team.time_zone, team.works_from, team.works_until, team.working_days = (
        "Asia/Makassar",
        time(8),
        time(17),
        5,
    )
    team.save()
    campaign.planned_start = MONDAY_8_IN_MAKASSAR
    campaign.save()


def test_r3_4_hours_without_a_start_or_a_start_without_hours_close_nothing(campaign: Campaign) -> None:
    assert closed_of(campaign) == ()
    with_hours(campaign)
    campaign.planned_start = None
    assert closed_of(campaign) == ()


def test_r3_4_a_persons_step_longer_than_a_working_day_keeps_a_plan_from_being_submitted(
    worked_campaign: Campaign,
) -> None:
    with_hours(worked_campaign)
    worked_campaign.steps.filter(key="prepare").update(usual_minutes=541)
    assert [item.code for item in plan_missing(worked_campaign)] == ["impossible"]
    worked_campaign.steps.filter(key="prepare").update(usual_minutes=540)
    assert plan_missing(worked_campaign) == ()


@pytest.mark.django_db(transaction=True)
def test_settings_whose_trail_cannot_be_written_are_not_saved(
    campaign: Campaign, planner: Person, broken_trail: None
) -> None:
    with pytest.raises(DatabaseError, match="permission denied"):
        settle(campaign, planner)
    campaign.refresh_from_db()
    assert (campaign.people, campaign.revision) == (1, 1)
