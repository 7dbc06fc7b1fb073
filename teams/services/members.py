"""Who belongs to a team and in which role; every change stands in the team's audit chain.

The team's row is locked first, so that two changes at once cannot take the last administrator away.
"""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from teams.domain.membership import MembershipRefused, check_keeps_administrator, check_team_of_one
from teams.domain.roles import Permission, Role
from teams.models import Membership, Person, Team
from teams.services import audit
from teams.services.access import check_may
from teams.services.wording import refusal


@sensitive_variables("password")
@transaction.atomic
def add_member(
    *,
    team: Team,
    username: str,
    role: Role,
    by: Person | None,
    now: datetime,
    full_name: str = "",
    password: str = "",
) -> Membership:
    """Add somebody: a new person with a name and an initial password, or one who signs in already.

    ``by`` is ``None`` only for the operator at the command line.
    """
    team = _locked(team, by)
    person = Person.objects.filter(username=Person.normalize_username(username)).first()
    if person is None:
        person = create_person(username=username, full_name=full_name, password=password)
    elif full_name or password:
        raise ValidationError(
            {"username": _("Somebody signs in with this name already. To add them, leave the rest empty.")}
        )
    membership = Membership(team=team, person=person, role=role)
    membership.full_clean()
    _check(team, added=[role])
    membership.save()
    _record(team, person, by, now, action="member added", new={"role": str(role)})
    return membership


@sensitive_variables("password")
def create_person(*, username: str, full_name: str, password: str) -> Person:
    """Make somebody who may sign in, in no team yet. The password is checked and kept as its hash only."""
    missing = {
        name: _("A new person needs this.")
        for name, value in (("full_name", full_name.strip()), ("password", password))
        if not value
    }
    if missing:
        raise ValidationError(missing)
    person = Person(username=Person.normalize_username(username), first_name=full_name.strip())
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise ValidationError({"password": error}) from error
    person.set_password(password)
    person.full_clean()
    person.save()
    return person


@transaction.atomic
def change_role(*, membership: Membership, role: Role, by: Person, now: datetime) -> Membership:
    """Give a member another role; the last administrator keeps theirs."""
    team = _locked(membership.team, by)
    fresh = _fresh(membership)
    if fresh.role == role:
        return fresh
    _check(team, without=fresh, added=[role])
    before, fresh.role = fresh.role, role
    fresh.full_clean()
    fresh.save(update_fields=["role"])
    _record(team, fresh.person, by, now, action="role changed", old={"role": before}, new={"role": str(role)})
    return fresh


@transaction.atomic
def remove_member(*, membership: Membership, by: Person, now: datetime, reason: str = "") -> None:
    """Take somebody out of the team; what they did stays recorded, and they can still sign in."""
    team = _locked(membership.team, by)
    fresh = _fresh(membership)
    _check(team, without=fresh)
    fresh.delete()
    _record(team, fresh.person, by, now, action="member removed", old={"role": fresh.role}, reason=reason)


def _locked(team: Team, by: Person | None) -> Team:
    fresh = Team.objects.select_for_update().get(pk=team.pk)
    if by is not None:
        check_may(by, fresh, Permission.MEMBERS)
    return fresh


def _fresh(membership: Membership) -> Membership:
    fresh = Membership.objects.select_related("person").filter(pk=membership.pk).first()
    if fresh is None:
        raise ValidationError(_("Somebody else removed this member meanwhile."))
    return fresh


def _check(team: Team, *, without: Membership | None = None, added: Iterable[Role] = ()) -> None:
    """Ask the domain whether the roles after the change are roles that a team can live with."""
    kept = team.memberships.exclude(pk=without.pk) if without else team.memberships.all()
    roles = [*(Role(role) for role in kept.values_list("role", flat=True)), *added]
    try:
        if without is not None:
            check_keeps_administrator(roles)
        check_team_of_one(team.team_of_one, roles)
    except MembershipRefused as error:
        raise refusal(error.message) from error


def _record(
    team: Team,
    person: Person,
    by: Person | None,
    now: datetime,
    *,
    action: str,
    old: dict[str, str] | None = None,
    new: dict[str, str] | None = None,
    reason: str = "",
) -> None:
    audit.record(
        team=team,
        chain=audit.chain_of(team),
        by=by,
        now=now,
        action=action,
        object=f"{person} ({person.username})",
        old=old,
        new=new,
        reason=reason,
    )
