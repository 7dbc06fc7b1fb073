"""Pilot and decision by plain POST: measured, proposed with its evidence, signed by another person, or withdrawn."""

from collections.abc import Callable
from datetime import time

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, Decision, Measurement, Proposal
from campaigns.services.decisions import withdraw
from teams.models import Person
from tests.people import PASSWORD, text_of
from tests.planning import NOW, propose_to_go_on
from tests.running import advance

ClientOf = Callable[[Person], Client]
TYPED = {"kind": "continue", "reason": "It held.", "would_change": "An accuracy below 0.40."}


def url(campaign: Campaign, rest: str = "decision/") -> str:
    return f"/C{campaign.pk}/{rest}"


def test_r6_1_a_measurement_stands_beside_its_assumption_and_the_plan_is_solved_again(
    client_of: ClientOf, approved: Campaign, planner: Person
) -> None:
    client, page = client_of(planner), url(approved, "pilot/")
    assert "Start the pilot" in text_of(client.get(page))
    assert client.post(url(approved, "pilot/start/")).status_code == 302
    for key, hours in (("control", "18"), ("variant-a", "20 h"), ("variant-b", "20:00")):
        data = {"step": approved.steps.get(key=key).pk, "duration": hours, "source": "pilot log"}
        assert client.post(page, data).status_code == 302
    text = text_of(client.get(page))
    for words in (
        "control train 8 h 18 h + 10 h pilot log",
        "3 of 18 steps measured",
        "Elapsed time 48 h 78 h",
        "exceeds 72 h by 6 h",
    ):
        assert words.lower() in text.lower(), words


def test_r6_1_a_wrong_measurement_answers_422_and_stays_typed(
    client_of: ClientOf, piloting: Campaign, planner: Person
) -> None:
    step = piloting.steps.get(key="load")
    for duration in ("0", "soon", ""):
        data = {"step": step.pk, "duration": duration, "source": "my stopwatch"}
        answer = client_of(planner).post(url(piloting, "pilot/"), data)
        assert (answer.status_code, "my stopwatch" in answer.text) == (422, True)
    assert not Measurement.objects.exists()


def test_r6_1_a_pilot_is_started_once(client_of: ClientOf, piloting: Campaign, planner: Person) -> None:
    answer = client_of(planner).post(url(piloting, "pilot/start/"), follow=True)
    assert "This campaign is piloting" in text_of(answer)


def test_r6_1_measurements_that_make_the_plan_impossible_are_said(
    client_of: ClientOf, piloting: Campaign, planner: Person
) -> None:
    team = piloting.team
    team.works_from, team.works_until = time(8), time(17)
    team.save()
    Campaign.objects.filter(pk=piloting.pk).update(planned_start=NOW)
    client = client_of(planner)
    data = {"step": piloting.steps.get(key="prepare").pk, "duration": "12", "source": "log"}
    assert client.post(url(piloting, "pilot/"), data).status_code == 302
    for rest in ("pilot/", "decision/propose/"):
        assert "With these measurements no schedule is possible" in text_of(client.get(url(piloting, rest)))
    answer = client.post(url(piloting, "decision/propose/"), TYPED)
    assert (answer.status_code, "It held." in answer.text) == (422, True)
    assert not Proposal.objects.exists()


def test_r6_3_proposed_and_signed_with_the_password_after_reading_the_evidence(
    client_of: ClientOf, piloting: Campaign, planner: Person, lead: Person
) -> None:
    proposed = client_of(planner).post(url(piloting, "decision/propose/"), TYPED, follow=True)
    assert "A lead of the team decides on this proposal." in text_of(proposed)
    page = url(piloting, "decision/1/sign/")
    shown = client_of(lead).get(page)
    seen = Proposal.objects.get().evidence_hash
    assert f'value="{seen}"' in shown.text
    data = {"seen_hash": seen, "outcome": "approved", "reason": "Seen.", "password": "wrong"}
    wrong = client_of(lead).post(page, data)
    assert (wrong.status_code, "Seen." in wrong.text) == (422, True)
    done = client_of(lead).post(page, data | {"password": PASSWORD}, follow=True)
    assert "Proposal 1, continue: approved" in text_of(done)
    assert Decision.objects.get().decided_by == lead
    again = client_of(lead).post(page, data | {"password": PASSWORD})
    assert (again.status_code, "already decided on" in again.text) == (409, True)


def test_r6_3_what_the_lead_did_not_see_is_not_decided(
    client_of: ClientOf, proposal: Proposal, lead: Person
) -> None:
    data = {"seen_hash": "0" * 64, "outcome": "approved", "reason": "Seen.", "password": PASSWORD}
    answer = client_of(lead).post(url(proposal.campaign, "decision/1/sign/"), data)
    assert answer.status_code == 409
    assert not Decision.objects.exists()


def test_r6_2_reduce_names_what_it_drops_and_keeps_what_was_typed(
    client_of: ClientOf, piloting: Campaign, planner: Person
) -> None:
    page = url(piloting, "decision/propose/")
    answer = client_of(planner).post(page, TYPED | {"kind": "reduce"})
    assert answer.status_code == 422
    assert "Say which optional variants are dropped." in text_of(answer)
    assert "It held." in answer.text
    optional = piloting.variants.get(identifier="V2")
    data = TYPED | {"kind": "reduce", f"drop_{optional.pk}": "It cannot beat A."}
    assert "Without V2." in text_of(client_of(planner).post(page, data, follow=True))


def test_r6_3_a_planner_cannot_sign_and_withdraws_their_own(
    client_of: ClientOf, proposal: Proposal, planner: Person, lead: Person
) -> None:
    campaign = proposal.campaign
    assert client_of(planner).get(url(campaign, "decision/1/sign/")).status_code == 403
    page = url(campaign, "decision/1/withdraw/")
    other = client_of(lead).post(page, {"reason": "No."})
    assert (other.status_code, "Only the person who proposed" in other.text) == (422, True)
    assert client_of(planner).post(page, {"reason": ""}).status_code == 422
    assert client_of(planner).post(page, {"reason": "Wrong card."}).status_code == 302
    assert "Proposal 1, continue: withdrawn" in text_of(client_of(planner).get(url(campaign)))
    assert client_of(planner).post(page, {"reason": "Twice."}).status_code == 409


def test_r6_2_a_proposal_outside_the_pilot_is_refused_and_stays_typed(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    answer = client_of(planner).post(url(campaign, "decision/propose/"), TYPED)
    assert (answer.status_code, "It held." in answer.text) == (409, True)


def test_another_teams_proposal_answers_404(
    client_of: ClientOf, proposal: Proposal, outsider: Person, planner: Person
) -> None:
    for rest in ("decision/", "decision/1/sign/", "decision/1/withdraw/", "pilot/"):
        assert client_of(outsider).get(url(proposal.campaign, rest)).status_code == 404
    assert client_of(planner).get(url(proposal.campaign, "decision/7/withdraw/")).status_code == 404


def test_the_list_of_proposals_takes_as_many_queries_for_three_as_for_one(
    client_of: ClientOf, approved_campaign: Campaign, planner: Person
) -> None:
    piloting = advance(approved_campaign, "piloting")
    client = client_of(planner)

    def propose_and_withdraw() -> None:
        piloting.refresh_from_db()
        made = propose_to_go_on(piloting, planner)
        withdraw(proposal=made, reason="Not yet.", by=planner, now=NOW)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url(piloting)).status_code == 200
        return len(captured)

    propose_and_withdraw()
    queries()
    one = queries()
    propose_and_withdraw()
    propose_and_withdraw()
    assert piloting.proposals.count() == 3
    assert queries() == one
