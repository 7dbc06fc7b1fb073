"""What a person may do in a team.

Pages ask to show or hide; actions ask again, so that no button is the only guard.
"""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from teams.domain.roles import Permission, Role, permits
from teams.models import Membership, Person, Team


def role_in(person: Person, team: Team) -> Role | None:
    """The person's role in the team, or None for an outsider."""
    role = Membership.objects.filter(person=person, team=team).values_list("role", flat=True).first()
    return Role(role) if role else None


def may(person: Person, team: Team, permission: Permission) -> bool:
    """Say whether the person may do it in this team."""
    role = role_in(person, team)
    return role is not None and permits(role, permission)


def check_may(person: Person, team: Team, permission: Permission) -> None:
    """Raise ``PermissionDenied`` with words when the person may not do it."""
    if not may(person, team, permission):
        raise PermissionDenied(
            _("Your role in the team does not allow this. Ask a lead or an administrator of the team.")
        )
