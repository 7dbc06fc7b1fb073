"""The task list of a campaign in four statuses, and what other apps add to it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import pytest

from campaigns.models import Campaign, Measurement
from campaigns.queries import stages
from campaigns.queries.overview import home
from campaigns.queries.stages import (
    Blocker,
    Stage,
    blockers_of,
    register_blockers,
    register_source,
    stages_of,
    statuses,
)
from teams.domain.message import Message
from teams.models import Person
from tests.running import add_variant, advance, with_approved_plan

Queries = Callable[[int], AbstractContextManager[Any]]
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
OWN = (
    "goal",
    "variants",
    "stop_rules",
    "schedule",
    "packages",
    "baseline",
    "pilot",
    "decision",
    "runs",
    "budget",
)


@pytest.fixture(autouse=True)
def only_this_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what the apps above registered: they test it themselves."""
    monkeypatch.setattr(stages, "sources", [])
    monkeypatch.setattr(stages, "blocking_sources", [])


def short(campaign: Campaign) -> dict[str, str]:
    """The statuses as one letter: complete, not started, in progress, or x for cannot start yet."""
    marks = {"complete": "c", "not started": "n", "in progress": "i", "cannot start yet": "x"}
    return {key: marks[status] for key, status in statuses(stages_of(campaign)).items()}


def line(campaign: Campaign) -> str:
    found = short(campaign)
    return "".join(found[key] for key in OWN)


def test_an_empty_campaign_begins_with_its_goal(campaign: Campaign) -> None:
    assert line(campaign) == "nnnnxxxxxn"
    reasons = {stage.key: str(stage.reason) for stage in stages_of(campaign) if stage.reason}
    assert reasons == {
        "packages": "The schedule has no steps yet.",
        "baseline": "The goal is not ready: Write the decision question: what will somebody be able to choose?",
        "pilot": "The plan is not approved yet.",
        "decision": "The pilot comes first.",
        "runs": "Runs begin with the pilot, after the plan is approved.",
    }


def test_the_worked_campaign_waits_for_its_submission(worked_campaign: Campaign) -> None:
    assert line(worked_campaign) == "cccccnxxxn"


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("submitted", "cccccixxxn"),
        ("approved", "cccccxnxxn"),
        ("piloting", "cccccxinnn"),
        ("deciding", "cccccxcinn"),
        ("running", "cccccxccnn"),
        ("closing", "cccccxccnn"),
        ("cancelled", "cccccnxxxn"),
    ],
)
def test_each_state_moves_the_list_on(worked_campaign: Campaign, state: str, expected: str) -> None:
    found = line(advance(worked_campaign, state))
    # No plan version was frozen here: the baseline says so where the state alone would not.
    assert found[:5] + found[6:] == expected[:5] + expected[6:]


def test_an_approved_plan_completes_the_baseline_and_an_amendment_opens_it(
    campaign: Campaign, planner: Person, lead: Person
) -> None:
    approved = with_approved_plan(campaign, planner, lead)
    assert short(approved)["baseline"] == "c"
    approved.amendment_open = True
    found = {stage.key: stage for stage in stages_of(approved)}["baseline"]
    assert (found.status, str(found.hint)) == (
        "in progress",
        "A later version is being prepared; version 1 is in force.",
    )


def test_a_started_goal_says_what_comes_first(campaign: Campaign) -> None:
    campaign.question = "A or B?"
    campaign.save()
    goal = stages_of(campaign)[0]
    assert goal.status == "in progress"
    assert str(goal.hint).startswith(
        "Still missing: 6. First: Give at least two choices that outcomes lead to"
    )


def test_variants_are_complete_with_a_control_and_one_more(campaign: Campaign) -> None:
    add_variant(campaign, "V0", "control", "control", adapter="none")
    assert short(campaign)["variants"] == "i"
    add_variant(campaign, "V1", "twin", "variant", adapter="none")
    assert short(campaign)["variants"] == "i"
    campaign.variants.filter(identifier="V1").update(values={"adapter": "A"})
    assert short(campaign)["variants"] == "c"


def test_a_schedule_with_a_circle_is_in_progress(worked_campaign: Campaign) -> None:
    first, last = worked_campaign.steps.get(key="install"), worked_campaign.steps.get(key="load")
    first.dependencies.create(after=last)
    found = {stage.key: stage for stage in stages_of(worked_campaign)}["schedule"]
    assert (found.status, "circle" in str(found.hint)) == ("in progress", True)


def test_measurements_are_counted_at_the_pilot(worked_campaign: Campaign, planner: Person) -> None:
    piloting = advance(worked_campaign, "piloting")
    Measurement.objects.create(
        campaign=piloting,
        step=piloting.steps.get(key="load"),
        minutes=50,
        source="clock",
        recorded_by=planner,
        recorded_at=NOW,
    )
    found = {stage.key: stage for stage in stages_of(piloting)}["pilot"]
    assert str(found.hint) == "Measured durations: 1."


def test_apps_above_add_their_parts_and_blockers(worked_campaign: Campaign) -> None:
    part = Stage("dossier", Message("Dossier"), "/C1/dossier/", "not started")

    def source(_campaign: Campaign) -> list[Stage]:
        return [part]

    def blocking(_campaign: Campaign) -> list[Blocker]:
        return [Blocker(Message("No conclusion is written."), "/C1/close-out/")]

    for _twice in range(2):
        register_source(source)
        register_blockers(blocking)
    keys = [stage.key for stage in stages_of(worked_campaign)]
    assert keys[-3:] == ["runs", "dossier", "budget"]
    assert len(blockers_of(worked_campaign)) == 1
    assert str(home(worked_campaign).blocks).startswith(
        "Before this campaign can close, 6 of its parts are open."
    )
    page = home(advance(worked_campaign, "running"))
    assert (str(page.blocks), page.blocks_url) == (
        "One thing blocks closing: No conclusion is written.",
        "/C1/close-out/",
    )


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("draft", "Before this campaign can close, 5 of its parts are open. The next is: Baseline."),
        ("closed", "This campaign is closed; nothing blocks it."),
        (
            "cancelled",
            "This campaign was cancelled. Its records and costs stay, and it still gets a close-out.",
        ),
    ],
)
def test_one_sentence_says_what_blocks_closing(worked_campaign: Campaign, state: str, sentence: str) -> None:
    if state != "draft":
        advance(worked_campaign, state)
    assert str(home(worked_campaign).blocks) == sentence


def test_the_number_of_queries_is_the_same_for_an_empty_and_a_full_campaign(
    campaign: Campaign, worked_campaign: Campaign, django_assert_num_queries: Queries
) -> None:
    with django_assert_num_queries(23):
        stages_of(worked_campaign)
    campaign.steps.create(key="a", phase="train", resource="gpu", usual_minutes=60)
    first = campaign.steps.create(key="b", phase="train", resource="gpu", usual_minutes=60)
    first.dependencies.create(after=campaign.steps.get(key="a"))
    with django_assert_num_queries(23):
        stages_of(campaign)
