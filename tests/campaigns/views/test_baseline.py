"""The baseline by plain POST: submitted, approved with the password by another person, sent back, amended, read."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, PlanSubmission
from campaigns.services.plans import open_amendment
from teams.models import Person
from tests.people import PASSWORD, text_of
from tests.planning import NOW
from tests.running import approve as approve_version

ClientOf = Callable[[Person], Client]


def url(campaign: Campaign, rest: str = "baseline/") -> str:
    return f"/C{campaign.pk}/{rest}"


def submit_post(campaign: Campaign, **changes: str) -> dict[str, str]:
    return {
        "seen_state": campaign.state,
        "seen_revision": str(campaign.revision),
        "note": "Please look.",
    } | changes


def test_r3_8_a_plan_is_submitted_and_approved_by_another_person(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    answer = client_of(planner).post(url(worked_campaign), submit_post(worked_campaign), follow=True)
    assert answer.redirect_chain == [(url(worked_campaign), 302)]
    assert "A lead of the team approves this plan." in text_of(answer)
    page = url(worked_campaign, "baseline/1/approve/")
    assert "“Please look.”" in text_of(client_of(lead).get(url(worked_campaign)))
    wrong = client_of(lead).post(page, {"password": "wrong", "note": "Good."})
    assert wrong.status_code == 422
    assert "This is not your password" in text_of(wrong)
    assert "Good." in wrong.content.decode()
    assert "wrong" not in wrong.content.decode().split("<main")[1]
    done = client_of(lead).post(page, {"password": PASSWORD, "note": "Good."}, follow=True)
    assert "The plan is approved and frozen." in text_of(done)
    version = worked_campaign.versions.get()
    frozen = text_of(client_of(planner).get(url(worked_campaign, "versions/1/")))
    for words in (version.content_hash, "Good.", "48 h", "leaves 24 h unused", "110.00 USD"):
        assert words in frozen, words


def test_r1_3_a_plan_that_is_not_ready_is_refused_and_says_what_is_missing(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    answer = client_of(planner).post(url(campaign), submit_post(campaign))
    assert answer.status_code == 422
    assert "The plan has no steps." in text_of(answer)


def test_a_plan_that_changed_meanwhile_is_not_submitted_and_the_note_stays(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    answer = client_of(planner).post(url(worked_campaign), submit_post(worked_campaign, seen_revision="0"))
    assert answer.status_code == 409
    content = answer.content.decode()
    assert ("Please look." in content, 'name="seen_revision" value="1"' in content) == (True, True)
    assert not PlanSubmission.objects.exists()


def test_r3_8_a_planner_is_refused_and_the_baseline_says_why(
    client_of: ClientOf, waiting: PlanSubmission, planner: Person
) -> None:
    campaign = waiting.campaign
    client = client_of(planner)
    for answer in (
        client.get(url(campaign, "baseline/1/approve/")),
        client.post(url(campaign, "baseline/1/approve/"), {"password": PASSWORD}),
    ):
        assert answer.status_code == 403
    text = text_of(client.get(url(campaign)))
    assert "A lead of the team approves this plan." in text
    assert "Withdraw it" in text


def test_r6_3_a_lead_who_submitted_reads_that_another_lead_approves(
    client_of: ClientOf, worked_campaign: Campaign, lead: Person
) -> None:
    client = client_of(lead)
    client.post(url(worked_campaign), submit_post(worked_campaign))
    assert "You submitted this plan. Another lead of the team approves it." in text_of(
        client.get(url(worked_campaign))
    )
    answer = client.post(url(worked_campaign, "baseline/1/approve/"), {"password": PASSWORD})
    assert (answer.status_code, "Nobody approves their own plan" in text_of(answer)) == (422, True)


def test_r3_8_sent_back_with_a_reason_that_the_planner_reads(
    client_of: ClientOf, waiting: PlanSubmission, planner: Person, lead: Person
) -> None:
    page = url(waiting.campaign, "baseline/1/send-back/")
    assert client_of(lead).post(page, {"reason": " "}).status_code == 422
    assert client_of(lead).post(page, {"reason": "The pilot is too short."}).status_code == 302
    assert "The pilot is too short." in text_of(client_of(planner).get(url(waiting.campaign)))
    again = client_of(lead).post(page, {"reason": "Twice."})
    assert (again.status_code, "Twice." in again.content.decode()) == (409, True)
    late = client_of(lead).post(url(waiting.campaign, "baseline/1/approve/"), {"password": PASSWORD})
    assert late.status_code == 409


def test_r3_8_a_planner_withdraws_their_own_plan(
    client_of: ClientOf, waiting: PlanSubmission, planner: Person
) -> None:
    page = url(waiting.campaign, "baseline/1/send-back/")
    assert "Withdraw the plan" in text_of(client_of(planner).get(page))
    assert client_of(planner).post(page, {"reason": "A typing error."}).status_code == 302
    waiting.campaign.refresh_from_db()
    assert waiting.campaign.state == "draft"


def test_r5_2_an_approved_plan_is_opened_and_its_change_listed(
    client_of: ClientOf, approved: Campaign, planner: Person, lead: Person
) -> None:
    client = client_of(planner)
    answer = client.post(url(approved, "baseline/change/"), {"reason": "A typing error."}, follow=True)
    assert "The plan can be edited." in text_of(answer)
    approved.checks.filter(metric="accuracy").update(threshold="0.70")
    approved.refresh_from_db()
    client.post(url(approved), submit_post(approved))
    client_of(lead).post(url(approved, "baseline/2/approve/"), {"password": PASSWORD})
    text = text_of(client.get(url(approved, "versions/2/")))
    assert "Changed after approval" in text
    assert "0.72" in text


def test_r5_2_a_draft_cannot_be_amended(client_of: ClientOf, campaign: Campaign, planner: Person) -> None:
    answer = client_of(planner).post(url(campaign, "baseline/change/"), {"reason": "Why not."})
    assert (answer.status_code, "needs an approved plan" in text_of(answer)) == (422, True)
    assert "Why not." in answer.content.decode()


@pytest.mark.parametrize("rest", ["versions/9/", "baseline/9/send-back/"])
def test_what_is_not_there_or_another_teams_answers_404(
    client_of: ClientOf, approved_campaign: Campaign, planner: Person, outsider: Person, rest: str
) -> None:
    assert client_of(planner).get(url(approved_campaign, rest)).status_code == 404
    assert client_of(outsider).get(url(approved_campaign, "versions/1/")).status_code == 404


def test_the_list_of_versions_takes_as_many_queries_for_three_as_for_one(
    client_of: ClientOf, approved_campaign: Campaign, planner: Person, lead: Person
) -> None:
    client = client_of(planner)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get(url(approved_campaign)).status_code == 200
        return len(captured)

    queries()
    one = queries()
    for threshold in ("0.71", "0.70"):
        open_amendment(campaign=approved_campaign, by=planner, now=NOW, reason="Later.")
        approve_version(approved_campaign, planner, lead, NOW, threshold)
        type(approved_campaign).objects.filter(pk=approved_campaign.pk).update(amendment_open=False)
    assert approved_campaign.versions.count() == 3
    assert queries() == one
