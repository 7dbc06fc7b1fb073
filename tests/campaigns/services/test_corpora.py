"""A corpus is counted and hashed, frozen once, and followed by a new version (R1.5)."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Corpus
from campaigns.services.corpora import StatedCorpus, freeze_corpus, save_corpus
from campaigns.services.identifier_lists import parse_identifiers, parse_pasted
from campaigns.services.locking import Moved
from teams.models import AuditEvent, Person

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
FACTS = Path(__file__).resolve().parents[2] / "facts"
WORKED = "95ac867933db550e2126e580c9a45841f26033bd857c8928de47184affb596f4"


def save(campaign: Campaign, by: Person, seen: int | None = None, **fields: object) -> Corpus:
    campaign.refresh_from_db()
    stated = {"name": "questions", "version": "1", "items": 2, "sha256": "", "identifiers": None, **fields}
    return save_corpus(
        campaign=campaign,
        corpus=StatedCorpus(**stated),  # type: ignore[arg-type]
        by=by,
        now=NOW,
        seen_revision=campaign.revision if seen is None else seen,
    )


def freeze(campaign: Campaign, by: Person) -> Corpus:
    campaign.refresh_from_db()
    return freeze_corpus(campaign=campaign, by=by, now=NOW, seen_revision=campaign.revision)


def test_a_pasted_list_has_the_count_and_hash_of_the_file(campaign: Campaign, planner: Person) -> None:
    text = (FACTS / "worked-corpus-ids.txt").read_text(encoding="utf-8")
    pasted = parse_pasted(text.replace("\n", "\r\n").strip())
    row = save(campaign, planner, items=None, identifiers=pasted)
    assert (row.item_count, row.sha256, len(row.identifiers)) == (200, WORKED, 200)
    assert parse_identifiers(text.encode()) == pasted


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no identifier"),
        (b"a\nb\na\na\n", "“a” stands in the list 3 times."),
        (b"\xff", "not text in UTF-8"),
        (b"a\n" + b"b" * 301, "Line 2 has more than 300 characters."),
        (b"a\x00b\n", "cannot be stored"),
    ],
)
def test_a_list_that_identifies_nothing_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        parse_identifiers(content)


@pytest.mark.parametrize(("field", "value"), [("items", 3), ("sha256", "b" * 64)])
def test_what_is_typed_beside_a_list_must_agree(
    campaign: Campaign, planner: Person, field: str, value: object
) -> None:
    with pytest.raises(ValidationError) as caught:
        save(campaign, planner, **{"items": None, "identifiers": parse_pasted("a\nb"), field: value})
    assert list(caught.value.message_dict) == [field]
    assert Corpus.objects.count() == 0


def test_without_a_list_the_items_are_typed(campaign: Campaign, planner: Person) -> None:
    with pytest.raises(ValidationError) as caught:
        save(campaign, planner, items=None)
    assert list(caught.value.message_dict) == ["items"]


def test_figures_that_no_longer_fit_a_list_let_it_go(campaign: Campaign, planner: Person) -> None:
    listed = save(campaign, planner, items=None, identifiers=parse_pasted("a\nb"))
    kept = save(campaign, planner, items=2, sha256=listed.sha256, name="renamed")
    assert (kept.pk, kept.identifiers, kept.name) == (listed.pk, ["a", "b"], "renamed")
    assert save(campaign, planner, items=3, sha256="c" * 64).identifiers == []


def test_r1_5_a_frozen_corpus_is_followed_by_a_new_version(campaign: Campaign, planner: Person) -> None:
    first = save(campaign, planner, sha256="a" * 64)
    assert freeze(campaign, planner).frozen_at == NOW
    second = save(campaign, planner, version="2", sha256="b" * 64)
    first.refresh_from_db()
    assert (first.version, first.sha256, second.version, second.frozen_at) == ("1", "a" * 64, "2", None)
    assert [event.action for event in AuditEvent.objects.filter(chain=campaign.code).order_by("number")] == [
        "corpus saved",
        "corpus frozen",
        "corpus saved",
    ]


def test_r1_5_a_corpus_is_frozen_once_and_with_its_hash(campaign: Campaign, planner: Person) -> None:
    with pytest.raises(ValidationError, match="no corpus yet"):
        freeze(campaign, planner)
    save(campaign, planner)
    with pytest.raises(ValidationError, match="frozen with its content hash"):
        freeze(campaign, planner)
    save(campaign, planner, sha256="a" * 64)
    freeze(campaign, planner)
    with pytest.raises(ValidationError, match="frozen already"):
        freeze(campaign, planner)


def test_the_same_version_is_not_named_twice(campaign: Campaign, planner: Person) -> None:
    save(campaign, planner, sha256="a" * 64)
    freeze(campaign, planner)
    events = AuditEvent.objects.count()
    with pytest.raises(ValidationError, match="already exists"):
        save(campaign, planner, sha256="b" * 64)
    assert (Corpus.objects.count(), AuditEvent.objects.count()) == (1, events)


def test_a_corpus_is_changed_in_turn_while_the_plan_can_be_changed(
    campaign: Campaign, planner: Person, viewer: Person
) -> None:
    save(campaign, planner)
    with pytest.raises(Moved):
        save(campaign, planner, seen=1)
    with pytest.raises(PermissionDenied):
        save(campaign, viewer)
    campaign.state = CampaignState.SUBMITTED
    campaign.save(update_fields=["state"])
    with pytest.raises(NotAllowed):
        save(campaign, planner)
    with pytest.raises(NotAllowed):
        freeze(campaign, planner)
