"""Nothing of another team is reached through one's own: not by an address, not by a value in a form."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from pricing.models import Package, Provider
from teams.models import Person, Team
from tests.page_forms import forms_of
from tests.permission_table import TABLE, Row
from tests.permission_worlds import WORLDS, World
from tests.running import place_order, with_approved_plan
from tests.test_hostile_input import PAGES
from tests.test_permissions import rolled_back, world

__all__ = ["world"]
# An upload belongs to a session, and one that is gone leads back to the page where it is uploaded.
BELOW_A_CAMPAIGN = [row for row in TABLE if row.arguments[1:] and "upload" not in row.arguments]


@pytest.mark.parametrize("row", [row for row in BELOW_A_CAMPAIGN if "campaign" in row.arguments], ids=str)
def test_object_of_another_team_is_not_found_below_ones_own_campaign(
    row: Row, world: World, other_team: Team, client_of: Callable[[Person], Client]
) -> None:
    outsider = world.people["outsider"]
    own = Campaign.objects.create(team=other_team, title="Ours", created_by=outsider)
    WORLDS[row.world](world)
    address = reverse(row.name, args=[own.pk, *(world.argument(name) for name in row.arguments[1:])])
    answer = getattr(client_of(outsider), row.method)(address, row.data or {"reason": "why not"})
    assert answer.status_code == 404


@pytest.fixture
def foreign(world: World, other_team: Team) -> set[str]:
    """Return the numbers of everything that another team has, as a form would name them."""
    people = world.people
    theirs = Campaign.objects.create(
        pk=50_001, team=other_team, title="Foreign", created_by=people["outsider"]
    )
    choice = theirs.choices.create(pk=50_002, text="Foreign")
    provider = Provider.objects.create(team=other_team, name="Foreign")
    package = Package.objects.create(
        pk=50_003, provider=provider, sku="Foreign", gpu_model="A", gpus_per_batch=2, memory_per_gpu_gb=24
    )
    with_approved_plan(theirs, people["outsider"], people["lead"])
    order = place_order(theirs, package, people["outsider"], "Foreign")
    rows = (theirs.variants, theirs.steps, theirs.stop_rules, theirs.factors)
    found = {pk for each in rows for pk in each.values_list("pk", flat=True)}
    found |= {theirs.pk, choice.pk, package.pk, order.pk, other_team.pk}
    return {*map(str, found), f"{order.pk}:0"}


@pytest.mark.parametrize("row", PAGES, ids=str)
def test_a_form_neither_offers_nor_takes_an_object_of_another_team(
    row: Row, world: World, foreign: set[str], client_of: Callable[[Person], Client]
) -> None:
    WORLDS[row.world](world)
    address = reverse(row.name, args=[world.argument(name) for name in row.arguments])
    client = client_of(world.people["administrator"])
    page = client.get(address)
    text = page.content.decode() if "html" in page.headers["Content-Type"] else ""
    assert "Foreign" not in text
    for form in forms_of(text, address):
        for name, offered in form.offers.items():
            for value in sorted(foreign - offered):
                with rolled_back():
                    answer = client.post(form.action, form.data(**{name: value}))
                assert answer.status_code in (409, 422), (form.action, name, value)
