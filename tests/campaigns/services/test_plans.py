"""Submitting and approving a plan: another person, a lead, the password again, and then nothing rewrites it."""

import threading
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection

from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, PlanSubmission, PlanVersion
from campaigns.queries.versions import changed_after_approval
from campaigns.services.editing import lock_to_edit
from campaigns.services.locking import Moved
from campaigns.services.plans import approve_plan, open_amendment, return_plan, submit_plan
from teams.models import AuditEvent, Person
from tests.people import PASSWORD

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def submitted(campaign: Campaign, by: Person) -> PlanSubmission:
    return submit_plan(
        campaign=campaign, by=by, now=NOW, seen_state=campaign.state, seen_revision=campaign.revision
    )


def approved(campaign: Campaign, planner: Person, lead: Person) -> PlanVersion:
    version = approve_plan(submission=submitted(campaign, planner), by=lead, now=NOW, password=PASSWORD)
    campaign.refresh_from_db()
    return version


def test_r3_8_an_approved_plan_is_frozen_with_schedule_prices_and_hash(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    version = approved(worked_campaign, planner, lead)
    assert worked_campaign.state == "approved"
    assert version.number == 1
    assert version.content["figures"] == {
        "elapsed_minutes": 48 * 60,
        "rented_minutes": 45 * 60,
        "lane_minutes": 42 * 60,
        "person_minutes": 7 * 60,
        "network_minutes": 2 * 60,
    }
    assert version.content["verdict"] == {
        "kind": "fits",
        "window_minutes": 72 * 60,
        "difference_minutes": 24 * 60,
    }
    assert version.content["budget_ceiling"] == {"amount": "110.00", "currency": "USD"}
    assert [row["amount"] for row in version.content["prices"]] == [None, "47.14", "110.00", "390.00"]
    assert version.steps.count() == 18
    assert sum(step.end_minute - step.start_minute for step in version.steps.all()) == 51 * 60
    assert len(version.content_hash) == 64
    assert version.content_hash == version.submission.content_hash


def test_r3_8_the_trail_names_submission_and_approval_with_the_hash(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    version = approved(worked_campaign, planner, lead)
    events = AuditEvent.objects.filter(chain=worked_campaign.code, action__startswith="plan ")
    assert [(event.action, event.actor, event.new["hash"]) for event in events] == [
        ("plan submitted", planner, version.content_hash),
        ("plan approved", lead, version.content_hash),
    ]


def test_r1_3_a_plan_that_is_not_ready_is_refused_with_all_that_is_missing(
    campaign: Campaign, planner: Person
) -> None:
    with pytest.raises(ValidationError) as refused:
        submitted(campaign, planner)
    text = " ".join(refused.value.messages)
    assert "The plan has no steps." in text
    assert "No budget ceiling is stated" in text
    assert not PlanSubmission.objects.exists()
    campaign.refresh_from_db()
    assert campaign.state == "draft"


def test_r6_3_nobody_approves_their_own_plan(worked_campaign: Campaign, lead: Person) -> None:
    submission = submitted(worked_campaign, lead)
    with pytest.raises(ValidationError, match="Nobody approves their own plan"):
        approve_plan(submission=submission, by=lead, now=NOW, password=PASSWORD)
    assert not PlanVersion.objects.exists()


def test_r6_3_a_declared_team_of_one_may_and_the_record_says_so(
    worked_campaign: Campaign, lead: Person
) -> None:
    worked_campaign.team.team_of_one = True
    worked_campaign.team.save()
    version = approve_plan(submission=submitted(worked_campaign, lead), by=lead, now=NOW, password=PASSWORD)
    assert version.team_of_one is True


def test_r3_8_approving_needs_a_lead_and_the_right_password(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    submission = submitted(worked_campaign, planner)
    with pytest.raises(PermissionDenied):
        approve_plan(submission=submission, by=planner, now=NOW, password=PASSWORD)
    with pytest.raises(ValidationError, match="This is not your password"):
        approve_plan(submission=submission, by=lead, now=NOW, password="wrong")
    assert not PlanVersion.objects.exists()


def test_r3_8_a_plan_sent_back_is_a_draft_again_with_the_reason(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    submission = submitted(worked_campaign, planner)
    return_plan(submission=submission, by=lead, now=NOW, reason="The pilot is too short.")
    worked_campaign.refresh_from_db()
    assert worked_campaign.state == "draft"
    assert submission.sent_back.reason == "The pilot is too short."
    with pytest.raises(Moved):
        approve_plan(submission=submission, by=lead, now=NOW, password=PASSWORD)


def test_r3_8_a_page_that_is_outdated_submits_nothing(worked_campaign: Campaign, planner: Person) -> None:
    with pytest.raises(Moved, match="Somebody else changed the campaign"):
        submit_plan(
            campaign=worked_campaign,
            by=planner,
            now=NOW,
            seen_state="draft",
            seen_revision=worked_campaign.revision - 1,
        )
    assert not PlanSubmission.objects.exists()


def test_r5_2_a_check_changed_after_approval_is_a_new_version_and_is_listed(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    approved(worked_campaign, planner, lead)
    open_amendment(campaign=worked_campaign, by=planner, now=NOW, reason="The threshold was a typing error.")
    check = worked_campaign.checks.get(metric="accuracy")
    check.threshold = "0.70"
    check.save()
    worked_campaign.refresh_from_db()
    second = approved(worked_campaign, planner, lead)
    assert (second.number, worked_campaign.state, worked_campaign.amendment_open) == (2, "approved", False)
    [(version, changes)] = changed_after_approval(worked_campaign)
    assert version == second
    assert [(change.name, change.field, change.old, change.new) for change in changes] == [
        ("accuracy at least", "threshold", "0.72", "0.7")
    ]


def test_r5_2_a_changed_plan_that_waits_is_what_gets_frozen_and_cannot_be_edited_below_it(
    worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    approved(worked_campaign, planner, lead)
    open_amendment(campaign=worked_campaign, by=planner, now=NOW, reason="The window is too short.")
    worked_campaign.refresh_from_db()
    waiting = submitted(worked_campaign, planner)
    worked_campaign.refresh_from_db()
    with pytest.raises(NotAllowed, match="This plan is approved"):
        lock_to_edit(worked_campaign, by=planner, seen_revision=worked_campaign.revision)
    with pytest.raises(Moved, match="already waits for approval"):
        open_amendment(campaign=worked_campaign, by=planner, now=NOW, reason="Once more.")
    return_plan(submission=waiting, by=lead, now=NOW, reason="Not long enough.")
    assert lock_to_edit(worked_campaign, by=planner, seen_revision=worked_campaign.revision).amendment_open


def test_r5_2_a_draft_has_nothing_to_amend(worked_campaign: Campaign, planner: Person) -> None:
    with pytest.raises(NotAllowed):
        open_amendment(campaign=worked_campaign, by=planner, now=NOW, reason="why not")


@pytest.mark.django_db(transaction=True)
def test_r6_3_two_leads_who_approve_at_once_leave_one_version(
    worked_campaign: Campaign, planner: Person, lead: Person, administrator: Person
) -> None:
    submission = submitted(worked_campaign, planner)
    outcomes: list[str] = []
    start = threading.Barrier(2)

    def approve(by: Person) -> None:
        start.wait(10)
        try:
            approve_plan(submission=submission, by=by, now=NOW, password=PASSWORD)
            outcomes.append("approved")
        except Moved:
            outcomes.append("moved")
        finally:
            connection.close()

    threads = [threading.Thread(target=approve, args=[by]) for by in (lead, administrator)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(outcomes) == ["approved", "moved"]
    assert PlanVersion.objects.count() == 1
