"""Fixtures that every test may use: a team with a person in each role, another team, an empty campaign.

``client_of(person)`` gives a browser that is signed in. An area's rows are built in its own ``conftest.py``.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.http import HttpResponse
from django.test import Client

from campaigns.models import Campaign
from teams.domain.roles import Role
from teams.models import Membership, Person, Team

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

PASSWORD = "correct-horse-battery"


def member(team: Team, username: str, role: Role, name: str) -> Person:
    """Make a person who may sign in, with a role in the team."""
    first, last = name.split(" ", 1)
    person = Person.objects.create_user(
        username=username, password=PASSWORD, first_name=first, last_name=last
    )
    Membership.objects.create(team=team, person=person, role=role)
    return person


def text_of(answer: "HttpResponse | _MonkeyPatchedWSGIResponse") -> str:
    """Return what a page says, without its marks and with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.fixture
def team(db: None) -> Team:
    """Return the team that most tests are about."""
    return Team.objects.create(name="Lintang")


@pytest.fixture
def other_team(db: None) -> Team:
    """Return a team whose rows must never leak."""
    return Team.objects.create(name="Bujur")


@pytest.fixture
def viewer(team: Team) -> Person:
    """Return somebody who may only look."""
    return member(team, "wulan", Role.VIEWER, "Wulan Viewer")


@pytest.fixture
def planner(team: Team) -> Person:
    """Return somebody who may plan and record, not approve."""
    return member(team, "putu", Role.PLANNER, "Putu Planner")


@pytest.fixture
def lead(team: Team) -> Person:
    """Return somebody who may approve."""
    return member(team, "laras", Role.LEAD, "Laras Lead")


@pytest.fixture
def administrator(team: Team) -> Person:
    """Return somebody who may do everything in the team."""
    return member(team, "agus", Role.ADMINISTRATOR, "Agus Administrator")


@pytest.fixture
def outsider(other_team: Team) -> Person:
    """Return the administrator of the other team."""
    return member(other_team, "oka", Role.ADMINISTRATOR, "Oka Outsider")


@pytest.fixture
def client_of() -> Callable[[Person], Client]:
    """Return a function that gives a signed-in browser of a person."""

    def signed_in(person: Person) -> Client:
        client = Client()
        client.force_login(person)
        return client

    return signed_in


@pytest.fixture
def campaign(team: Team, planner: Person) -> Campaign:
    """Return a campaign in draft with nothing in it but its title."""
    return Campaign.objects.create(team=team, title="Which adapter to keep", created_by=planner)
