"""The one place that limits teams to those of a person."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from teams.domain.roles import Permission, Role, permits
from teams.models import Membership, Person, Team


@dataclass(frozen=True)
class TeamLine:
    """One team of a person, as the list shows it."""

    team: Team
    role: Role
    members: int


def teams_of(person: Person) -> "QuerySet[Team]":
    """The teams that the person belongs to."""
    return Team.objects.filter(memberships__person=person)


def teams_where(person: Person, permission: Permission) -> "QuerySet[Team]":
    """The teams in which the person may do it."""
    roles = [role for role in Role if permits(role, permission)]
    return Team.objects.filter(memberships__person=person, memberships__role__in=roles)


def list_teams(person: Person) -> tuple[TeamLine, ...]:
    """The person's teams by name, with their role and the number of members. One query."""
    rows = (
        Membership.objects.filter(person=person)
        .select_related("team")
        .annotate(members=Count("team__memberships"))
        .order_by("team__name")
    )
    return tuple(TeamLine(team=row.team, role=Role(row.role), members=row.members) for row in rows)


def members_of(team: Team) -> tuple[Membership, ...]:
    """The team's members by username. One query."""
    return tuple(team.memberships.select_related("person").order_by("person__username"))


def member_of(team: Team, number: int) -> Membership | None:
    """One membership of this team, or None."""
    return team.memberships.select_related("person", "team").filter(pk=number).first()
