from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from teams.services import audit
from tests.people import text_of

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


def record(campaign, by, count: int) -> None:
    for place in range(count):
        audit.record(
            team=campaign.team,
            chain=campaign.code,
            by=by,
            now=NOW + timedelta(minutes=place),
            action="ceiling changed",
            object=campaign.title,
            old={"ceiling": "100.00 USD"},
            new={"ceiling": "110.00 USD"},
            reason="<b>a second batch</b>",
        )


def test_the_page_says_who_when_what_before_after_and_why(campaign, planner, viewer, client_of) -> None:
    record(campaign, planner, 1)
    answer = client_of(viewer).get(reverse("campaigns:activity", args=[campaign.pk]))
    page = text_of(answer)
    assert "1 Dec 2026, 09:30 UTC" in page
    for part in ("Putu Planner", "ceiling changed", "100.00 USD", "110.00 USD"):
        assert part in page
    assert "&lt;b&gt;a second batch&lt;/b&gt;" in answer.content.decode()


def test_events_of_another_campaign_are_not_on_it(campaign, planner, viewer, client_of) -> None:
    audit.record(team=campaign.team, chain="C0", by=planner, now=NOW, action="elsewhere", object="x")
    page = text_of(client_of(viewer).get(reverse("campaigns:activity", args=[campaign.pk])))
    assert "Nothing was recorded yet" in page
    assert "elsewhere" not in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_the_same_queries_however_many_events(
    campaign, planner, client_of, django_assert_num_queries, count
) -> None:
    record(campaign, planner, count)
    client = client_of(planner)
    with django_assert_num_queries(6):
        client.get(reverse("campaigns:activity", args=[campaign.pk]))


def test_a_long_trail_has_pages(campaign, planner, client_of) -> None:
    record(campaign, planner, 51)
    client = client_of(planner)
    address = reverse("campaigns:activity", args=[campaign.pk])
    assert 'id="event-51"' in client.get(address).content.decode()
    second = client.get(address, {"page": "2"}).content.decode()
    assert 'id="event-1"' in second
    assert 'id="event-2"' not in second
