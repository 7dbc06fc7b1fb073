"""R11.5: after closing nothing changes but by correction records, and no page offers anything else."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from teams.models import Person
from tests.people import text_of
from tests.running import advance

OFFERS = {
    "campaigns:runs": "Record a run",
    "campaigns:budget": "Record an order",
    "campaigns:time": "Record time",
}


@pytest.mark.parametrize(("page", "offer"), OFFERS.items())
def test_r11_5_a_closed_campaign_offers_no_new_record(
    page: str, offer: str, campaign: Campaign, planner: Person, client_of: Callable[[Person], Client]
) -> None:
    browser, address = client_of(planner), reverse(page, args=[campaign.pk])
    advance(campaign, "running")
    assert offer in text_of(browser.get(address))
    advance(campaign, "closed")
    assert offer not in text_of(browser.get(address))
