from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Step, TimeEntry
from teams.models import Person

pytestmark = pytest.mark.django_db


def test_r11_1_time_is_recorded_and_taken_back_on_its_page(
    client_of: Callable[[Person], Client], planner: Person, running_campaign: Campaign, step: Step
) -> None:
    client = client_of(planner)
    address = reverse("campaigns:time", args=[running_campaign.pk])
    data = {"step": step.pk, "minutes": "95", "worked_on": "2026-07-14", "note": "slow download"}
    assert client.post(address, data).status_code == 302
    entry = TimeEntry.objects.get()
    back = reverse("campaigns:take-back-time", args=[running_campaign.pk, entry.pk])
    assert client.post(back, {"reason": ""}).status_code == 422
    assert client.post(back, {"reason": "wrong step"}).status_code == 302
    text = client.get(address).content.decode()
    assert "taken back: does not count" in text
    assert "wrong step" in text


def test_r11_1_form_takes_nothing_from_the_plan(
    client_of: Callable[[Person], Client], planner: Person, running_campaign: Campaign, step: Step
) -> None:
    address = reverse("campaigns:time", args=[running_campaign.pk])
    form = client_of(planner).get(address).context["form"]
    assert form["minutes"].value() is None


@pytest.mark.parametrize("minutes", ["0", "-5", "1.5", "many", ""])
def test_no_time_is_refused_and_what_was_typed_stays(
    client_of: Callable[[Person], Client],
    planner: Person,
    running_campaign: Campaign,
    step: Step,
    minutes: str,
) -> None:
    address = reverse("campaigns:time", args=[running_campaign.pk])
    data = {"step": step.pk, "minutes": minutes, "worked_on": "2026-07-14", "note": "my words"}
    answer = client_of(planner).post(address, data)
    assert answer.status_code == 422
    assert "my words" in answer.content.decode()
