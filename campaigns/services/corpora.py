"""The corpus that all variants are compared on: stated, counted, hashed, frozen; then a new version (R1.5)."""

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Corpus
from campaigns.queries.goal import corpus_of
from campaigns.services.editing import lock_to_edit
from campaigns.services.identifier_lists import IdentifierList
from campaigns.services.locking import touch
from teams.models import Person
from teams.services import audit


@dataclass(frozen=True)
class StatedCorpus:
    """What a planner says of the corpus; a list of identifiers, when given, says count and hash itself."""

    name: str
    version: str
    items: int | None
    sha256: str
    identifiers: IdentifierList | None


@transaction.atomic
def save_corpus(
    *, campaign: Campaign, corpus: StatedCorpus, by: Person, now: datetime, seen_revision: int
) -> Corpus:
    """Change the corpus, or begin a new version when the newest one is frozen."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    row = corpus_of(campaign)
    if row is None or row.frozen_at is not None:
        row = Corpus(campaign=campaign)
    old = _told(row) if row.pk else {}
    row.name, row.version = corpus.name, corpus.version
    row.item_count, row.sha256 = _count_and_hash(corpus, row)
    if corpus.identifiers is not None:
        row.identifiers = list(corpus.identifiers.identifiers)
    elif row.pk and (row.item_count, row.sha256) != (old["items"], old["sha256"]):
        row.identifiers = []
    row.full_clean()
    row.save()
    _record(campaign, by, now, "corpus saved", row, old)
    return row


@transaction.atomic
def freeze_corpus(*, campaign: Campaign, by: Person, now: datetime, seen_revision: int) -> Corpus:
    """Freeze the newest version: from now on nothing changes it, and only a new version can follow."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    row = corpus_of(campaign)
    if row is None:
        raise ValidationError(_("There is no corpus yet. Name it first."))
    if row.frozen_at is not None:
        raise ValidationError(_("This version is frozen already."))
    if not row.sha256:
        raise ValidationError(
            _("A corpus is frozen with its content hash. Give the hash or the identifiers first.")
        )
    row.frozen_at = now
    row.save(update_fields=["frozen_at"])
    _record(campaign, by, now, "corpus frozen", row, {})
    return row


def _count_and_hash(corpus: StatedCorpus, row: Corpus) -> tuple[int, str]:
    """Take both from the list; what was typed beside it must not say otherwise."""
    found = corpus.identifiers
    if found is None:
        if corpus.items is None:
            raise ValidationError({"items": _("Give the number of items, or the list of identifiers.")})
        return corpus.items, corpus.sha256
    if corpus.items not in (None, found.count, row.item_count if row.pk else None):
        message = _("The list holds %(count)d identifiers. Correct the list, or leave this empty.")
        raise ValidationError({"items": message % {"count": found.count}})
    if corpus.sha256 not in ("", found.sha256, row.sha256):
        message = _("The hash of the list is %(hash)s. Correct the list, or leave this empty.")
        raise ValidationError({"sha256": message % {"hash": found.sha256}})
    return found.count, found.sha256


def _told(row: Corpus) -> dict[str, object]:
    return {"name": row.name, "version": row.version, "items": row.item_count, "sha256": row.sha256}


def _record(
    campaign: Campaign, by: Person, now: datetime, action: str, row: Corpus, old: dict[str, object]
) -> None:
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=str(row),
        old=old,
        new=_told(row),
    )
