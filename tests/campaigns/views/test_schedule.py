"""Schedule, steps and packages by plain POST: what was typed stays, and nobody overwrites unseen."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.forms.steps import step_formset
from campaigns.models import Campaign
from campaigns.queries.plan import step_rows
from pricing.models import Package
from teams.models import Person
from tests.people import text_of

ClientOf = Callable[[Person], Client]


def url(campaign: Campaign, page: str = "schedule/") -> str:
    return f"/C{campaign.pk}/{page}"


def steps_post(campaign: Campaign, **changes: str) -> dict[str, str]:
    """The table of steps as a browser sends it, untouched but for the changes."""
    campaign.refresh_from_db()
    formset = step_formset(campaign, step_rows(campaign))
    data = {
        "seen_revision": str(campaign.revision),
        "steps-TOTAL_FORMS": str(formset.total_form_count()),
        "steps-INITIAL_FORMS": str(formset.initial_form_count()),
    }
    for form in formset:
        for field in form:
            value = field.value()
            if value is True:
                data[field.html_name] = "on"
            elif value not in (None, False):
                data[field.html_name] = str(field.field.prepare_value(value))
    return data | changes


def settings_post(campaign: Campaign, **changes: str) -> dict[str, str]:
    campaign.refresh_from_db()
    shown = {"seen_revision": str(campaign.revision), "window_opening": "first step", "people": "1"}
    return shown | changes


def choice_post(campaign: Campaign, package: Package, **changes: str) -> dict[str, str]:
    campaign.refresh_from_db()
    return {
        "seen_revision": str(campaign.revision),
        "package": str(package.pk),
        "side_by_side": "1",
        "one_after_another": "1",
    } | changes


def test_r3_3_the_page_shows_four_different_figures_and_the_verdict(
    client_of: ClientOf, worked_campaign: Campaign, viewer: Person
) -> None:
    text = text_of(client_of(viewer).get(url(worked_campaign)))
    for words in (
        "Elapsed time 48 h",
        "Rented time 45 h",
        "Lane hours 42 h",
        "Person hours 7 h",
        "Fits the 72 h window and leaves 24 h unused.",
        "Proven: no schedule of these steps is shorter.",
    ):
        assert words in text, words
    assert "Save settings" not in text


def test_r3_4_the_window_may_open_with_the_first_machine_step(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    data = settings_post(worked_campaign, window_opening="first machine step")
    answer = client_of(planner).post(url(worked_campaign), data, follow=True)
    assert answer.redirect_chain == [(url(worked_campaign), 302)]
    assert "leaves 27 h unused" in text_of(answer)


def test_wrong_settings_answer_422_and_stay_typed(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    answer = client_of(planner).post(url(worked_campaign), settings_post(worked_campaign, people="0"))
    assert answer.status_code == 422
    assert 'name="people" value="0"' in answer.content.decode()


def test_settings_that_were_overtaken_answer_409_and_can_be_settled(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    mine = settings_post(worked_campaign, people="2")
    assert (
        client_of(lead).post(url(worked_campaign), settings_post(worked_campaign, people="3")).status_code
        == 302
    )
    answer = client_of(planner).post(url(worked_campaign), mine)
    assert answer.status_code == 409
    content = answer.content.decode()
    for text in ('name="people" value="2"', 'name="seen_revision" value="2"', "Somebody else saved"):
        assert text in content, text
    assert client_of(planner).post(url(worked_campaign), mine | {"seen_revision": "2"}).status_code == 302
    worked_campaign.refresh_from_db()
    assert worked_campaign.people == 2


def test_r3_1_steps_are_edited_as_one_table(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    client, page = client_of(planner), url(worked_campaign, "schedule/steps/")
    assert "variant-b" in client.get(page).content.decode()
    changes = {f"steps-{place}-duration": hours for place, hours in ((7, "18"), (8, "20 h"), (9, "20:00"))}
    answer = client.post(page, steps_post(worked_campaign, **changes), follow=True)
    assert answer.redirect_chain == [(url(worked_campaign), 302)]
    assert "Exceeds the 72 h window by 6 h" in text_of(answer)
    data = steps_post(worked_campaign, **{"steps-9-DELETE": "on", "steps-13-after": "control, variant-a"})
    assert "58 h" in text_of(client.post(page, data, follow=True))
    assert worked_campaign.steps.count() == 17


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"steps-0-after": "load"}, "prepare → install → load → prepare"),
        ({"steps-3-after": "lood"}, "lood"),
        ({"steps-7-gpus": "3"}, "3 GPUs"),
        ({"steps-4-duration": "soon"}, "soon"),
        ({"steps-4-key": "load"}, "load"),
    ],
)
def test_r3_1_what_no_schedule_can_satisfy_is_said_at_its_field_and_stays_typed(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, changes: dict[str, str], said: str
) -> None:
    page = url(worked_campaign, "schedule/steps/")
    answer = client_of(planner).post(page, steps_post(worked_campaign, **changes))
    assert answer.status_code == 422
    assert said in text_of(answer).partition("There is a problem")[2]
    [(name, typed)] = changes.items()
    assert f'name="{name}" value="{typed}"' in answer.content.decode()
    worked_campaign.refresh_from_db()
    assert worked_campaign.revision == 1


def test_a_step_that_somebody_added_meanwhile_is_a_conflict_with_both_texts(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    page = url(worked_campaign, "schedule/steps/")
    mine = steps_post(worked_campaign, **{"steps-0-duration": "5 h"})
    added = {
        "steps-18-key": "wipe",
        "steps-18-phase": "wipe",
        "steps-18-resource": "person",
        "steps-18-duration": "1",
        "steps-18-after": "retrieve",
        "steps-18-priority": "essential",
    }
    assert client_of(lead).post(page, steps_post(worked_campaign, **added)).status_code == 302
    answer = client_of(planner).post(page, mine)
    assert answer.status_code == 409
    for words in (
        "Somebody else saved",
        "prepare: Usual duration 3 h 5 h",
        "wipe has this row has no such row",
    ):
        assert words in text_of(answer), words
    assert 'name="seen_revision" value="2"' in answer.content.decode()
    assert worked_campaign.steps.count() == 19
    assert client_of(planner).post(page, mine | {"seen_revision": "2"}).status_code == 302
    assert worked_campaign.steps.count() == 18


def test_a_table_without_a_revision_or_without_rows_saves_nothing(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    page = url(worked_campaign, "schedule/steps/")
    for revision in ("", "x", "٣", "9" * 30):
        answer = client_of(planner).post(page, steps_post(worked_campaign, seen_revision=revision))
        assert answer.status_code == 409
    assert client_of(planner).post(page, {"seen_revision": "1"}).status_code == 422
    assert worked_campaign.steps.count() == 18


def test_r4_3_two_side_by_side_take_35_hours_and_need_a_word(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, catalogue: dict[str, Package]
) -> None:
    client, page = client_of(planner), url(worked_campaign, "packages/")
    two = choice_post(worked_campaign, catalogue["rtx4090-3d"], side_by_side="2")
    answer = client.post(page, two)
    assert (answer.status_code, "need your word" in answer.content.decode()) == (422, True)
    assert client.post(page, two | {"permits_side_by_side": "on"}).status_code == 302
    assert "Elapsed time 35 h" in text_of(client.get(url(worked_campaign)))


def test_r4_1_the_comparison_has_total_prices_and_says_what_is_not_stated(
    client_of: ClientOf, worked_campaign: Campaign, viewer: Person
) -> None:
    text = text_of(client_of(viewer).get(url(worked_campaign, "packages/")))
    for words in (
        "47.14 USD",
        "94.28 USD",
        "110.00 USD",
        "390.00 USD",
        "not stated",
        "does not measure how many",
    ):
        assert words in text, words
    assert "Choose this arrangement" not in text


def test_an_arrangement_that_was_overtaken_answers_409(
    client_of: ClientOf,
    worked_campaign: Campaign,
    planner: Person,
    lead: Person,
    catalogue: dict[str, Package],
) -> None:
    page = url(worked_campaign, "packages/")
    mine = choice_post(worked_campaign, catalogue["rtx4090-30d"])
    theirs = choice_post(worked_campaign, catalogue["rtx4090-7d"])
    assert client_of(lead).post(page, theirs).status_code == 302
    answer = client_of(planner).post(page, mine)
    assert (answer.status_code, "Somebody else saved" in answer.content.decode()) == (409, True)
    worked_campaign.refresh_from_db()
    assert worked_campaign.window_package == catalogue["rtx4090-7d"]


def test_another_teams_package_cannot_be_chosen(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, outsider: Person
) -> None:
    provider: Any = outsider.memberships.get().team.providers.create(name="Elsewhere")
    theirs = Package.objects.create(
        provider=provider, sku="x", gpu_model="X", gpus_per_batch=1, memory_per_gpu_gb=24
    )
    answer = client_of(planner).post(url(worked_campaign, "packages/"), choice_post(worked_campaign, theirs))
    assert answer.status_code == 422
