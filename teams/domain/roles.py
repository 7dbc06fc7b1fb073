"""Roles of a team and what each may do (policy of the state is a separate question)."""

from enum import StrEnum


class Role(StrEnum):
    """Each role may do all that the one before it may."""

    VIEWER = "viewer"
    PLANNER = "planner"
    LEAD = "lead"
    ADMINISTRATOR = "administrator"


class Permission(StrEnum):
    """What a page or an action asks for."""

    VIEW = "view"
    PLAN = "plan"
    RECORD = "record"
    APPROVE = "approve"
    CATALOGUE = "catalogue"
    MEMBERS = "members"


PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.VIEWER: frozenset({Permission.VIEW}),
    Role.PLANNER: frozenset({Permission.VIEW, Permission.PLAN, Permission.RECORD, Permission.CATALOGUE}),
    Role.LEAD: frozenset(
        {Permission.VIEW, Permission.PLAN, Permission.RECORD, Permission.CATALOGUE, Permission.APPROVE}
    ),
    Role.ADMINISTRATOR: frozenset(Permission),
}


def permits(role: Role, permission: Permission) -> bool:
    """Say whether a person with this role may do it."""
    return permission in PERMISSIONS[role]
