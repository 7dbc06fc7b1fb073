"""Amounts of money as people type them: 47,14 and 47.14 are the same, 1.500 is refused with both readings."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from pricing.domain.money import AmountRefused, parse_amount
from teams.domain.message import Message, gettext_noop
from teams.services.wording import worded

BEYOND = Decimal(10) ** 12
"""The first amount that no column holds: 12 digits before the point and 2 after it."""


class AmountField(forms.Field):
    """An exact amount; what is ambiguous is refused with the two things it could mean.

    The form shows below the field which value was read, in the reader's own notation.
    """

    def __init__(self, *, longest: int = 40, **options: Any) -> None:
        super().__init__(**options)
        self.longest = longest
        self.read_as: Message | None = None
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off", "maxlength": str(longest)}

    def to_python(self, value: Any) -> Decimal | None:
        """Read the amount, or None when nothing was typed."""
        if value is None or isinstance(value, Decimal):
            return value
        text = str(value).strip()
        if not text:
            return None
        if len(text) > self.longest:
            raise ValidationError(_("This is too long for an amount."))
        try:
            amount = parse_amount(text)
        except AmountRefused as refused:
            raise ValidationError(str(worded(refused.message))) from refused
        if abs(amount) >= BEYOND:
            raise ValidationError(_("This is too long for an amount."))
        self.read_as = Message(gettext_noop("Read as %(amount)s"), {"amount": amount})
        return amount

    def prepare_value(self, value: Any) -> Any:
        """Show an amount with the language's decimal mark and without groups; keep what was typed."""
        return formats.number_format(value, use_l10n=True) if isinstance(value, Decimal) else value


class CurrencyField(forms.CharField):
    """A currency code; small letters are read as capitals."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=3, **options)
        self.validators.append(
            RegexValidator(r"^[A-Z]{3}$", _("A currency is three capital letters, such as USD."))
        )

    def to_python(self, value: Any) -> str:
        """Read the code in capitals."""
        return (super().to_python(value) or "").upper()
