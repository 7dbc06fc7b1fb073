"""The list of campaigns, and a new one."""

from collections.abc import Callable

import pytest
from django.test import Client

from campaigns.models import Campaign
from teams.domain.roles import Role
from teams.models import Membership, Person, Team

ClientOf = Callable[[Person], Client]


def test_an_empty_portfolio_says_what_to_do(client_of: ClientOf, planner: Person, viewer: Person) -> None:
    page = client_of(planner).get("/")
    assert (page.status_code, "Start a campaign" in page.text) == (200, True)
    page = client_of(viewer).get("/")
    assert ("New campaign" in page.text, "A planner of a team can start one." in page.text) == (False, True)


def test_the_list_shows_question_step_and_window(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    text = client_of(planner).get("/").text
    assert "Do we adopt adapter A, adapter B, or keep the control?" in text
    assert "The goal is ready: compute the schedule, choose a package, submit." in text
    assert "no delivery yet" in text


def test_nothing_that_is_found_is_said_and_the_words_are_kept(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    text = client_of(planner).get("/", {"q": 'no "such"'}).text
    assert "No campaign was found." in text
    assert 'value="no &quot;such&quot;"' in text


def test_a_new_campaign_leads_to_its_home(client_of: ClientOf, team: Team, planner: Person) -> None:
    data = {"title": "Which rank?", "team": team.pk, "kind": "research decision", "question": "8 or 64?"}
    answer = client_of(planner).post("/campaigns/new/", data)
    campaign = Campaign.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/C{campaign.pk}/")
    assert (campaign.title, campaign.question, campaign.team) == ("Which rank?", "8 or 64?", team)


@pytest.mark.parametrize(
    "change", [{"title": ""}, {"title": "x" * 201}, {"kind": "holiday"}, {"team": ""}, {"team": "999"}]
)
def test_a_wrong_new_campaign_is_shown_again_with_what_was_typed(
    client_of: ClientOf, team: Team, planner: Person, change: dict[str, str]
) -> None:
    data = {"title": "Rank", "team": team.pk, "kind": "deliverables", "question": "8 or <64>?", **change}
    answer = client_of(planner).post("/campaigns/new/", data)
    assert (answer.status_code, "8 or &lt;64&gt;?" in answer.text) == (422, True)
    assert Campaign.objects.count() == 0


def test_only_teams_in_which_the_person_plans_are_offered(
    client_of: ClientOf, team: Team, other_team: Team, planner: Person
) -> None:
    Membership.objects.create(team=other_team, person=planner, role=Role.VIEWER)
    page = client_of(planner).get("/campaigns/new/")
    assert (team.name in page.text, other_team.name in page.text) == (True, False)
    data = {"title": "Rank", "team": other_team.pk, "kind": "deliverables"}
    assert client_of(planner).post("/campaigns/new/", data).status_code == 422
    assert Campaign.objects.count() == 0
