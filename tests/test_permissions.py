"""The permission table is true, and no address is missing from it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.models import Campaign
from teams.models import Person, Team
from tests.permission_table import PEOPLE, TABLE, Row
from tests.permission_worlds import WORLDS, World, draft


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from names(pattern.url_patterns, space + inner)
        else:
            yield f"{space}{pattern.name}"


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo what one person's request did before the next person asks."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def world(
    team: Team,
    campaign: Campaign,
    outsider: Person,
    viewer: Person,
    planner: Person,
    lead: Person,
    administrator: Person,
) -> World:
    """Return the people of the table and what a draft campaign needs."""
    people = (outsider, viewer, planner, lead, administrator)
    made = World(team, dict(zip(PEOPLE[1:], people, strict=True)), campaign)
    draft(made)
    return made


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_everybody_gets_what_the_table_says(
    row: Row, world: World, client_of: Callable[[Person], Client]
) -> None:
    WORLDS[row.world](world)
    address = reverse(row.name, args=[world.argument(name) for name in row.arguments])
    # A browser posts at least its token.
    data = row.data or ({"csrfmiddlewaretoken": "x"} if row.method == "post" else {})
    answered = {}
    for who in PEOPLE:
        with rolled_back():
            client = client_of(world.people[who]) if who in world.people else Client()
            answered[who] = getattr(client, row.method)(address, data).status_code
    assert answered == dict(zip(PEOPLE, row.statuses, strict=True))


def test_every_address_is_in_the_table() -> None:
    addresses = set(names(get_resolver().url_patterns))
    assert addresses - {row.name for row in TABLE} == set()


def test_the_table_names_no_address_that_is_gone() -> None:
    addresses = set(names(get_resolver().url_patterns))
    assert {row.name for row in TABLE} - addresses == set()


@pytest.mark.django_db
def test_a_signed_out_htmx_request_sends_the_whole_page_to_the_sign_in() -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/catalogue/?a=1"}
    answer = Client(headers=headers).get(reverse("teams:list"))
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"] == "/sign-in/?next=/catalogue/%3Fa%3D1"
    assert answer.content == b""
