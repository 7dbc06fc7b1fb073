import pytest

from teams.domain.membership import (
    MembershipRefused,
    approvers,
    check_keeps_administrator,
    check_team_of_one,
)
from teams.domain.roles import Role


def test_a_lead_and_an_administrator_may_approve_the_others_not() -> None:
    assert approvers([Role.VIEWER, Role.PLANNER, Role.LEAD, Role.ADMINISTRATOR]) == 2


def test_a_team_keeps_an_administrator() -> None:
    check_keeps_administrator([Role.VIEWER, Role.ADMINISTRATOR])
    with pytest.raises(MembershipRefused, match="last administrator"):
        check_keeps_administrator([Role.LEAD, Role.PLANNER])


def test_r6_3_one_approver_with_others_who_cannot_approve_may_be_a_team_of_one() -> None:
    check_team_of_one(True, [Role.ADMINISTRATOR, Role.VIEWER, Role.PLANNER])


def test_r6_3_two_who_may_approve_are_no_team_of_one() -> None:
    with pytest.raises(MembershipRefused, match="several members may"):
        check_team_of_one(True, [Role.ADMINISTRATOR, Role.LEAD])


def test_r6_3_without_the_declaration_any_number_may_approve() -> None:
    check_team_of_one(False, [Role.ADMINISTRATOR, Role.LEAD, Role.LEAD])
