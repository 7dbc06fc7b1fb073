import re

import pytest
from django.urls import reverse

from pricing.models import Package
from teams.domain.roles import Role
from teams.models import Membership
from tests.people import text_of

PRICE_PER_TIME = re.compile(r"(/|per|an)\s*(h|hour|hr|jam)\b", re.IGNORECASE)
NEW = {
    "provider": "IteraGPU",
    "sku": "h200-7d",
    "gpu_model": "H200",
    "gpus_per_batch": "2",
    "memory_per_gpu_gb": "141",
    "duration": "7",
    "duration_unit": "days",
}


def test_r4_1_the_page_says_that_a_price_covers_the_whole_duration(planner, client_of) -> None:
    page = text_of(client_of(planner).get(reverse("pricing:catalogue")))
    assert "A price covers the whole duration of a package." in page
    assert "It does not measure how many models get trained in it." in page


def test_r4_6_what_the_source_does_not_state_is_said_in_words(team, planner, make_package, client_of) -> None:
    make_package(team, "b200", gpus_per_batch=2, duration_minutes=None)
    page = text_of(client_of(planner).get(reverse("pricing:catalogue")))
    assert "duration not stated price not stated" in page


def test_r4_1_no_price_per_hour_is_shown(team, planner, package, make_price, client_of) -> None:
    make_price(package, "47.14", 1)
    client = client_of(planner)
    for address in (reverse("pricing:catalogue"), reverse("pricing:package", args=[package.pk])):
        page = text_of(client.get(address))
        assert "47.14 USD" in page
        assert not PRICE_PER_TIME.search(page)
        assert "0.65" not in page


def test_r4_6_a_price_that_is_no_longer_valid_is_shown_as_such(
    planner, package, make_price, client_of, time_machine, now
) -> None:
    time_machine.move_to(now)
    make_price(package, "47.14", 1, 14)
    page = text_of(client_of(planner).get(reverse("pricing:catalogue")))
    assert "no price in force 47.14 USD : no longer valid since 14 Dec 2026" in page


def test_a_planner_adds_a_package_and_is_asked_for_its_price(team, planner, client_of) -> None:
    answer = client_of(planner).post(reverse("pricing:new-package"), {"team": team.pk, **NEW}, follow=True)
    package = Package.objects.get(sku="h200-7d")
    assert answer.redirect_chain == [(reverse("pricing:package", args=[package.pk]), 302)]
    assert "h200-7d is in the catalogue. Record its price now." in text_of(answer)
    assert package.duration_minutes == 10080


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"duration": "0"}, "duration", "more than zero"),
        ({"duration": "0.0001"}, "duration", "a whole number of minutes"),
        ({"duration": "4000"}, "duration", "longer than ten years"),
        ({"memory_per_gpu_gb": "1.500"}, "memory_per_gpu_gb", "can be read as 1.5 or as 1500"),
        ({"sku": "h200 7d"}, "sku", "slug"),
        ({"gpus_per_batch": "0"}, "gpus_per_batch", "greater than or equal to 1"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field_and_kept(
    team, planner, client_of, values, field, sentence
) -> None:
    answer = client_of(planner).post(reverse("pricing:new-package"), {"team": team.pk, **NEW, **values})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'href="#id_{field}"' in page
    assert sentence in page
    assert f'value="{values[field]}"' in page


def test_a_package_is_not_added_to_a_team_where_one_may_only_look(
    team, other_team, planner, client_of
) -> None:
    Membership.objects.create(team=other_team, person=planner, role=Role.VIEWER)
    answer = client_of(planner).post(reverse("pricing:new-package"), {"team": other_team.pk, **NEW})
    assert answer.status_code == 422
    assert not Package.objects.exists()
