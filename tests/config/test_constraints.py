"""A rule of the database that tells the form which field to correct."""

import pytest
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import CheckConstraint, Q
from django.test.utils import isolate_apps

from config.constraints import ExplainedCheck

RULE = Q(username__startswith="a")


def explained(field: str | None = "username", message: str = "It begins with an a.") -> ExplainedCheck:
    return ExplainedCheck(condition=RULE, name="begins_with_a", message=message, field=field)


@pytest.fixture
def named() -> models.Model:
    with isolate_apps("config"):

        class Named(models.Model):
            username = models.TextField()

            class Meta:
                app_label = "config"

        return Named(username="b")


@pytest.mark.django_db
def test_message_goes_to_the_field_that_must_be_corrected(named) -> None:
    with pytest.raises(ValidationError) as refused:
        explained().validate(type(named), named)
    assert refused.value.message_dict == {"username": ["It begins with an a."]}


@pytest.mark.django_db
def test_message_without_a_field_stands_above_the_form(named) -> None:
    with pytest.raises(ValidationError) as refused:
        explained(field=None).validate(type(named), named)
    assert refused.value.messages == ["It begins with an a."]


@pytest.mark.django_db
def test_row_that_keeps_the_rule_passes(named) -> None:
    named.username = "abc"
    explained().validate(type(named), named)


def test_migrations_hold_a_plain_check_so_that_rewording_needs_none() -> None:
    path, arguments, options = explained().deconstruct()
    assert path == "django.db.models.CheckConstraint"
    assert (arguments, options) == ((), {"condition": RULE, "name": "begins_with_a"})
    assert explained() == CheckConstraint(condition=RULE, name="begins_with_a")
    assert explained() == explained(message="Reworded.")
    assert explained() != CheckConstraint(condition=RULE, name="another_name")


def test_copy_keeps_field_and_message() -> None:
    copied = explained().clone()
    assert (copied.field, copied.violation_error_message) == ("username", "It begins with an a.")
