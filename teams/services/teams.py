"""Founding a team and changing its settings; both stand in the team's audit chain."""

from datetime import datetime, time
from typing import Any, Protocol, TypedDict, Unpack

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from teams.domain.membership import MembershipRefused, check_team_of_one
from teams.domain.roles import Permission, Role
from teams.models import Membership, Person, Team
from teams.services import audit
from teams.services.access import check_may
from teams.services.wording import refusal


class Furnishing(Protocol):
    """What a floor above gives to every new team, named in the setting ``NEW_TEAMS_GET``."""

    def __call__(self, *, team: Team, by: Person, now: datetime) -> object:
        """Give it, inside the transaction that founds the team."""


class Settings(TypedDict, total=False):
    """What a team may change about itself."""

    name: str
    time_zone: str
    works_from: time | None
    works_until: time | None
    working_days: int
    team_of_one: bool


@transaction.atomic
def create_team(*, name: str, by: Person, now: datetime, time_zone: str = "UTC") -> Team:
    """Found a team with its creator as administrator and what the floors above furnish."""
    team = Team(name=name, time_zone=time_zone)
    team.full_clean()
    team.save()
    Membership.objects.create(team=team, person=by, role=Role.ADMINISTRATOR)
    audit.record(
        team=team,
        chain=audit.chain_of(team),
        by=by,
        now=now,
        action="team created",
        object=team.name,
        new={"name": team.name, "time zone": team.time_zone, "administrator": by.username},
    )
    for path in settings.NEW_TEAMS_GET:
        furnish: Furnishing = import_string(path)
        furnish(team=team, by=by, now=now)
    return team


@transaction.atomic
def change_settings(*, team: Team, by: Person, now: datetime, **changes: Unpack[Settings]) -> Team:
    """Change settings; only what differs is written to the trail, and nothing when nothing differs."""
    fresh = Team.objects.select_for_update().get(pk=team.pk)
    check_may(by, fresh, Permission.MEMBERS)
    before, after = _differences(fresh, dict(changes))
    if not after:
        return fresh
    for name, value in changes.items():
        setattr(fresh, name, value)
    _check_declaration(fresh)
    fresh.full_clean()
    fresh.save()
    audit.record(
        team=fresh,
        chain=audit.chain_of(fresh),
        by=by,
        now=now,
        action="team settings changed",
        object=fresh.name,
        old=before,
        new=after,
    )
    return fresh


def _check_declaration(team: Team) -> None:
    roles = [Role(role) for role in team.memberships.values_list("role", flat=True)]
    try:
        check_team_of_one(team.team_of_one, roles)
    except MembershipRefused as error:
        raise refusal(error.message, "team_of_one") from error


def _differences(team: Team, wanted: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    changed = [name for name, value in wanted.items() if getattr(team, name) != value]
    before = {name.replace("_", " "): _plain(getattr(team, name)) for name in changed}
    after = {name.replace("_", " "): _plain(wanted[name]) for name in changed}
    return before, after


def _plain(value: object) -> object:
    return value.isoformat("minutes") if isinstance(value, time) else value
