import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from campaigns.forms.runs_fields import LaneField, MetricsField, read_number
from campaigns.models import Campaign, Order


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [("en", "0.75", "0.75"), ("id", "0,75", "0.75"), ("id", "0.750", "0.750"), ("id", "nan", "NaN")],
)
def test_number_is_read_as_its_language_writes_it(language: str, typed: str, read: str) -> None:
    with translation.override(language):
        assert read_number(typed) == read


@pytest.mark.parametrize(("language", "typed"), [("id", "1.500"), ("id", "12.345.678"), ("en", "0,75")])
def test_number_that_could_be_another_is_refused(language: str, typed: str) -> None:
    with translation.override(language), pytest.raises(ValidationError):
        read_number(typed)


def test_metrics_are_read_line_by_line_and_empty_lines_are_nothing() -> None:
    assert MetricsField().clean("accuracy = 0.75\n\n loss=1e-3 \n") == {"accuracy": "0.75", "loss": "0.001"}
    assert MetricsField().clean("") == {}


@pytest.mark.django_db
def test_r4_2_every_lane_of_an_order_is_on_offer(running_campaign: Campaign, order: Order) -> None:
    field = LaneField(campaign=running_campaign)
    assert [label for _value, label in field.choices] == [
        "Not on a recorded order",
        "R-1001, lane not known",
        "R-1001, lane 1",
        "R-1001, lane 2",
    ]
    assert field.place(f"{order.pk}:1") == (order, 1)
    assert field.place(str(order.pk)) == (order, None)
    assert field.place("") == (None, None)


def test_line_of_a_hundred_thousand_spaces_is_refused_as_fast_as_any_other() -> None:
    """A pattern that tried every place for the name's end took minutes; nothing here measures, it only ends."""
    with pytest.raises(ValidationError, match="Line 1: write a name"):
        MetricsField().clean(f"accuracy{' ' * 100_000}0.7")
    assert MetricsField().clean(f"accuracy {' ' * 1000}= 0.7") == {"accuracy": "0.7"}
