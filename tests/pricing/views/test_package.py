from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from pricing.models import Price
from tests.people import text_of

STATED = {
    "currency": "usd",
    "source": "offer by letter",
    "captured_on": "2026-11-30",
    "valid_until": "2026-12-20",
}


@pytest.fixture(autouse=True)
def mid_december(time_machine, now) -> None:
    """Let these tests happen on 15 December 2026."""
    time_machine.move_to(now)


@pytest.mark.parametrize(("language", "shown"), [("en", "45.50 USD"), ("id", "45,50 USD")])
@pytest.mark.parametrize("typed", ["45,50", "45.50"])
def test_r4_7_an_amount_is_read_with_either_mark_and_shown_back(
    package, planner, client_of, typed, language, shown
) -> None:
    address = reverse("pricing:package", args=[package.pk])
    headers = {"Accept-Language": language}
    answer = client_of(planner).post(address, {"amount": typed, **STATED}, follow=True, headers=headers)
    price = Price.objects.get()
    assert (price.amount, price.currency, price.recorded_by) == (Decimal("45.50"), "USD", planner)
    assert (price.captured_on, price.valid_until) == (date(2026, 11, 30), date(2026, 12, 20))
    assert shown in text_of(answer)


def test_r4_7_an_ambiguous_amount_is_refused_and_no_price_recorded(package, planner, client_of) -> None:
    address = reverse("pricing:package", args=[package.pk])
    answer = client_of(planner).post(address, {"amount": "1.500", **STATED})
    assert answer.status_code == 422
    assert "can be read as 1.5 or as 1500" in text_of(answer)
    assert not Price.objects.exists()


def test_r4_6_no_amount_records_that_the_price_is_not_stated(package, planner, client_of) -> None:
    address = reverse("pricing:package", args=[package.pk])
    answer = client_of(planner).post(address, {"amount": "", **STATED}, follow=True)
    assert "Recorded: this source does not state a price." in text_of(answer)
    assert Price.objects.get().amount is None


def test_r4_6_the_history_says_what_each_price_is_today(package, viewer, make_price, client_of) -> None:
    make_price(package, "50.00", 1)
    make_price(package, "47.14", 5)
    make_price(package, "45.00", 10, 14)
    page = text_of(client_of(viewer).get(reverse("pricing:package", args=[package.pk])))
    assert "10 Dec 2026 45.00 USD no longer valid 14 Dec 2026" in page
    assert "5 Dec 2026 47.14 USD in force no end stated" in page
    assert "1 Dec 2026 50.00 USD superseded no end stated" in page


def test_a_person_gives_their_word_on_the_memory(package, planner, client_of) -> None:
    client = client_of(planner)
    page = reverse("pricing:package", args=[package.pk])
    assert "not confirmed yet" in text_of(client.get(page))
    answer = client.post(
        reverse("pricing:confirm-memory", args=[package.pk]), {"memory_per_gpu_gb": "24"}, follow=True
    )
    assert "confirmed by Putu Planner, 15 Dec 2026" in text_of(answer)


def test_a_viewer_is_offered_nothing_to_change(package, viewer, client_of) -> None:
    page = text_of(client_of(viewer).get(reverse("pricing:package", args=[package.pk])))
    assert "Recorded prices" in page
    for offer in ("Record a price", "Confirm the memory", "Retire"):
        assert offer not in page


def test_a_retired_package_says_what_that_means_and_can_come_back(package, planner, client_of) -> None:
    client = client_of(planner)
    retire = reverse("pricing:retire-package", args=[package.pk])
    answer = client.post(retire, {"reason": "no longer sold"}, follow=True)
    assert "Retired on 15 Dec 2026: it is no longer compared." in text_of(answer)
    assert client.post(retire, {"reason": "again"}).status_code == 422
    answer = client.post(reverse("pricing:offer-again", args=[package.pk]), follow=True)
    assert "It is compared again." in text_of(answer)


def test_retiring_asks_for_a_reason(package, planner, client_of) -> None:
    answer = client_of(planner).post(reverse("pricing:retire-package", args=[package.pk]), {"reason": " "})
    assert answer.status_code == 422


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_the_same_queries_however_many_prices(
    package, planner, make_price, client_of, django_assert_num_queries, count
) -> None:
    for place in range(count):
        make_price(package, "47.14", place + 1)
    client = client_of(planner)
    with django_assert_num_queries(5):
        client.get(reverse("pricing:package", args=[package.pk]))
