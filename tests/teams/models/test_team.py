from datetime import time

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from teams.models import Membership, Team


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("constraint", "values", "field"),
    [
        ("working_hours_have_both_ends", {"works_from": time(9)}, "works_until"),
        ("working_hours_have_both_ends", {"works_from": time(17), "works_until": time(9)}, "works_until"),
        ("working_week_has_one_to_seven_days", {"working_days": 0}, "working_days"),
        ("working_week_has_one_to_seven_days", {"working_days": 8}, "working_days"),
    ],
)
def test_the_database_holds_the_rule_and_the_form_explains_it(constraint, values, field) -> None:
    with pytest.raises(ValidationError) as explained:
        Team(name="Lintang", **values).full_clean()
    assert list(explained.value.error_dict) == [field]
    with pytest.raises(IntegrityError, match=constraint):
        Team.objects.create(name="Lintang", **values)


@pytest.mark.django_db
def test_working_hours_with_both_ends_are_kept() -> None:
    team = Team.objects.create(name="Lintang", works_from=time(9), works_until=time(17))
    team.refresh_from_db()
    assert (team.works_from, team.works_until) == (time(9), time(17))


def test_nobody_belongs_to_a_team_twice(team, planner) -> None:
    with pytest.raises(IntegrityError, match="one_membership_per_person_and_team"), transaction.atomic():
        Membership.objects.create(team=team, person=planner, role="viewer")
    assert Membership.objects.get(team=team, person=planner).role == "planner"


def test_a_role_is_one_of_the_four(team, outsider) -> None:
    with pytest.raises(ValidationError) as explained:
        Membership(team=team, person=outsider, role="owner").full_clean()
    assert list(explained.value.error_dict) == ["role"]
    with pytest.raises(IntegrityError, match="membership_role_is_known"):
        Membership.objects.create(team=team, person=outsider, role="owner")
