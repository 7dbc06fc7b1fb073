from django.urls import reverse

from teams.models import Person, Team
from tests.people import PASSWORD

SETTINGS = {
    "name": "Lintang",
    "time_zone": "Asia/Makassar",
    "works_from": "09:00",
    "works_until": "17:00",
    "working_days": "5",
}


def at(name: str, team: Team, *more: int) -> str:
    return reverse(f"teams:{name}", args=[team.pk, *more])


def test_founding_a_team_leads_to_its_page(outsider, client_of) -> None:
    client = client_of(outsider)
    answer = client.post(reverse("teams:new"), {"name": "Kawi", "time_zone": "asia/makassar"}, follow=True)
    assert answer.redirect_chain == [(at("team", Team.objects.get(name="Kawi")), 302)]
    assert "Kawi is founded, and you are its administrator." in answer.content.decode()
    assert Team.objects.get(name="Kawi").time_zone == "Asia/Makassar"


def test_a_time_zone_that_does_not_exist_is_refused_and_kept_as_typed(outsider, client_of) -> None:
    answer = client_of(outsider).post(reverse("teams:new"), {"name": "Kawi", "time_zone": "Atlantis"})
    assert answer.status_code == 422
    assert "There is no such time zone" in answer.content.decode()
    assert 'value="Atlantis"' in answer.content.decode()


def test_an_administrator_saves_the_settings(team, administrator, client_of) -> None:
    client = client_of(administrator)
    assert client.post(at("team", team), SETTINGS).status_code == 302
    page = client.get(at("team", team)).content.decode()
    assert 'value="Asia/Makassar"' in page
    assert 'value="09:00"' in page


def test_one_end_of_the_working_hours_is_refused_at_its_field(team, administrator, client_of) -> None:
    answer = client_of(administrator).post(at("team", team), {**SETTINGS, "works_until": ""})
    assert answer.status_code == 422
    assert 'href="#id_works_until"' in answer.content.decode()
    assert Team.objects.get(pk=team.pk).time_zone == "UTC"


def test_r6_3_the_consequence_of_a_team_of_one_stands_at_the_declaration(
    team, administrator, lead, client_of
) -> None:
    client = client_of(administrator)
    assert "every such approval, the report and the PDF say that nobody else" in (
        client.get(at("team", team)).content.decode()
    )
    answer = client.post(at("team", team), {**SETTINGS, "team_of_one": "on"})
    assert answer.status_code == 422
    assert "Withdraw the declaration" in answer.content.decode()


def test_a_viewer_reads_settings_and_members_and_gets_no_buttons(team, viewer, planner, client_of) -> None:
    page = client_of(viewer).get(at("team", team)).content.decode()
    assert "Putu Planner" in page
    assert "not set: steps of people may lie at any hour" in page
    assert "Add to the team" not in page
    assert "Remove" not in page


def test_an_administrator_adds_a_member_who_is_told_where_to_begin(team, administrator, client_of) -> None:
    data = {"username": "dewi", "full_name": "Dewi", "password": "mangrove-at-low-tide", "role": "planner"}
    answer = client_of(administrator).post(at("add-member", team), data, follow=True)
    assert "dewi now belongs to the team." in answer.content.decode()
    assert Person.objects.get(username="dewi").memberships.get().role == "planner"


def test_a_refused_member_leaves_what_was_typed_but_not_the_password(team, administrator, client_of) -> None:
    data = {"username": "dewi", "full_name": "Dewi", "password": "too-short", "role": "lead"}
    answer = client_of(administrator).post(at("add-member", team), data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Dewi"' in page
    assert "too-short" not in page
    assert "This password is too short" in page


def test_the_last_administrator_is_told_why_they_cannot_leave(team, administrator, client_of) -> None:
    membership = administrator.memberships.get()
    answer = client_of(administrator).post(at("remove-member", team, membership.pk), {"reason": "done"})
    assert answer.status_code == 422
    assert "last administrator" in answer.content.decode()


def test_a_role_is_changed_on_the_page(team, administrator, viewer, client_of) -> None:
    where = at("change-role", team, viewer.memberships.get().pk)
    assert client_of(administrator).post(where, {"role": "lead"}).status_code == 302
    assert viewer.memberships.get().role == "lead"
    assert client_of(administrator).post(where, {"role": "owner"}).status_code == 422


def test_who_leaves_a_team_no_longer_finds_it(team, administrator, viewer, client_of) -> None:
    client = client_of(viewer)
    assert client.get(at("team", team)).status_code == 200
    where = at("remove-member", team, viewer.memberships.get().pk)
    assert client_of(administrator).post(where, {"reason": "moved on"}).status_code == 302
    assert client.get(at("team", team)).status_code == 404


def test_a_member_of_another_team_is_not_changed_through_ones_own(
    team, administrator, outsider, client_of
) -> None:
    where = at("remove-member", team, outsider.memberships.get().pk)
    assert client_of(administrator).post(where, {"reason": "x"}).status_code == 404
    assert outsider.memberships.exists()


def test_the_activity_shows_who_did_what_in_the_teams_zone(team, administrator, client_of) -> None:
    client = client_of(administrator)
    client.post(at("team", team), SETTINGS)
    page = client.get(at("activity", team)).content.decode()
    assert "team settings changed" in page
    assert "Agus Administrator" in page
    assert "WITA" in page
    assert PASSWORD not in page
