import pytest

from teams.domain.roles import Permission, Role
from teams.models import Membership, Team
from teams.queries.scope import TeamLine, list_teams, members_of, teams_of, teams_where


def test_a_person_sees_their_teams_and_no_others(team, other_team, planner, outsider) -> None:
    assert list(teams_of(planner)) == [team]
    assert list(teams_of(outsider)) == [other_team]


def test_a_team_is_offered_only_where_the_role_allows_the_action(team, other_team, planner) -> None:
    Membership.objects.create(team=other_team, person=planner, role=Role.VIEWER)
    assert list(teams_where(planner, Permission.CATALOGUE)) == [team]


def test_the_list_counts_all_members(team, planner, viewer, outsider) -> None:
    assert list_teams(planner) == (TeamLine(team=team, role=Role.PLANNER, members=2),)


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_teams_takes_one_query(planner, django_assert_num_queries, count) -> None:
    for place in range(count - 1):
        more = Team.objects.create(name=f"Kawi {place}")
        Membership.objects.create(team=more, person=planner, role=Role.VIEWER)
    with django_assert_num_queries(1):
        assert len(list_teams(planner)) == count


def test_members_take_one_query_however_many(team, viewer, planner, lead, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        assert [str(each.person) for each in members_of(team)] == [
            "Laras Lead",
            "Putu Planner",
            "Wulan Viewer",
        ]
