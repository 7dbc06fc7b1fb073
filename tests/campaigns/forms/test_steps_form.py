"""The estimates of a step as they are typed: one figure, two or three (R3.1)."""

import pytest
from django.conf import settings

from campaigns.forms.steps import BaseStepFormSet, StepForm, StepFormSet

ROW = {"key": "train", "phase": "train", "resource": "gpu", "priority": "essential", "gpus": "1"}


def filled(**typed: str) -> StepForm:
    return StepForm({**ROW, **typed}, variants=[])


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ({"duration": "10"}, (600, None, None, None)),
        ({"duration": "10", "one_in_ten": "14"}, (600, 840, None, None)),
        ({"duration": "10", "optimistic": "8", "pessimistic": "1 d"}, (600, None, 480, 1440)),
        ({"duration": "10", "one_in_ten": "10", "optimistic": "10", "pessimistic": "10"}, (600,) * 4),
    ],
)
def test_r3_1_a_duration_is_one_figure_two_or_three(
    typed: dict[str, str], minutes: tuple[int | None, ...]
) -> None:
    form = filled(**typed)
    assert form.is_valid(), form.errors
    entry = form.entry({})
    assert (
        entry.minutes,
        entry.one_in_ten_minutes,
        entry.optimistic_minutes,
        entry.pessimistic_minutes,
    ) == minutes


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"one_in_ten": "9:59"}, "one_in_ten"),
        ({"optimistic": "10:01", "pessimistic": "12"}, "optimistic"),
        ({"optimistic": "8", "pessimistic": "9:59"}, "pessimistic"),
        ({"optimistic": "8"}, "pessimistic"),
        ({"pessimistic": "12"}, "optimistic"),
    ],
)
def test_r3_1_estimates_out_of_order_are_refused_at_their_field(typed: dict[str, str], field: str) -> None:
    form = filled(duration="10", **typed)
    assert set(form.errors) == {field}


def test_r1_4_a_new_step_starts_as_essential() -> None:
    shown = StepForm(variants=[])["priority"].as_widget()
    assert shown.index('value="essential"') < shown.index('value="useful"')
    assert "selected" not in shown


def table(rows: int, said: int) -> BaseStepFormSet:
    """A table of posted rows whose browser says how many there are."""
    data = {"steps-TOTAL_FORMS": str(said), "steps-INITIAL_FORMS": "0"}
    typed = {**ROW, "duration": "1"}
    data |= {
        f"steps-{place}-{name}": f"{value}-{place}" if name == "key" else value
        for place in range(rows)
        for name, value in typed.items()
    }
    formset = StepFormSet(data, prefix="steps", form_kwargs={"variants": []})
    assert isinstance(formset, BaseStepFormSet)
    return formset


def test_r3_1_four_hundred_steps_are_one_table_and_a_request_holds_all_its_fields() -> None:
    formset = table(400, 400)
    assert formset.is_valid(), formset.non_form_errors()
    fields = len(formset.forms[0].fields)
    assert fields == 17
    assert 400 * fields < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


@pytest.mark.parametrize("said", [401, 100_000])
def test_r3_1_more_rows_than_a_plan_has_are_refused_and_not_built(said: int) -> None:
    formset = table(401, said)
    assert not formset.is_valid()
    assert len(formset.forms) == 400
