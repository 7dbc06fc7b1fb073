from datetime import time

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from pricing.models import Package
from teams.models import AuditEvent, Membership, Team
from teams.services.teams import change_settings, create_team


def test_who_founds_a_team_is_its_administrator_and_the_trail_says_so(outsider, now) -> None:
    team = create_team(name="Kawi", time_zone="Asia/Makassar", by=outsider, now=now)
    assert list(team.memberships.values_list("person", "role")) == [(outsider.pk, "administrator")]
    event = AuditEvent.objects.get(chain=f"team-{team.pk}", action="team created")
    assert (event.actor, event.at, event.new) == (
        outsider,
        now,
        {"name": "Kawi", "time zone": "Asia/Makassar", "administrator": "oka"},
    )


def test_a_new_team_starts_with_the_catalogue(outsider, now) -> None:
    team = create_team(name="Kawi", by=outsider, now=now)
    skus = Package.objects.filter(provider__team=team).values_list("sku", flat=True)
    assert set(skus) == {"rtx4090-3d", "rtx4090-7d", "rtx4090-30d", "b200"}


def test_a_second_team_of_that_name_is_refused(team, outsider, now) -> None:
    with pytest.raises(ValidationError, match="already exists"):
        create_team(name=team.name, by=outsider, now=now)


def test_nothing_of_a_team_is_founded_when_the_trail_cannot_be_written(outsider) -> None:
    with pytest.raises(IntegrityError):
        create_team(name="Kawi", by=outsider, now=None)
    assert not Team.objects.filter(name="Kawi").exists()


def test_settings_are_changed_and_only_what_differs_is_in_the_trail(team, administrator, now) -> None:
    change_settings(
        team=team,
        by=administrator,
        now=now,
        name="Lintang",
        time_zone="Asia/Makassar",
        works_from=time(9),
        works_until=time(17),
        working_days=5,
    )
    team.refresh_from_db()
    assert (team.time_zone, team.works_from, team.works_until, team.working_days) == (
        "Asia/Makassar",
        time(9),
        time(17),
        5,
    )
    event = AuditEvent.objects.get(chain=f"team-{team.pk}")
    assert event.old == {"time zone": "UTC", "works from": None, "works until": None, "working days": 7}
    assert event.new == {
        "time zone": "Asia/Makassar",
        "works from": "09:00",
        "works until": "17:00",
        "working days": 5,
    }


def test_settings_that_do_not_differ_leave_no_event(team, administrator, now) -> None:
    change_settings(team=team, by=administrator, now=now, name=team.name, working_days=7)
    assert not AuditEvent.objects.exists()


def test_r6_3_a_team_whose_only_approver_is_its_administrator_may_declare_itself_a_team_of_one(
    team, administrator, planner, now
) -> None:
    change_settings(team=team, by=administrator, now=now, team_of_one=True)
    team.refresh_from_db()
    assert team.team_of_one
    assert AuditEvent.objects.get().new == {"team of one": True}


def test_r6_3_a_team_with_a_second_approver_may_not(team, administrator, lead, now) -> None:
    with pytest.raises(ValidationError) as refused:
        change_settings(team=team, by=administrator, now=now, team_of_one=True)
    assert list(refused.value.error_dict) == ["team_of_one"]
    team.refresh_from_db()
    assert not team.team_of_one


def test_settings_are_changed_by_administrators_of_that_team_only(team, lead, outsider, now) -> None:
    for person in (lead, outsider):
        with pytest.raises(PermissionDenied):
            change_settings(team=team, by=person, now=now, name="Taken over")
    assert not AuditEvent.objects.exists()


def test_settings_stay_when_the_trail_cannot_be_written(team, administrator) -> None:
    with pytest.raises(IntegrityError):
        change_settings(team=team, by=administrator, now=None, working_days=5)
    assert Team.objects.get(pk=team.pk).working_days == 7
    assert Membership.objects.filter(team=team).count() == 1
