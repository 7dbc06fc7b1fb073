import logging

import pytest
from django.test import Client
from django.urls import reverse

from tests.people import PASSWORD


def sign_in(client: Client, password: str, **more: str):
    return client.post(reverse("teams:sign-in"), {"username": "putu", "password": password, **more})


def test_a_person_signs_in_and_is_taken_where_they_wanted_to_go(planner, client) -> None:
    assert client.get("/catalogue/").headers["Location"] == "/sign-in/?next=/catalogue/"
    answer = sign_in(client, PASSWORD, next="/catalogue/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/catalogue/")
    assert client.get("/catalogue/").status_code == 200


def test_signing_in_leads_to_no_other_site(planner, client) -> None:
    assert sign_in(client, PASSWORD, next="https://elsewhere.example/").headers["Location"] == "/"


def test_a_wrong_password_says_not_what_was_wrong_and_keeps_the_username(planner, client) -> None:
    answer = sign_in(client, "not-the-password")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "do not belong together" in page
    assert 'value="putu"' in page
    assert "not-the-password" not in page


def test_no_password_is_ever_logged(planner, client, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    sign_in(client, "not-the-password")
    sign_in(client, PASSWORD)
    client.post(
        reverse("teams:password"),
        {"old_password": PASSWORD, "new_password1": "mangrove-at-low-tide", "new_password2": "different"},
    )
    written = caplog.text + repr([record.__dict__ for record in caplog.records])
    assert "request" in written
    for secret in ("not-the-password", PASSWORD, "mangrove-at-low-tide"):
        assert secret not in written


def test_signing_out_is_done_by_post_only(planner, client_of) -> None:
    client = client_of(planner)
    assert client.get(reverse("teams:sign-out")).status_code == 405
    assert client.get("/teams/").status_code == 200
    assert client.post(reverse("teams:sign-out")).headers["Location"] == "/sign-in/"
    assert client.get("/teams/").status_code == 302


def test_signing_out_needs_the_token_of_the_page(planner) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(planner)
    assert client.post(reverse("teams:sign-out")).status_code == 403


def test_who_is_signed_in_does_not_see_the_sign_in_page(planner, client_of) -> None:
    assert client_of(planner).get(reverse("teams:sign-in")).status_code == 302


def test_a_person_chooses_their_own_password_and_other_browsers_are_signed_out(planner, client_of) -> None:
    here, elsewhere = client_of(planner), client_of(planner)
    new = {
        "old_password": PASSWORD,
        "new_password1": "mangrove-at-low-tide",
        "new_password2": "mangrove-at-low-tide",
    }
    assert here.post(reverse("teams:password"), new).status_code == 302
    assert here.get("/teams/").status_code == 200
    assert elsewhere.get("/teams/").status_code == 302
    planner.refresh_from_db()
    assert planner.check_password("mangrove-at-low-tide")


@pytest.mark.parametrize(("old", "new"), [("not-the-password", "mangrove-at-low-tide"), (PASSWORD, "short")])
def test_a_password_stays_when_the_old_is_wrong_or_the_new_is_weak(planner, client_of, old, new) -> None:
    data = {"old_password": old, "new_password1": new, "new_password2": new}
    assert client_of(planner).post(reverse("teams:password"), data).status_code == 422
    planner.refresh_from_db()
    assert planner.check_password(PASSWORD)
