"""Reading the audit trail, and proving that nobody rewrote it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.core.paginator import Page, Paginator
from django.db import connection

from teams.models import AuditEvent
from teams.models.audit import AUDIT_HASH_SQL

BROKEN_LINKS = f"""
WITH event AS (
    SELECT link.*,
        row_number() OVER (ORDER BY number) AS place,
        coalesce(lag(hash) OVER (ORDER BY number), '') AS hash_before
    FROM {AuditEvent._meta.db_table} link WHERE chain = %s
), judged AS (
    SELECT number,
        place <> number AS is_out_of_place,
        previous_hash <> hash_before AS does_not_follow,
        hash <> {AUDIT_HASH_SQL.format(row="event")} AS is_rewritten
    FROM event
)
SELECT * FROM judged WHERE is_out_of_place OR does_not_follow OR is_rewritten ORDER BY number
"""  # nosec B608 - put together from names of our own; the chain is a parameter


@dataclass(frozen=True)
class BrokenLink:
    """One event of a chain that is not as it was written."""

    chain: str
    number: int
    is_out_of_place: bool
    does_not_follow: bool
    is_rewritten: bool

    def __str__(self) -> str:
        reasons = (
            (self.is_rewritten, "its content differs from its hash"),
            (self.does_not_follow, "it does not follow the event before it"),
            (self.is_out_of_place, "an event before it is missing"),
        )
        said = ", ".join(words for holds, words in reasons if holds)
        return f"{self.chain} event {self.number}: {said}"


@dataclass(frozen=True)
class Change:
    """One value before and after, for a page."""

    label: str
    before: object
    after: object


@dataclass(frozen=True)
class Activity:
    """One event of a chain, for a page."""

    number: int
    at: datetime
    actor: str
    action: str
    object: str
    changes: tuple[Change, ...]
    reason: str
    hash: str


def broken_links(chain: str) -> tuple[BrokenLink, ...]:
    """Every event of the chain that was rewritten, or whose neighbour was removed; the first is the cause."""
    with connection.cursor() as cursor:
        cursor.execute(BROKEN_LINKS, [chain])
        return tuple(BrokenLink(chain, *row) for row in cursor.fetchall())


def chains() -> Iterator[str]:
    """Every chain by name."""
    yield from AuditEvent.objects.order_by("chain").values_list("chain", flat=True).distinct()


def head_hash(chain: str) -> str:
    """The hash of the chain's newest event, which seals all before it; empty when nothing happened yet."""
    newest = AuditEvent.objects.filter(chain=chain).order_by("-number").values_list("hash", flat=True)
    return newest.first() or ""


def activity_page(chain: str, number: str | None, size: int = 50) -> "Page[Activity]":
    """One page of the chain's events, newest first. Two queries."""
    events = AuditEvent.objects.filter(chain=chain).select_related("actor").order_by("-number")
    page = Paginator(events, size).get_page(number)
    shown = cast("Page[Activity]", page)
    shown.object_list = [activity_of(event) for event in page.object_list]
    return shown


def activity_of(event: AuditEvent) -> Activity:
    """One event as a page shows it; nobody did what the operator did at the command line."""
    return Activity(
        number=event.number,
        at=event.at,
        actor=str(event.actor) if event.actor else "",
        action=event.action,
        object=event.object,
        changes=_changes(event.old, event.new),
        reason=event.reason,
        hash=event.hash,
    )


def _changes(old: dict[str, object], new: dict[str, object]) -> tuple[Change, ...]:
    """What was before and after; a value that was only confirmed has no before."""
    labels = dict.fromkeys([*old, *new])
    return tuple(
        Change(label, None if old.get(label) == new.get(label) else old.get(label), new.get(label))
        for label in labels
    )
