from decimal import Decimal

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import translation

from pricing.forms.amounts import AmountField, CurrencyField
from teams.services.wording import worded


class Typed(forms.Form):
    amount = AmountField(required=False)


@pytest.mark.parametrize("text", ["47.14", "47,14", " 47.14 "])
def test_r4_7_an_amount_is_read_with_either_decimal_mark(text: str) -> None:
    assert AmountField().clean(text) == Decimal("47.14")


def test_r4_7_an_ambiguous_amount_is_refused_with_both_readings() -> None:
    with pytest.raises(ValidationError, match=r"can be read as 1\.5 or as 1500"):
        AmountField().clean("1.500")


@pytest.mark.parametrize(("language", "shown"), [("en", "Read as 1,500.25"), ("id", "1.500,25")])
def test_the_value_that_was_read_is_shown_in_the_readers_notation(language: str, shown: str) -> None:
    form = Typed({"amount": "1500,25"})
    assert form.is_valid()
    with translation.override(language):
        assert str(worded(form["amount"].field.read_as)).endswith(shown)


@pytest.mark.parametrize(("language", "shown"), [("en", "1500.25"), ("id", "1500,25")])
def test_a_known_amount_is_offered_in_the_readers_notation_without_groups(language: str, shown: str) -> None:
    with translation.override(language):
        assert Typed(initial={"amount": Decimal("1500.25")})["amount"].value() == shown


def test_what_was_typed_is_kept_when_it_is_refused() -> None:
    form = Typed({"amount": "forty"})
    assert not form.is_valid()
    assert form["amount"].value() == "forty"
    assert form["amount"].field.read_as is None


def test_nothing_typed_is_no_amount_and_not_zero() -> None:
    assert AmountField(required=False).clean("") is None


def test_an_amount_longer_than_any_money_is_refused() -> None:
    with pytest.raises(ValidationError, match="too long"):
        AmountField().clean("1" * 41)


def test_a_currency_is_read_in_capitals_and_has_three_letters() -> None:
    assert CurrencyField().clean(" usd ") == "USD"
    with pytest.raises(ValidationError, match="three capital letters"):
        CurrencyField().clean("U$")


@pytest.mark.parametrize("typed", ["1000000000000", "-1000000000000", "9" * 30])
def test_r4_7_amount_that_no_column_holds_is_refused_before_anything_computes_with_it(typed: str) -> None:
    with pytest.raises(ValidationError):
        AmountField().clean(typed)
    assert AmountField().clean("999999999999.99") == Decimal("999999999999.99")
