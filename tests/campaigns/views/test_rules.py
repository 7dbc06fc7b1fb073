"""The pages of stop rules: fields by kind, sentences in the list."""

from collections.abc import Callable

import pytest
from django.test import Client

from campaigns.models import Campaign
from campaigns.queries.rules import rules_of
from teams.models import Person
from tests.running import advance

ClientOf = Callable[[Person], Client]
ALL = ("metric", "threshold", "after_minutes", "after_steps", "wording")


def url(campaign: Campaign, rest: str = "") -> str:
    return f"/C{campaign.pk}/stop-rules/{rest}"


def test_r5_1_rules_stand_as_sentences_and_every_kind_is_offered(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    text = client_of(planner).get(url(worked_campaign)).text
    assert "Stop when accuracy is below 0.4, from 4 h on. It applies to: every run." in text
    for kind in ("non-finite%20loss", "quality%20below%20threshold", "time%20limit", "other"):
        assert f"?kind={kind}" in text


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("non-finite loss", {"metric"}),
        ("quality below threshold", {"metric", "threshold", "after_minutes", "after_steps"}),
        ("essential input truncated", set()),
        ("no usable recovery", set()),
        ("time limit", {"after_minutes"}),
        ("other", {"wording"}),
    ],
)
def test_r5_1_a_form_has_the_fields_of_its_kind(
    client_of: ClientOf, campaign: Campaign, planner: Person, kind: str, fields: set[str]
) -> None:
    text = client_of(planner).get(url(campaign, "new/"), {"kind": kind}).text
    assert {name for name in ALL if f'name="{name}"' in text} == fields
    assert 'name="applies_to"' in text


def test_an_unknown_kind_has_no_form(client_of: ClientOf, campaign: Campaign, planner: Person) -> None:
    assert client_of(planner).get(url(campaign, "new/"), {"kind": "boredom"}).status_code == 404


def test_a_rule_is_added_changed_and_removed(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    client = client_of(planner)
    data = {"revision": "1", "after_minutes": "90 min", "applies_to": "V1", "consequence": "we look"}
    answer = client.post(url(campaign, "new/?kind=time+limit"), data)
    assert (answer.status_code, answer["Location"]) == (302, url(campaign))
    rule = rules_of(campaign)[0]
    assert str(rule.sentence) == "Stop after 1 h 30 min. It applies to: V1. Then: we look."
    change = {**data, "revision": "2", "after_minutes": "1,5"}
    assert client.post(url(campaign, f"{rule.number}/"), {**change, "applies_to": "V2"}).status_code == 302
    page = client.post(url(campaign, f"{rule.number}/remove/"), {"revision": "3"}, follow=True)
    assert ("The stop rule is removed." in page.text, rules_of(campaign)) == (True, ())


def test_r5_1_what_is_missing_stands_at_its_field_and_what_was_typed_stays(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    data = {
        "revision": "1",
        "metric": "BLEU-4",
        "threshold": "",
        "applies_to": "every run",
        "consequence": "stop",
    }
    answer = client_of(planner).post(url(campaign, "new/?kind=quality+below+threshold"), data)
    assert answer.status_code == 422
    for words in (
        "Give the threshold below which the run is stopped.",
        "Say from which time or training step on it counts.",
        'value="BLEU-4"',
    ):
        assert words in answer.text, words


def test_two_who_change_a_rule_see_both_texts(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    rule = rules_of(worked_campaign)[1].number
    data = {
        "revision": "1",
        "metric": "accuracy",
        "after_minutes": "4",
        "applies_to": "a",
        "consequence": "b",
    }
    theirs = {**data, "threshold": "0.5"}
    assert client_of(lead).post(url(worked_campaign, f"{rule}/"), theirs).status_code == 302
    answer = client_of(planner).post(url(worked_campaign, f"{rule}/"), {**data, "threshold": "0.6"})
    assert answer.status_code == 409
    table = answer.text[answer.text.index("Somebody else saved") : answer.text.index("<form class")]
    assert ("0.5" in table, "0.6" in table) == (True, True)
    page = client_of(planner).post(url(worked_campaign, f"{rule}/remove/"), {"revision": "1"}, follow=True)
    assert "Somebody else changed the campaign meanwhile." in page.text


def test_r5_2_an_approved_plan_keeps_its_rules(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    assert "Add a rule" not in client_of(viewer).get(url(worked_campaign)).text
    advance(worked_campaign, "approved")
    text = client_of(planner).get(url(worked_campaign)).text
    assert ("Add a rule" in text, "/remove/" in text) == (False, False)
