"""Whatever is typed into a form, an address or a query, the answer is an answer and never a failure of the server.

The forms are those that the pages of the permission table show to an administrator. A failure raises in the test.
"""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from teams.models import Person
from tests.page_forms import forms_of
from tests.permission_table import TABLE, Row
from tests.permission_worlds import WORLDS, World
from tests.test_permissions import rolled_back, world

__all__ = ["world"]
PAGES = [row for row in TABLE if row.method == "get" and row.statuses[-1] == 200]
EVERYWHERE = {
    "nul": "a\x00b",
    "long": "x" * 20_000,
    "number": "1e400",
    "digits": "9" * 30,
    "not a number": "NaN",
    "minus zero": "-0",
    "superscript": "²",
    "beyond 32 bits": "2147483648",
    "year 1": "0001-01-01T00:00",
    "year 9999": "9999-12-31T23:59",
    "day 1": "0001-01-01",
    "day 9999": "9999-12-31",
    "nothing": "",
}
ONE_BY_ONE = {"letters": "😀 \u202eevil\u202c " * 40, "digits": "9" * 18}
QUERY = ("q", "page", "state", "variant", "purpose", "kind", "path", "what", "event", "metric", "next")


@pytest.mark.parametrize("row", PAGES, ids=str)
def test_every_form_takes_anything(row: Row, world: World, client_of: Callable[[Person], Client]) -> None:
    world.team.time_zone = "Asia/Makassar"
    world.team.save()
    WORLDS[row.world](world)
    address = reverse(row.name, args=[world.argument(name) for name in row.arguments])
    client = client_of(world.people["administrator"])
    page = client.get(address)
    text = page.content.decode() if "html" in page.headers["Content-Type"] else ""
    for form in forms_of(text, address):
        tries = [dict.fromkeys(form.typed(), value) for value in EVERYWHERE.values()]
        tries += [{name: value} for name in form.typed() for value in ONE_BY_ONE.values()]
        for changes in tries:
            with rolled_back():
                answer = client.post(form.action, form.data(**changes))
            assert answer.status_code < 500, (form.action, changes)


@pytest.mark.parametrize("row", [row for row in TABLE if row.arguments], ids=str)
@pytest.mark.parametrize("value", ["%00", "a%00b", "9" * 30, "%C2%B2", "x" * 3000])
def test_every_address_takes_anything(
    row: Row, value: str, world: World, client_of: Callable[[Person], Client]
) -> None:
    address = reverse(row.name, args=[7_000_007] * len(row.arguments))
    parts = address.split("7000007")
    client = client_of(world.people["administrator"])
    for place in range(len(row.arguments)):
        fillings = [str(world.campaign.pk)] * len(row.arguments)
        fillings[place] = value
        tried = "".join(part + filling for part, filling in zip(parts, [*fillings, ""], strict=True))
        assert getattr(client, row.method)(tried).status_code in (302, 404, 405), tried[:200]


@pytest.mark.parametrize("row", PAGES, ids=str)
def test_every_query_takes_anything(row: Row, world: World, client_of: Callable[[Person], Client]) -> None:
    WORLDS[row.world](world)
    address = reverse(row.name, args=[world.argument(name) for name in row.arguments])
    client = client_of(world.people["administrator"])
    for value in ("a\x00b", "9" * 30, "-1", "²", "x" * 3000):
        assert client.get(address, dict.fromkeys(QUERY, value)).status_code < 500, value
