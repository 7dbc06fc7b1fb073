import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from teams.models import AuditEvent, Membership, Person, Team

PASSWORD = "mangrove-at-low-tide"


def add(monkeypatch, *arguments: str, password: str = PASSWORD) -> str:
    monkeypatch.setattr(sys, "stdin", StringIO(f"{password}\n"))
    out = StringIO()
    call_command("add_person", *arguments, "--password-stdin", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_first_person_founds_a_team_and_can_sign_in(monkeypatch, client) -> None:
    said = add(monkeypatch, "dewi", "--name", "Dewi", "--new-team", "Kawi")
    assert said == "dewi belongs to Kawi.\n"
    assert client.login(username="dewi", password=PASSWORD)
    assert Membership.objects.get(team__name="Kawi").role == "administrator"


def test_a_person_joins_an_existing_team_in_a_role_and_nobody_stands_for_it_in_the_trail(
    monkeypatch, team
) -> None:
    add(monkeypatch, "dewi", "--name", "Dewi", "--team", "Lintang", "--role", "lead")
    assert Membership.objects.get(team=team).role == "lead"
    assert AuditEvent.objects.get().actor is None


def test_somebody_who_signs_in_already_keeps_their_password(monkeypatch, team, outsider, client) -> None:
    add(monkeypatch, "oka", "--team", "Lintang", "--role", "viewer")
    assert Membership.objects.get(team=team).person == outsider
    assert not client.login(username="oka", password=PASSWORD)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--name", "Dewi", "--team", "Nowhere", "--role", "lead"], "There is no team 'Nowhere'"),
        (["--name", "Dewi", "--team", "Lintang"], "Say which role"),
        (["--team", "Lintang", "--role", "lead"], "A new person needs a full name: --name"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence_and_nothing_is_made(
    monkeypatch, team, arguments, sentence
) -> None:
    with pytest.raises(CommandError, match=sentence):
        add(monkeypatch, "dewi", *arguments)
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_a_weak_password_founds_no_team(monkeypatch) -> None:
    with pytest.raises(CommandError, match="too short"):
        add(monkeypatch, "dewi", "--name", "Dewi", "--new-team", "Kawi", password="short")
    assert not Team.objects.exists()
