"""Who may leave, and when a team may say that it is one person (R6.3).

Worked: of two administrators one may leave; the last may not, nor become a lead. A team with one lead and one
viewer may declare itself a team of one; with two leads it may not, since the other can approve.
"""

from collections.abc import Iterable

from teams.domain.message import Message, gettext_noop
from teams.domain.roles import Permission, Role, permits


class MembershipRefused(ValueError):
    """A change of members or of the team's declaration that would break a rule."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def approvers(roles: Iterable[Role]) -> int:
    """Count the members who may approve."""
    return sum(permits(role, Permission.APPROVE) for role in roles)


def check_keeps_administrator(remaining: Iterable[Role]) -> None:
    """Refuse a change after which nobody could add or remove members any more."""
    if Role.ADMINISTRATOR not in set(remaining):
        raise MembershipRefused(
            Message(
                gettext_noop(
                    "This is the team's last administrator: nobody could add or remove members afterwards. "
                    "Make somebody else an administrator first."
                )
            )
        )


def check_team_of_one(declared: bool, roles: Iterable[Role]) -> None:
    """Refuse the declaration, or a second approver, while the two would stand together (R6.3)."""
    if declared and approvers(roles) > 1:
        raise MembershipRefused(
            Message(
                gettext_noop(
                    "In a team of one nobody else can approve, but here several members may: leads and "
                    "administrators. Withdraw the declaration, or give the others another role."
                )
            )
        )
