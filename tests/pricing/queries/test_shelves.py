import pytest

from pricing.domain.prices import PriceStanding
from pricing.queries.shelves import package_of, packages_of, provider_names, shelves_of
from teams.domain.roles import Role
from teams.models import Membership, Team


@pytest.mark.parametrize("count", [1, 3])
def test_all_catalogues_of_a_person_take_three_queries(
    team, other_team, planner, make_package, make_price, now, django_assert_num_queries, count
) -> None:
    Membership.objects.create(team=other_team, person=planner, role=Role.VIEWER)
    for place in range(count):
        for each in (team, other_team):
            package = make_package(
                each, f"package-{place}", memory_confirmed_by=planner, memory_confirmed_at=now
            )
            make_price(package, "47.14", 1)
            make_price(package, "45.00", 10)
    with django_assert_num_queries(3):
        shelves = shelves_of(planner, now)
        assert [
            str(price.price.recorded_by) for shelf in shelves for line in shelf.lines for price in line.prices
        ]
    assert [(shelf.team.name, shelf.may_keep, len(shelf.lines)) for shelf in shelves] == [
        ("Bujur", False, count),
        ("Lintang", True, count),
    ]


def test_another_teams_packages_are_on_no_shelf(team, other_team, planner, make_package, now) -> None:
    mine, theirs = make_package(team), make_package(other_team)
    assert [line.package for shelf in shelves_of(planner, now) for line in shelf.lines] == [mine]
    assert list(packages_of(planner)) == [mine]
    assert package_of(planner, theirs.pk) is None


def test_retired_packages_stand_last(team, planner, make_package, now) -> None:
    make_package(team, "a-retired", retired_at=now)
    make_package(team, "b-sold")
    (shelf,) = shelves_of(planner, now)
    assert [line.package.sku for line in shelf.lines] == ["b-sold", "a-retired"]


def test_r4_6_a_price_that_ended_is_shown_as_ended_and_not_as_the_price(
    team, planner, package, make_price, now
) -> None:
    ended = make_price(package, "47.14", 1, 14)
    (shelf,) = shelves_of(planner, now)
    (line,) = shelf.lines
    assert line.current is None
    assert (line.ended.price, line.ended.standing) == (ended, PriceStanding.NO_LONGER_VALID)


def test_the_day_is_the_teams_own(team, planner, package, make_price, now) -> None:
    make_price(package, "47.14", 1, 15)
    late = now.replace(hour=20)
    (shelf,) = shelves_of(planner, late)
    assert shelf.lines[0].current is not None
    Team.objects.filter(pk=team.pk).update(time_zone="Asia/Makassar")
    (shelf,) = shelves_of(planner, late)
    assert shelf.lines[0].current is None


def test_known_providers_are_those_of_the_teams(team, other_team, make_package) -> None:
    make_package(team)
    make_package(other_team)
    assert provider_names(Team.objects.filter(pk=team.pk)) == ("IteraGPU",)
