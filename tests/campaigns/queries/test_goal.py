"""What a goal lacks is listed with the address where it is mended (R1.3)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from campaigns.models import Campaign, Corpus
from campaigns.queries.goal import corpora_of, goal_of, is_editable, readiness_of, stated_goal
from teams.domain.roles import Role

Queries = Callable[[int], AbstractContextManager[Any]]


def test_r1_3_the_worked_goal_is_ready(worked_campaign: Campaign) -> None:
    readiness = readiness_of(worked_campaign)
    assert (readiness.is_ready, readiness.missing, readiness.warnings) == (True, (), ())


def test_r1_3_what_an_empty_goal_lacks_leads_to_its_place(campaign: Campaign) -> None:
    found = readiness_of(campaign)
    goal, variants = f"/C{campaign.pk}/goal/", f"/C{campaign.pk}/variants/"
    assert [(item.code, item.url) for item in found.missing] == [
        ("question", f"{goal}#question"),
        ("choices", f"{goal}#outcomes"),
        ("none-meets", f"{goal}#outcomes"),
        ("closing-condition", f"{goal}#closing-condition"),
        ("corpus", f"{goal}#corpus"),
        ("control", f"{variants}#variants"),
        ("check", f"{goal}#checks"),
        ("deliverable", f"{goal}#deliverables"),
    ]
    assert [item.code for item in found.missing if item.is_about_variants] == ["control"]


def test_r1_3_an_activity_gets_a_warning_with_a_better_example(worked_campaign: Campaign) -> None:
    worked_campaign.question = "Train the model"
    worked_campaign.save()
    found = readiness_of(worked_campaign)
    assert (found.is_ready, [item.code for item in found.warnings]) == (True, ["activity"])
    assert "for example: Do we adopt adapter A, or keep the control?" in str(found.warnings[0].message)


def test_r1_5_the_newest_version_of_the_corpus_counts(worked_campaign: Campaign) -> None:
    Corpus.objects.create(campaign=worked_campaign, name="held-out questions", version="2", item_count=9)
    assert [item.code for item in readiness_of(worked_campaign).missing] == ["corpus-hash", "corpus-frozen"]
    assert [(row.version, row.listed) for row in corpora_of(worked_campaign)] == [  # type: ignore[attr-defined]
        ("2", 0),
        ("1", 200),
    ]


def test_a_dropped_variant_is_no_part_of_the_goal(worked_campaign: Campaign) -> None:
    worked_campaign.variants.filter(identifier="V2").update(
        dropped_at="2026-12-01T08:00Z", dropped_by=worked_campaign.created_by, dropped_reason="x"
    )
    assert [variant.identifier for variant in goal_of(worked_campaign).variants] == ["V0", "V1"]


@pytest.mark.parametrize(
    ("role", "state", "amendment", "expected"),
    [
        (Role.VIEWER, "draft", False, False),
        (Role.PLANNER, "draft", False, True),
        (Role.LEAD, "submitted", False, False),
        (Role.LEAD, "running", False, False),
        (Role.PLANNER, "running", True, True),
        (Role.PLANNER, "closed", True, False),
    ],
)
def test_r5_2_a_goal_is_edited_by_planners_in_a_draft_or_an_amendment(
    campaign: Campaign, role: Role, state: str, amendment: bool, expected: bool
) -> None:
    campaign.state, campaign.amendment_open = state, amendment
    assert is_editable(campaign, role) is expected


def test_the_number_of_queries_does_not_grow_with_the_rows(
    worked_campaign: Campaign, django_assert_num_queries: Queries
) -> None:
    for keep in (3, 1):
        worked_campaign.checks.filter(pk__in=worked_campaign.checks.values("pk")[keep:]).delete()
        worked_campaign.deliverables.filter(pk__in=worked_campaign.deliverables.values("pk")[keep:]).delete()
        worked_campaign.outcomes.filter(pk__in=worked_campaign.outcomes.values("pk")[keep:]).delete()
        with django_assert_num_queries(8):
            readiness_of(worked_campaign)
        with django_assert_num_queries(4):
            stated_goal(worked_campaign)
