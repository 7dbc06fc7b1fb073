"""The plan is saved whole or not at all, and a step that something happened to stays."""

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError

from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Dependency, Step
from campaigns.queries.plan import step_rows, steps_of
from campaigns.services.locking import Moved
from campaigns.services.pilot import record_measurement, start_pilot
from campaigns.services.plans import open_amendment
from campaigns.services.steps import StepEntry, save_steps
from teams.models import AuditEvent, Person
from tests.planning import NOW
from tests.running import advance

LOAD = StepEntry(
    number=None,
    key="load",
    title="",
    phase="load",
    resource="gpu",
    minutes=60,
    after=(),
    priority="essential",
    needs_machine=True,
    per_batch=True,
    resumes=False,
    gpus=1,
    people=1,
)
TRAIN = replace(LOAD, key="train", phase="train", minutes=600, after=("load",), per_batch=False)


def save(campaign: Campaign, by: Person, *entries: StepEntry, seen: int | None = None) -> None:
    campaign.refresh_from_db()
    revision = campaign.revision if seen is None else seen
    save_steps(campaign=campaign, entries=entries, by=by, now=NOW, seen_revision=revision)


def numbered(campaign: Campaign, entry: StepEntry) -> StepEntry:
    return replace(entry, number=campaign.steps.get(key=entry.key).pk)


def keys(campaign: Campaign) -> list[tuple[str, int, list[str]]]:
    return [
        (row.key, row.usual_minutes, [link.after.key for link in row.dependencies.all()])
        for row in step_rows(campaign)
    ]


def test_r3_1_the_plan_holds_exactly_the_saved_steps_in_their_order(
    campaign: Campaign, planner: Person
) -> None:
    save(campaign, planner, LOAD, TRAIN)
    assert keys(campaign) == [("load", 60, []), ("train", 600, ["load"])]
    save(campaign, planner, replace(numbered(campaign, TRAIN), after=()), numbered(campaign, LOAD))
    assert keys(campaign) == [("train", 600, []), ("load", 60, [])]
    save(campaign, planner, replace(numbered(campaign, TRAIN), after=(), minutes=90))
    assert keys(campaign) == [("train", 90, [])]
    assert AuditEvent.objects.filter(action="steps saved").count() == 3
    campaign.refresh_from_db()
    assert campaign.revision == 4


def test_r3_1_two_steps_swap_their_keys_and_keep_their_rows(campaign: Campaign, planner: Person) -> None:
    save(campaign, planner, LOAD, TRAIN)
    first, second = numbered(campaign, LOAD), numbered(campaign, TRAIN)
    save(campaign, planner, replace(first, key="train"), replace(second, key="load", after=("train",)))
    assert dict(campaign.steps.values_list("key", "pk")) == {"train": first.number, "load": second.number}
    assert keys(campaign) == [("train", 60, []), ("load", 600, ["train"])]


def test_r3_1_one_wrong_step_saves_none(campaign: Campaign, planner: Person) -> None:
    save(campaign, planner, LOAD, TRAIN)
    before = keys(campaign)
    for wrong in (replace(TRAIN, minutes=0), replace(TRAIN, phase="celebrate"), replace(TRAIN, key="no key")):
        with pytest.raises(ValidationError):
            save(campaign, planner, replace(numbered(campaign, LOAD), minutes=5), wrong)
        assert keys(campaign) == before


def test_a_step_of_another_campaign_is_never_taken_over(
    campaign: Campaign, planner: Person, approved_campaign: Campaign
) -> None:
    theirs = approved_campaign.steps.get(key="train-a")
    other = Campaign.objects.create(team=campaign.team, title="Another", created_by=planner)
    save(other, planner, replace(TRAIN, after=(), number=theirs.pk))
    theirs.refresh_from_db()
    assert (theirs.campaign, theirs.key) == (approved_campaign, "train-a")
    assert other.steps.get().pk != theirs.pk


def test_a_page_that_was_overtaken_saves_nothing(campaign: Campaign, planner: Person) -> None:
    save(campaign, planner, LOAD)
    with pytest.raises(Moved, match="Somebody else changed the campaign"):
        save(campaign, planner, TRAIN, seen=1)
    assert keys(campaign) == [("load", 60, [])]


def test_r5_2_steps_are_locked_after_approval_until_an_amendment(
    approved_campaign: Campaign, planner: Person
) -> None:
    prepare = replace(
        numbered(approved_campaign, replace(LOAD, key="prepare")),
        phase="prepare",
        resource="person",
        per_batch=False,
    )
    with pytest.raises(NotAllowed, match="This plan is approved"):
        save(approved_campaign, planner, prepare)
    open_amendment(campaign=approved_campaign, by=planner, now=NOW, reason="Shorter.")
    save(approved_campaign, planner, prepare)
    assert keys(approved_campaign) == [("prepare", 60, [])]


def test_r7_3_a_step_with_a_measurement_is_not_removed(approved_campaign: Campaign, planner: Person) -> None:
    start_pilot(campaign=approved_campaign, by=planner, now=NOW)
    step = approved_campaign.steps.get(key="prepare")
    record_measurement(campaign=approved_campaign, step=step, minutes=200, source="log", by=planner, now=NOW)
    open_amendment(campaign=approved_campaign, by=planner, now=NOW, reason="Shorter.")
    before = keys(approved_campaign)
    with pytest.raises(ValidationError, match="Runs, measurements or recorded time belong to prepare"):
        save(approved_campaign, planner, replace(TRAIN, after=()))
    assert keys(approved_campaign) == before


def test_r6_4_a_dropped_variants_steps_stay_saved_and_leave_the_plan(
    approved_campaign: Campaign, planner: Person
) -> None:
    variant = approved_campaign.variants.get(identifier="V1")
    variant.dropped_at, variant.dropped_by, variant.dropped_reason = NOW, planner, "slow"
    variant.save()
    assert [step.key for step in steps_of(approved_campaign)] == ["prepare"]
    assert approved_campaign.steps.count() == 2


def test_a_viewer_and_a_submitted_plan_save_no_steps(
    campaign: Campaign, planner: Person, viewer: Person
) -> None:
    with pytest.raises(PermissionDenied):
        save(campaign, viewer, LOAD)
    advance(campaign, "submitted")
    with pytest.raises(NotAllowed, match="waits for approval"):
        save(campaign, planner, LOAD)
    assert not Step.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_steps_whose_trail_cannot_be_written_are_not_saved(
    campaign: Campaign, planner: Person, broken_trail: None
) -> None:
    with pytest.raises(DatabaseError, match="permission denied"):
        save(campaign, planner, LOAD, TRAIN)
    campaign.refresh_from_db()
    assert (Step.objects.count(), Dependency.objects.count(), campaign.revision) == (0, 0, 1)
