"""The audit trail: append-only, hash-chained by the database (see ``AuditEvent``)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from teams.models import AuditEvent, Person, Team


def chain_of(team: Team) -> str:
    """Name the chain of what happens to the team itself: members, settings, catalogue."""
    return f"team-{team.pk}"


def record(
    *,
    team: Team,
    chain: str,
    by: Person | None,
    now: datetime,
    action: str,
    object: str,
    old: Mapping[str, Any] | None = None,
    new: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEvent:
    """Add one event to a chain: a campaign's code, or ``chain_of(team)``.

    Call it inside the action's transaction.
    """
    return AuditEvent.objects.create(
        team=team,
        chain=chain,
        actor=by,
        at=now,
        action=action,
        object=object[:200],
        old=dict(old or {}),
        new=dict(new or {}),
        reason=reason,
    )
