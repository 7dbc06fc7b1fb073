"""A campaign's home."""

from collections.abc import Callable

from django.test import Client

from campaigns.models import Campaign
from teams.models import Person

ClientOf = Callable[[Person], Client]


def test_the_home_says_what_blocks_closing_and_lists_the_parts(
    client_of: ClientOf, worked_campaign: Campaign, viewer: Person
) -> None:
    page = client_of(viewer).get(f"/C{worked_campaign.pk}/")
    assert page.status_code == 200
    assert "of its parts are open. The next is: Baseline." in page.text
    assert page.text.count("Cannot start yet") >= 3
    assert "no delivery yet" in page.text
    assert "nothing ordered" in page.text


def test_a_part_that_cannot_start_yet_is_no_link(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    text = client_of(planner).get(f"/C{campaign.pk}/").text
    tasks = text[text.index('class="tasks"') :]
    assert f'href="/C{campaign.pk}/goal/"' in tasks
    assert f'href="/C{campaign.pk}/pilot/"' not in tasks
