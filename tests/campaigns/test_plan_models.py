"""Each rule of the tables of steps, stop rules and plan versions, by the name of its constraint."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction

from campaigns.models import (
    Campaign,
    Dependency,
    PlanSubmission,
    PlanVersion,
    PlanVersionStep,
    Step,
    StopRule,
)
from teams.models import Person
from tests.running import APPROVED_AT

pytestmark = pytest.mark.django_db


def refused(constraint: str, action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        action()


def add_step(campaign: Campaign, key: str = "train", **changes: Any) -> Step:
    values: dict[str, Any] = {"phase": "train", "resource": "gpu", "usual_minutes": 600}
    return Step.objects.create(campaign=campaign, key=key, **(values | changes))


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("step_phase_is_known", {"phase": "celebrate"}),
        ("step_resource_is_known", {"resource": "oracle"}),
        ("step_priority_is_known", {"priority": "urgent"}),
        ("step_takes_time", {"usual_minutes": 0}),
        ("one_in_ten_is_not_below_usual", {"one_in_ten_minutes": 599}),
        ("three_point_estimate_is_in_order", {"optimistic_minutes": 601, "pessimistic_minutes": 700}),
        ("three_point_estimate_is_in_order", {"optimistic_minutes": 500, "pessimistic_minutes": 599}),
        ("step_needs_at_least_one_gpu_and_person", {"gpus": 0}),
        ("step_needs_at_least_one_gpu_and_person", {"people": 0}),
    ],
)
def test_r3_1_row_that_is_no_step_is_refused(
    campaign: Campaign, constraint: str, changes: dict[str, Any]
) -> None:
    refused(constraint, lambda: add_step(campaign, **changes))


@pytest.mark.parametrize("changes", [{"optimistic_minutes": 500}, {"pessimistic_minutes": 700}])
def test_r3_7_one_end_of_a_three_point_estimate_is_refused(
    campaign: Campaign, changes: dict[str, Any]
) -> None:
    refused("three_point_estimate_is_in_order", lambda: add_step(campaign, **changes))


def test_r3_7_two_and_three_figures_are_kept(campaign: Campaign) -> None:
    step = add_step(campaign, one_in_ten_minutes=600, optimistic_minutes=600, pessimistic_minutes=900)
    assert (step.one_in_ten_minutes, step.optimistic_minutes, step.pessimistic_minutes) == (600, 600, 900)


def test_r3_1_a_key_names_one_step_of_a_campaign(campaign: Campaign, team: Any, planner: Person) -> None:
    add_step(campaign)
    refused("step_key_is_unique_in_its_campaign", lambda: add_step(campaign))
    add_step(Campaign.objects.create(team=team, title="Another", created_by=planner))


def test_r3_1_a_dependency_is_named_once_and_never_on_itself(campaign: Campaign) -> None:
    first, second = add_step(campaign, "load", phase="load"), add_step(campaign)
    Dependency.objects.create(step=second, after=first)
    refused("dependency_is_named_once", lambda: Dependency.objects.create(step=second, after=first))
    refused("step_does_not_wait_for_itself", lambda: Dependency.objects.create(step=second, after=second))


def test_r5_1_a_stop_rule_of_an_unknown_kind_is_refused(campaign: Campaign) -> None:
    refused("stop_rule_kind_is_known", lambda: StopRule.objects.create(campaign=campaign, kind="boredom"))


def test_r3_1_form_is_told_at_the_field(campaign: Campaign) -> None:
    step = Step(
        campaign=campaign, key="a", phase="train", resource="gpu", usual_minutes=60, one_in_ten_minutes=30
    )
    with pytest.raises(ValidationError) as error:
        step.full_clean()
    assert list(error.value.message_dict) == ["one_in_ten_minutes"]


def hand_in(campaign: Campaign, by: Person, number: int = 1) -> PlanSubmission:
    return PlanSubmission.objects.create(
        campaign=campaign,
        number=number,
        content={},
        content_hash="c" * 64,
        submitted_by=by,
        submitted_at=APPROVED_AT,
    )


def freeze(submission: PlanSubmission, approved_by: Person, number: int = 1, **changes: Any) -> PlanVersion:
    return PlanVersion.objects.create(
        campaign=submission.campaign,
        number=number,
        submission=submission,
        content={},
        content_hash=submission.content_hash,
        submitted_by=submission.submitted_by,
        approved_by=approved_by,
        approved_at=APPROVED_AT,
        **changes,
    )


def frozen_step(version: PlanVersion, position: int = 1, start: int = 0, end: int = 60) -> PlanVersionStep:
    return PlanVersionStep.objects.create(
        version=version,
        key="train",
        phase="train",
        resource="gpu",
        priority="essential",
        start_minute=start,
        end_minute=end,
        position=position,
    )


def test_r3_8_submissions_and_versions_are_numbered_once(
    campaign: Campaign, planner: Person, lead: Person
) -> None:
    first, second = hand_in(campaign, planner), hand_in(campaign, planner, 2)
    refused("submission_number_is_unique", lambda: hand_in(campaign, planner, 2))
    freeze(first, lead)
    refused("plan_version_number_is_unique", lambda: freeze(second, lead))
    refused("submission_id", lambda: freeze(first, lead, number=2))


def test_r6_3_plan_not_approved_by_its_submitter_unless_a_team_of_one(
    campaign: Campaign, lead: Person
) -> None:
    submission = hand_in(campaign, lead)
    refused("plan_not_approved_by_its_submitter", lambda: freeze(submission, lead))
    assert freeze(submission, lead, team_of_one=True).team_of_one


def test_r3_8_frozen_steps_have_their_place_and_end_after_their_start(
    campaign: Campaign, planner: Person, lead: Person
) -> None:
    submission = hand_in(campaign, planner)
    with transaction.atomic():
        version = freeze(submission, lead)
        frozen_step(version)
        refused("frozen_step_has_its_place", lambda: frozen_step(version, 1, 60, 120))
        refused("frozen_step_ends_after_its_start", lambda: frozen_step(version, 2, 60, 60))


@pytest.mark.django_db(transaction=True)
def test_r3_8_no_step_is_added_to_a_version_once_it_stands(
    approved_campaign: Campaign,
) -> None:
    version = approved_campaign.versions.get()
    with pytest.raises(DatabaseError, match="campaigns_planversion is complete"), transaction.atomic():
        frozen_step(version, position=99)
    assert version.steps.count() == 2
