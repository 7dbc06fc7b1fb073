"""The goal's form keeps what was typed, says what is wrong where it is wrong, and reads numbers as typed."""

from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from campaigns.domain.goal_text import StatedOutcome
from campaigns.forms.goal import GoalForms
from campaigns.forms.goal_rows import ChoiceForm, row_set
from campaigns.forms.numbers import NumberField
from campaigns.models import Campaign
from campaigns.queries.goal import stated_goal
from tests.goal_posts import goal_post


def bound(campaign: Campaign, **changes: Any) -> GoalForms:
    return GoalForms(campaign, goal_post(campaign, **changes))


def test_a_form_that_nobody_touched_states_what_is_saved(worked_campaign: Campaign) -> None:
    forms = bound(worked_campaign)
    assert forms.is_valid()
    assert forms.goal() == stated_goal(worked_campaign)


def test_an_emptied_row_and_a_marked_one_are_gone(worked_campaign: Campaign) -> None:
    forms = bound(worked_campaign, **{"deliverables-0-DELETE": "on", "checks-1-metric": ""})
    assert not forms.is_valid()
    forms = bound(
        worked_campaign,
        **{"deliverables-0-DELETE": "on", "outcomes-1-condition": "", "outcomes-1-choice": ""},
    )
    assert forms.is_valid()
    assert len(forms.goal().deliverables) == 3
    assert [outcome.condition for outcome in forms.goal().outcomes] == [
        "adapter A meets the threshold and adapter B does not beat it",
        "no variant meets the threshold",
    ]


def test_an_outcome_leads_to_a_choice_of_the_list(worked_campaign: Campaign) -> None:
    forms = bound(worked_campaign, **{"outcomes-0-choice": "adopt adapter C"})
    assert not forms.is_valid()
    assert forms.outcomes[0].errors == {
        "choice": [
            "“adopt adapter C” is not one of the choices above: "
            "adopt adapter A, adopt adapter B, keep the control."
        ]
    }


def test_an_outcome_may_lead_to_a_choice_that_was_typed_a_moment_ago(worked_campaign: Campaign) -> None:
    forms = bound(worked_campaign, **{"choices-3-text": "ask again", "outcomes-0-choice": "ask again"})
    assert forms.is_valid()
    assert forms.goal().outcomes[0].choice == "ask again"
    assert "ask again" in forms.offered


def test_an_outcome_follows_the_choice_whose_text_was_changed(worked_campaign: Campaign) -> None:
    forms = bound(worked_campaign, **{"choices-2-text": "keep what we have"})
    assert forms.is_valid()
    assert forms.goal().outcomes[2] == StatedOutcome(
        "no variant meets the threshold", "keep what we have", True
    )


def test_r1_2_no_variant_meets_is_read_as_such_unless_another_is_marked(worked_campaign: Campaign) -> None:
    forms = bound(worked_campaign, **{"outcomes-2-none_meets": ""})
    assert forms.is_valid()
    assert [outcome.none_meets for outcome in forms.goal().outcomes] == [False, False, True]
    forms = bound(worked_campaign, **{"outcomes-2-none_meets": "", "outcomes-0-none_meets": "on"})
    assert forms.is_valid()
    assert [outcome.none_meets for outcome in forms.goal().outcomes] == [True, False, False]


@pytest.mark.parametrize(
    ("changes", "part", "field"),
    [
        ({"choices-3-text": "adopt adapter A"}, "choices", "text"),
        (
            {"deliverables-4-kind": "predictions", "deliverables-4-scope": "every variant"},
            "deliverables",
            "kind",
        ),
        ({"checks-0-threshold": "much"}, "checks", "threshold"),
        ({"checks-0-threshold": "1.500"}, "checks", "threshold"),
        ({"outcomes-3-condition": "half"}, "outcomes", "choice"),
    ],
)
def test_a_wrong_row_is_marked_at_its_field(
    worked_campaign: Campaign, changes: dict[str, str], part: str, field: str
) -> None:
    forms = bound(worked_campaign, **changes)
    assert not forms.is_valid()
    assert [list(row.errors) for row in getattr(forms, part) if row.errors] == [[field]]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": " "}, "title"),
        ({"kind": "holiday"}, "kind"),
        ({"ceiling": "1.500"}, "ceiling"),
        ({"ceiling": "0"}, "ceiling"),
        ({"currency": ""}, "currency"),
        ({"currency": "U"}, "currency"),
        ({"tolerance_percent": "-1"}, "tolerance_percent"),
    ],
)
def test_a_wrong_field_is_marked(worked_campaign: Campaign, changes: dict[str, str], field: str) -> None:
    forms = bound(worked_campaign, **changes)
    assert not forms.is_valid()
    assert list(forms.main.errors) == [field]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("0.72", "0.72"),
        ("0,72", "0.72"),
        ("-1", "-1"),
        ("−0,5", "-0.5"),
        ("0.725", "0.725"),
        ("1500", "1500"),
        ("1.5000", "1.5000"),
        ("0", "0"),
    ],
)
def test_a_number_is_read_with_point_or_comma(typed: str, read: str) -> None:
    assert NumberField().clean(typed) == Decimal(read)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1.500", "“1.500” can be read as 1.500 or as 1500. Write 1.5000 or 1500."),
        ("12,345", "“12,345” can be read as 12.345 or as 12345. Write 12.3450 or 12345."),
        ("1e3", "“1e3” is not a number. Write digits, for example 0.72."),
        ("٣", "“٣” is not a number. Write digits, for example 0.72."),
        ("0.1234567", "Ensure that there are no more than 6 decimal places."),
    ],
)
def test_a_number_that_can_be_read_in_two_ways_or_none_is_refused(typed: str, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        NumberField().clean(typed)
    assert caught.value.messages == [message]


def test_a_stored_number_is_shown_without_the_zeros_of_its_column() -> None:
    field = NumberField()
    stored = ("0.720000", "200.000000", "0.000000", "1.234000", "-12.345000")
    shown = [field.prepare_value(Decimal(text)) for text in stored]
    assert shown == ["0.72", "200", "0", "1.2340", "-12.3450"]
    assert [field.clean(text) for text in shown] == [Decimal(text) for text in stored]
    with translation.override("id"):
        assert field.prepare_value(Decimal("0.720000")) == "0,72"


def test_a_list_said_to_have_a_hundred_thousand_rows_is_refused_and_not_built() -> None:
    rows = row_set(ChoiceForm, "choices", [], {"choices-TOTAL_FORMS": "100000", "choices-INITIAL_FORMS": "0"})
    assert not rows.is_valid()
    assert len(rows.forms) == 200
