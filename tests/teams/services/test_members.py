from threading import Barrier, Thread

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection

from teams.domain.roles import Role
from teams.models import AuditEvent, Membership, Person
from teams.services.members import add_member, change_role, remove_member

PASSWORD = "mangrove-at-low-tide"


def test_an_administrator_adds_a_new_person_who_can_then_sign_in(team, administrator, now, client) -> None:
    add_member(
        team=team,
        username="dewi",
        full_name="Dewi",
        password=PASSWORD,
        role=Role.PLANNER,
        by=administrator,
        now=now,
    )
    assert client.login(username="dewi", password=PASSWORD)
    event = AuditEvent.objects.get(chain=f"team-{team.pk}")
    assert (event.action, event.object, event.new) == ("member added", "Dewi (dewi)", {"role": "planner"})


def test_the_password_is_kept_as_a_hash_only(team, administrator, now) -> None:
    add_member(
        team=team,
        username="dewi",
        full_name="Dewi",
        password=PASSWORD,
        role=Role.VIEWER,
        by=administrator,
        now=now,
    )
    kept = repr(Person.objects.filter(username="dewi").values()) + repr(AuditEvent.objects.values())
    assert PASSWORD not in kept


def test_somebody_who_signs_in_already_is_added_by_username_alone(team, administrator, outsider, now) -> None:
    add_member(team=team, username="oka", role=Role.LEAD, by=administrator, now=now)
    assert Membership.objects.get(team=team, person=outsider).role == "lead"


def test_nobodys_password_is_replaced_by_adding_them_again(
    team, administrator, outsider, now, client
) -> None:
    with pytest.raises(ValidationError) as refused:
        add_member(
            team=team,
            username="oka",
            full_name="Oka",
            password=PASSWORD,
            role=Role.LEAD,
            by=administrator,
            now=now,
        )
    assert list(refused.value.error_dict) == ["username"]
    assert not client.login(username="oka", password=PASSWORD)
    assert not Membership.objects.filter(team=team, person=outsider).exists()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"full_name": "", "password": PASSWORD}, "full_name"),
        ({"full_name": "Dewi", "password": ""}, "password"),
        ({"full_name": "Dewi", "password": "short"}, "password"),
        ({"full_name": "Dewi", "password": "dewidewidewi"}, "password"),
    ],
)
def test_a_new_person_needs_a_name_and_a_strong_password(team, administrator, now, given, field) -> None:
    with pytest.raises(ValidationError) as refused:
        add_member(team=team, username="dewidewidewi", role=Role.VIEWER, by=administrator, now=now, **given)
    assert list(refused.value.error_dict) == [field]
    assert not Person.objects.filter(username="dewidewidewi").exists()


def test_a_member_is_not_added_twice(team, administrator, planner, now) -> None:
    with pytest.raises(ValidationError):
        add_member(team=team, username="putu", role=Role.LEAD, by=administrator, now=now)
    assert Membership.objects.get(person=planner).role == "planner"


def test_r6_3_a_declared_team_of_one_gets_no_second_approver(team, administrator, outsider, now) -> None:
    team.team_of_one = True
    team.save()
    with pytest.raises(ValidationError, match="Withdraw the declaration"):
        add_member(team=team, username="oka", role=Role.LEAD, by=administrator, now=now)
    add_member(team=team, username="oka", role=Role.VIEWER, by=administrator, now=now)
    with pytest.raises(ValidationError, match="Withdraw the declaration"):
        change_role(
            membership=team.memberships.get(person=outsider), role=Role.LEAD, by=administrator, now=now
        )


def test_a_role_is_changed_with_before_and_after_in_the_trail(team, administrator, planner, now) -> None:
    change_role(membership=planner.memberships.get(), role=Role.LEAD, by=administrator, now=now)
    assert planner.memberships.get().role == "lead"
    event = AuditEvent.objects.get()
    assert (event.old, event.new) == ({"role": "planner"}, {"role": "lead"})


def test_the_same_role_again_leaves_no_event(team, administrator, planner, now) -> None:
    change_role(membership=planner.memberships.get(), role=Role.PLANNER, by=administrator, now=now)
    assert not AuditEvent.objects.exists()


def test_a_member_is_removed_and_the_trail_keeps_why(team, administrator, planner, now) -> None:
    remove_member(membership=planner.memberships.get(), by=administrator, now=now, reason="moved on")
    assert not planner.memberships.exists()
    event = AuditEvent.objects.get()
    assert (event.action, event.old, event.reason) == ("member removed", {"role": "planner"}, "moved on")


def test_the_last_administrator_is_neither_removed_nor_demoted(team, administrator, lead, now) -> None:
    membership = administrator.memberships.get()
    with pytest.raises(ValidationError, match="last administrator"):
        remove_member(membership=membership, by=administrator, now=now)
    with pytest.raises(ValidationError, match="last administrator"):
        change_role(membership=membership, role=Role.LEAD, by=administrator, now=now)
    assert administrator.memberships.get().role == "administrator"
    assert not AuditEvent.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_administrators_who_demote_each_other_at_once_leave_one(
    team, administrator, planner, now
) -> None:
    Membership.objects.filter(person=planner).update(role=Role.ADMINISTRATOR)
    both = Barrier(2)
    refused = []

    def demote(person: Person, by: Person) -> None:
        membership = Membership.objects.get(person=person)
        both.wait()
        try:
            change_role(membership=membership, role=Role.LEAD, by=by, now=now)
        except (ValidationError, PermissionDenied) as error:
            refused.append(error)
        finally:
            connection.close()

    threads = [
        Thread(target=demote, args=pair) for pair in ((administrator, planner), (planner, administrator))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert sorted(Membership.objects.values_list("role", flat=True)) == ["administrator", "lead"]


def test_somebody_who_was_removed_meanwhile_is_said_to_be_gone(team, administrator, planner, now) -> None:
    membership = planner.memberships.get()
    Membership.objects.filter(pk=membership.pk).delete()
    with pytest.raises(ValidationError, match="removed this member meanwhile"):
        change_role(membership=membership, role=Role.LEAD, by=administrator, now=now)


def test_only_administrators_of_that_team_change_members(team, viewer, lead, outsider, now) -> None:
    membership = viewer.memberships.get()
    for person in (lead, outsider):
        with pytest.raises(PermissionDenied):
            add_member(team=team, username="oka", role=Role.VIEWER, by=person, now=now)
        with pytest.raises(PermissionDenied):
            change_role(membership=membership, role=Role.LEAD, by=person, now=now)
        with pytest.raises(PermissionDenied):
            remove_member(membership=membership, by=person, now=now)
    assert viewer.memberships.get().role == "viewer"


def test_no_member_changes_when_the_trail_cannot_be_written(team, administrator, planner) -> None:
    membership = planner.memberships.get()
    for act in (
        lambda: add_member(
            team=team,
            username="dewi",
            full_name="Dewi",
            password=PASSWORD,
            role=Role.VIEWER,
            by=administrator,
            now=None,
        ),
        lambda: change_role(membership=membership, role=Role.LEAD, by=administrator, now=None),
        lambda: remove_member(membership=membership, by=administrator, now=None),
    ):
        with pytest.raises(IntegrityError):
            act()
    assert planner.memberships.get().role == "planner"
    assert not Person.objects.filter(username="dewi").exists()
