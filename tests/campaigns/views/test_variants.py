"""The pages about variants: shown in words, changed in turn, nothing typed is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, Run
from campaigns.queries.variants import stated_factors
from teams.models import Person
from tests.running import add_variant, advance

ClientOf = Callable[[Person], Client]


def url(campaign: Campaign, rest: str = "") -> str:
    return f"/C{campaign.pk}/variants/{rest}"


def variant_post(campaign: Campaign, **changes: Any) -> dict[str, Any]:
    """What the page about a new variant posts."""
    campaign.refresh_from_db()
    adapter, rank, rate = (factor.number for factor in stated_factors(campaign))
    return {
        "revision": str(campaign.revision),
        "name": "adapter C",
        "role": "variant",
        "priority": "useful",
        f"factor_{adapter}": "C",
        f"factor_{rank}": "none",
        f"factor_{rate}": "0.0001",
        "meets_probability": "0,1",
        "if_meets": "",
        "if_not": "",
        "if_inconclusive": "",
        **changes,
    }


def test_the_page_says_differences_decisions_and_ranking_in_words(
    client_of: ClientOf, worked_campaign: Campaign, viewer: Person
) -> None:
    text = client_of(viewer).get(url(worked_campaign)).text
    for words in (
        "Isolates one cause: adapter.",
        "the reference",
        "keep the control",
        "0.1000",
        "0.0811",
        "0.8113",
    ):
        assert words in text, words
    assert "log₂" in text
    assert "Add a variant" not in text


def test_r2_1_warnings_stand_in_words(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    add_variant(
        worked_campaign, "V3", "both", "variant", adapter="A", rank="8", **{"learning rate": "0.0001"}
    )
    add_variant(
        worked_campaign, "V4", "none", "variant", adapter="none", rank="none", **{"learning rate": "1e-4"}
    )
    add_variant(
        worked_campaign, "V5", "near", "variant", adapter="none", rank="none", **{"learning rate": "0.00012"}
    )
    text = client_of(planner).get(url(worked_campaign)).text
    assert "Confounded: adapter, rank differ at once" in text
    assert "Identical to the control: change a factor, or remove the variant." in text
    assert "Nearly identical to the control: only learning rate differs" in text


def test_r2_2_a_full_grid_is_warned_of(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    worked_campaign.variants.filter(identifier="V2").update(
        values={"adapter": "A", "rank": "8", "learning rate": "0.0001"}, configuration_hash=""
    )
    add_variant(
        worked_campaign, "V3", "rank", "variant", adapter="none", rank="8", **{"learning rate": "0.0001"}
    )
    text = client_of(planner).get(url(worked_campaign)).text
    assert "adapter, rank form a full grid of 4 configurations, 29 lane hours." in text
    assert "a time needs 3 of them, 19 lane hours, but misses how the factors act together." in text


def test_a_variant_is_added_with_an_identifier_of_the_product(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    answer = client_of(planner).post(url(worked_campaign, "new/"), variant_post(worked_campaign))
    assert (answer.status_code, answer["Location"]) == (302, url(worked_campaign))
    row = worked_campaign.variants.get(identifier="V3")
    assert (row.name, row.values["adapter"], str(row.meets_probability)) == ("adapter C", "C", "0.1000")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"role": "control"}, "V0 control is the control."),
        ({"meets_probability": "1.5"}, "A probability lies between 0 and 1."),
        ({"meets_probability": "often"}, "“often” is not a number."),
        ({"if_meets": "999999"}, "Select a valid choice."),
    ],
)
def test_a_wrong_variant_is_shown_again_with_what_was_typed(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, change: dict[str, str], message: str
) -> None:
    data = variant_post(worked_campaign, **{"priority": "exploratory", **change})
    answer = client_of(planner).post(url(worked_campaign, "new/"), data)
    assert (answer.status_code, message in answer.text) == (422, True)
    assert 'value="exploratory" selected' in answer.text
    assert worked_campaign.variants.count() == 3


def test_two_who_change_a_variant_see_both_texts(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    mine = variant_post(worked_campaign, name="mine")
    theirs = variant_post(worked_campaign, name="theirs", priority="exploratory")
    assert client_of(lead).post(url(worked_campaign, "V1/"), theirs).status_code == 302
    answer = client_of(planner).post(url(worked_campaign, "V1/"), mine)
    assert answer.status_code == 409
    table = answer.text[answer.text.index("Somebody else saved") : answer.text.index("<form class")]
    for words in ("theirs", "mine", "exploratory", "useful"):
        assert words in table, words
    again = client_of(planner).post(url(worked_campaign, "V1/"), {**mine, "revision": "2"})
    assert (again.status_code, worked_campaign.variants.get(identifier="V1").name) == (302, "mine")


def test_r2_5_the_page_of_a_variant_with_runs_says_what_a_change_does(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    row = worked_campaign.variants.get(identifier="V1")
    Run.objects.create(
        campaign=worked_campaign,
        identifier="C1-V1-R01",
        number=1,
        variant=row,
        corpus=worked_campaign.corpora.get(),
        purpose="timing",
        recorded_by=planner,
        recorded_at="2026-12-01T08:00Z",
    )
    client = client_of(planner)
    assert "a new identifier replaces this one" in client.get(url(worked_campaign, "V1/")).text
    page = client.post(url(worked_campaign, "V1/"), variant_post(worked_campaign), follow=True)
    assert "replaces V1" in page.text
    assert "Its configuration changed after a run: V3 replaces it." in page.text


def test_r2_4_moving_needs_a_reason_and_the_suggestion_is_one_click_away(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    client = client_of(planner)
    data = {"revision": "1", "direction": "up", "reason": ""}
    answer = client.post(url(worked_campaign, "V2/move/"), data)
    assert (answer.status_code, "This is not the suggested order. Say why." in answer.text) == (422, True)
    page = client.post(url(worked_campaign, "V2/move/"), {**data, "reason": "B is ready"}, follow=True)
    assert "B is ready" in page.text
    assert "Use the suggested order" in page.text
    page = client.post(url(worked_campaign, "as-suggested/"), {"revision": "2"}, follow=True)
    assert ("B is ready" in page.text, "Use the suggested order" in page.text) == (False, False)


def test_r6_4_a_dropped_variant_stays_listed_and_can_be_taken_back(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    client = client_of(planner)
    assert client.post(url(worked_campaign, "V2/drop/"), {"revision": "1", "reason": ""}).status_code == 422
    page = client.post(url(worked_campaign, "V2/drop/"), {"revision": "1", "reason": "no time"}, follow=True)
    dropped = page.text[page.text.index("Dropped and replaced") :]
    assert ("no time" in dropped, "Putu Planner" in dropped) == (True, True)
    page = client.post(url(worked_campaign, "V2/restore/"), {"revision": "2"}, follow=True)
    assert "Dropped and replaced" not in page.text
    page = client.post(url(worked_campaign, "V2/restore/"), {"revision": "3"}, follow=True)
    assert "cannot be taken back" in page.text


def test_factors_are_saved_as_a_list(client_of: ClientOf, worked_campaign: Campaign, planner: Person) -> None:
    numbers = [factor.number for factor in stated_factors(worked_campaign)]
    data = {"revision": "1", "factors-TOTAL_FORMS": "5", "factors-INITIAL_FORMS": "3"}
    for place, (number, name) in enumerate(zip(numbers, ("adapter", "LoRA rank", "lr"), strict=True)):
        data |= {f"factors-{place}-number": str(number), f"factors-{place}-name": name}
    twice = {**data, "factors-3-name": "adapter"}
    answer = client_of(planner).post(url(worked_campaign, "factors/"), twice)
    assert (answer.status_code, "This stands in the list twice." in answer.text) == (422, True)
    assert client_of(planner).post(url(worked_campaign, "factors/"), data).status_code == 302
    assert [factor.name for factor in stated_factors(worked_campaign)] == ["adapter", "LoRA rank", "lr"]
    answer = client_of(planner).post(url(worked_campaign, "factors/"), {**data, "factors-3-name": "seed"})
    assert (answer.status_code, "Somebody else saved" in answer.text) == (409, True)


def test_an_approved_plan_offers_no_change(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    data = variant_post(worked_campaign)
    advance(worked_campaign, "approved")
    text = client_of(planner).get(url(worked_campaign)).text
    assert ("Add a variant" in text, "/drop/" in text) == (False, False)
    answer = client_of(planner).post(url(worked_campaign, "new/"), data)
    assert (answer.status_code, "A change is a new plan version" in answer.text) == (422, True)
