"""The goal page keeps what was typed, and nobody overwrites unseen."""

from collections.abc import Callable
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaigns.models import Campaign, Corpus
from teams.models import Person
from tests.goal_posts import goal_post
from tests.running import advance

ClientOf = Callable[[Person], Client]
FACTS = Path(__file__).resolve().parents[2] / "facts"
WORKED = "95ac867933db550e2126e580c9a45841f26033bd857c8928de47184affb596f4"


def url(campaign: Campaign, rest: str = "") -> str:
    return f"/C{campaign.pk}/goal/{rest}"


def test_the_goal_is_saved_and_the_page_comes_back(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    client = client_of(planner)
    data = goal_post(worked_campaign, **{"question": "A, B or neither?", "checks-0-threshold": "0,7"})
    answer = client.post(url(worked_campaign), data, follow=True)
    assert (answer.redirect_chain, "The goal is saved." in answer.text) == (
        [(url(worked_campaign), 302)],
        True,
    )
    assert 'value="0.7"' in answer.text
    worked_campaign.refresh_from_db()
    assert worked_campaign.question == "A, B or neither?"


def test_saving_may_lead_to_the_corpus(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    data = goal_post(worked_campaign, onward="corpus")
    assert client_of(planner).post(url(worked_campaign), data)["Location"] == url(worked_campaign, "corpus/")


def test_a_wrong_goal_answers_422_and_keeps_everything(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    changes = {"question": "Typed question", "checks-0-threshold": "much", "outcomes-3-condition": "a tie"}
    answer = client_of(planner).post(url(worked_campaign), goal_post(worked_campaign, **changes))
    assert answer.status_code == 422
    for text in (
        "Typed question",
        'value="much"',
        "a tie",
        "“much” is not a number.",
        'name="revision" value="1"',
    ):
        assert text in answer.text, text
    assert answer.text.count("There is a problem") == 1
    worked_campaign.refresh_from_db()
    assert worked_campaign.question == "Do we adopt adapter A, adapter B, or keep the control?"


def test_a_conflict_answers_409_with_both_texts_and_can_be_settled(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    mine = goal_post(worked_campaign, **{"question": "Mine?", "choices-3-text": "ask again"})
    theirs = goal_post(worked_campaign, question="Theirs?")
    assert client_of(lead).post(url(worked_campaign), theirs).status_code == 302
    answer = client_of(planner).post(url(worked_campaign), mine)
    assert answer.status_code == 409
    for text in ("Theirs?", "Mine?", "ask again", 'name="revision" value="2"', "Somebody else saved"):
        assert text in answer.text, text
    again = client_of(planner).post(url(worked_campaign), {**mine, "revision": "2"})
    assert again.status_code == 302
    worked_campaign.refresh_from_db()
    assert (worked_campaign.question, worked_campaign.choices.count()) == ("Mine?", 4)


def test_a_post_without_a_revision_overwrites_nothing(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person
) -> None:
    for revision in ("", "x", "٣", "99999999999999"):
        data = goal_post(worked_campaign, question="Mine?", revision=revision)
        assert client_of(planner).post(url(worked_campaign), data).status_code == 409
    worked_campaign.refresh_from_db()
    assert worked_campaign.revision == 1


def test_who_cannot_change_the_goal_reads_it(
    client_of: ClientOf, worked_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    page = client_of(viewer).get(url(worked_campaign))
    assert ("<textarea" in page.text, "when no variant meets the threshold" in page.text) == (False, True)
    data = goal_post(worked_campaign, question="Late?")
    advance(worked_campaign, "submitted")
    assert "<textarea" not in client_of(planner).get(url(worked_campaign)).text
    answer = client_of(planner).post(url(worked_campaign), data)
    assert (answer.status_code, "Late?" in answer.text) == (422, True)
    assert "This plan waits for approval." in answer.text


def test_r1_3_an_empty_goal_lists_what_is_missing_with_links(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    text = client_of(planner).get(url(campaign)).text
    assert "8 things are missing" in text
    assert f'href="{url(campaign)}#outcomes"' in text
    assert f'href="/C{campaign.pk}/variants/#variants"' in text


def test_r1_5_an_uploaded_list_is_counted_hashed_and_frozen(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    client = client_of(planner)
    content = (FACTS / "worked-corpus-ids.txt").read_bytes()
    data = {
        "revision": "1",
        "name": "held-out",
        "version": "1",
        "file": SimpleUploadedFile("ids.txt", content),
    }
    answer = client.post(url(campaign, "corpus/"), data)
    assert answer.status_code == 302
    row = Corpus.objects.get()
    assert (row.item_count, row.sha256, row.frozen_at) == (200, WORKED, None)
    page = client.post(url(campaign, "corpus/freeze/"), {"revision": "2"}, follow=True)
    row.refresh_from_db()
    assert ("held-out 1 is frozen." in page.text, row.frozen_at is not None) == (True, True)
    assert 'value="2"' in client.get(url(campaign, "corpus/")).text


def test_a_wrong_corpus_keeps_what_was_typed(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    data = {"revision": "1", "name": "held-out", "version": "1", "pasted": "a\r\nb\r\na", "items": "7"}
    answer = client_of(planner).post(url(campaign, "corpus/"), data)
    assert answer.status_code == 422
    assert "“a” stands in the list 2 times." in answer.text
    assert 'value="7"' in answer.text
    data = {**data, "pasted": "a\r\nb", "file": SimpleUploadedFile("ids.txt", b"a\nb\n"), "items": ""}
    answer = client_of(planner).post(url(campaign, "corpus/"), data)
    assert "The list was given as a file too. Give it once." in answer.text
    assert Corpus.objects.count() == 0


def test_a_corpus_that_two_change_shows_both(
    client_of: ClientOf, campaign: Campaign, planner: Person, lead: Person
) -> None:
    theirs = {"revision": "1", "name": "theirs", "version": "1", "items": "5", "sha256": ""}
    assert client_of(lead).post(url(campaign, "corpus/"), theirs).status_code == 302
    answer = client_of(planner).post(url(campaign, "corpus/"), {**theirs, "name": "mine", "items": "6"})
    assert answer.status_code == 409
    for text in ("theirs", "mine", "Somebody else saved"):
        assert text in answer.text


def test_freezing_what_cannot_be_frozen_says_why(
    client_of: ClientOf, campaign: Campaign, planner: Person
) -> None:
    page = client_of(planner).post(url(campaign, "corpus/freeze/"), {"revision": "1"}, follow=True)
    assert "There is no corpus yet. Name it first." in page.text
