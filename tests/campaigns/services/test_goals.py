"""A goal is saved whole, in turn, and only while the plan can be changed."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from campaigns.domain.goal_text import StatedCheck, StatedChoice, StatedGoal, StatedOutcome
from campaigns.domain.vocabulary import CampaignKind, CampaignState, Direction, Priority
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Variant
from campaigns.queries.goal import stated_goal
from campaigns.services.goals import create_campaign, save_goal
from campaigns.services.locking import Moved
from teams.models import AuditEvent, Person, Team

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def save(campaign: Campaign, goal: StatedGoal, by: Person, seen: int | None = None) -> Campaign:
    revision = campaign.revision if seen is None else seen
    return save_goal(campaign=campaign, goal=goal, by=by, now=NOW, seen_revision=revision)


def test_a_new_campaign_is_a_draft_of_its_team_and_in_the_trail(team: Team, planner: Person) -> None:
    campaign = create_campaign(
        team=team,
        title="Which rank?",
        kind=CampaignKind.RESEARCH_DECISION,
        question="Rank 8 or 64?",
        by=planner,
        now=NOW,
    )
    assert (campaign.state, campaign.team, campaign.created_by) == (CampaignState.DRAFT, team, planner)
    event = AuditEvent.objects.get(chain=campaign.code)
    assert (event.action, event.object, event.at) == ("campaign created", "Which rank?", NOW)


def test_a_viewer_and_an_outsider_start_no_campaign(team: Team, viewer: Person, outsider: Person) -> None:
    for person in (viewer, outsider):
        with pytest.raises(PermissionDenied):
            create_campaign(
                team=team, title="x", kind=CampaignKind.DELIVERABLES, question="", by=person, now=NOW
            )
    assert Campaign.objects.count() == 0


def test_the_saved_goal_is_what_was_stated(worked_campaign: Campaign, planner: Person) -> None:
    before = stated_goal(worked_campaign)
    goal = replace(
        before,
        question="A, B, or neither?",
        ceiling=Decimal("90.00"),
        tolerance_percent=10,
        choices=(*before.choices, StatedChoice(None, "ask again")),
        outcomes=(*before.outcomes, StatedOutcome("the corpus is broken", "ask again", False)),
        checks=(
            StatedCheck("accuracy", Direction.AT_LEAST, Decimal("0.7"), None, Priority.ESSENTIAL),
            *before.checks[1:],
        ),
        deliverables=before.deliverables[:1],
    )
    saved = save(worked_campaign, goal, planner)
    saved.refresh_from_db()
    after = stated_goal(saved)
    assert replace(after, choices=()) == replace(goal, choices=())
    assert [choice.text for choice in after.choices] == [choice.text for choice in goal.choices]
    assert saved.revision == worked_campaign.revision + 1
    event = AuditEvent.objects.filter(chain=saved.code).latest("number")
    assert event.action == "goal saved"
    assert (event.old["ceiling"], event.new["ceiling"]) == ("110.00 USD", "90.00 USD")
    assert set(event.new) == {
        "question",
        "ceiling",
        "tolerance",
        "choices",
        "outcomes",
        "checks",
        "deliverables",
    }


def test_a_goal_that_did_not_change_leaves_no_trace(worked_campaign: Campaign, planner: Person) -> None:
    events = AuditEvent.objects.count()
    saved = save(worked_campaign, stated_goal(worked_campaign), planner)
    assert (saved.revision, AuditEvent.objects.count()) == (worked_campaign.revision, events)


def test_a_renamed_choice_stays_the_one_that_variants_lead_to(
    worked_campaign: Campaign, planner: Person
) -> None:
    before = stated_goal(worked_campaign)
    first, second, third = before.choices
    swapped = (replace(first, text=second.text), replace(second, text=first.text), third)
    save(worked_campaign, replace(before, choices=swapped), planner)
    assert list(
        worked_campaign.variants.filter(role="variant").values_list("identifier", "if_meets__text")
    ) == [("V1", "adopt adapter B"), ("V2", "adopt adapter A")]


def test_a_choice_that_variants_lead_to_is_not_removed_and_nothing_is_half_saved(
    worked_campaign: Campaign, planner: Person
) -> None:
    before = stated_goal(worked_campaign)
    goal = replace(
        before, title="Half", choices=before.choices[:2], outcomes=before.outcomes[:2], deliverables=()
    )
    with pytest.raises(ValidationError, match="lead to “keep the control”"):
        save(worked_campaign, goal, planner)
    worked_campaign.refresh_from_db()
    assert stated_goal(worked_campaign) == before


def test_nothing_is_half_saved_when_the_database_refuses_a_late_row(
    worked_campaign: Campaign, planner: Person
) -> None:
    before = stated_goal(worked_campaign)
    goal = replace(before, title="Half", deliverables=(*before.deliverables, before.deliverables[0]))
    events = AuditEvent.objects.count()
    with pytest.raises((ValidationError, IntegrityError)):
        save(worked_campaign, goal, planner)
    worked_campaign.refresh_from_db()
    assert (stated_goal(worked_campaign), AuditEvent.objects.count()) == (before, events)


def test_a_page_that_was_opened_before_somebody_saved_is_told(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    before = stated_goal(worked_campaign)
    save(worked_campaign, replace(before, title="Lead's title"), lead)
    with pytest.raises(Moved):
        save(worked_campaign, replace(before, title="Planner's title"), planner, seen=1)
    worked_campaign.refresh_from_db()
    assert worked_campaign.title == "Lead's title"


def test_a_submitted_plan_keeps_its_goal(worked_campaign: Campaign, planner: Person) -> None:
    worked_campaign.state = CampaignState.SUBMITTED
    worked_campaign.save(update_fields=["state"])
    goal = replace(stated_goal(worked_campaign), title="Later")
    with pytest.raises(NotAllowed, match="waits for approval"):
        save(worked_campaign, goal, planner)


def test_a_viewer_does_not_change_a_goal(worked_campaign: Campaign, viewer: Person) -> None:
    with pytest.raises(PermissionDenied):
        save(worked_campaign, replace(stated_goal(worked_campaign), title="Mine"), viewer)
    assert Variant.objects.count() == 3
