"""Amounts of money as people type them: 47,14 and 47.14 are the same, 1.500 is refused with both readings."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from pricing.domain.money import AmountRefused, parse_amount
from teams.services.wording import worded


class AmountField(forms.CharField):
    """An exact amount; what is ambiguous is refused with the two things it could mean."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=40, **options)
        self.widget.attrs.setdefault("inputmode", "decimal")
        self.widget.attrs.setdefault("autocomplete", "off")

    def to_python(self, value: Any) -> Any:
        """Read the amount, or None when nothing was typed."""
        if isinstance(value, Decimal):
            return value
        text = super().to_python(value)
        if not text:
            return None
        try:
            return parse_amount(text)
        except AmountRefused as refused:
            raise ValidationError(worded(refused.message)) from refused


class CurrencyField(forms.CharField):
    """A currency code; small letters are read as capitals."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=3, **options)
        self.validators.append(
            RegexValidator(r"^[A-Z]{3}$", _("A currency is three capital letters, such as USD."))
        )

    def to_python(self, value: Any) -> str:
        """Read the code in capitals."""
        return super().to_python(value).upper()
