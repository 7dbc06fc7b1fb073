"""Numbers as people type them, with a point or a comma; what can be read in two ways is refused with both."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import DecimalValidator
from django.utils import formats
from django.utils.translation import gettext as _

from teams.domain.message import Message, gettext_noop

NUMBER = re.compile(r"[-\u2212]?[0-9]{1,12}([.,][0-9]{1,12})?", re.ASCII)
AMBIGUOUS = re.compile(r"[-\u2212]?(?P<first>[1-9][0-9]{0,2})[.,](?P<last>[0-9]{3})", re.ASCII)


class NumberField(forms.Field):
    """An exact number: 0.72 and 0,72 are the same; 1.500 is 1.5 to one reader and 1500 to another.

    The form shows below the field which value was read, in the reader's own notation.
    """

    def __init__(self, *, max_digits: int = 18, decimal_places: int = 6, **options: Any) -> None:
        super().__init__(**options)
        self.read_as: Message | None = None
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off", "size": 8, "maxlength": 40}
        self.decimals = DecimalValidator(max_digits, decimal_places)

    def to_python(self, value: Any) -> Any:
        """Read the number, or None when nothing was typed."""
        if value is None or isinstance(value, Decimal):
            return value
        text = str(value).strip()
        if not text:
            return None
        if unclear := AMBIGUOUS.fullmatch(text):
            values = {"text": text, "first": unclear["first"], "last": unclear["last"]}
            message = _(
                "“%(text)s” can be read as %(first)s.%(last)s or as %(first)s%(last)s. "
                "Write %(first)s.%(last)s0 or %(first)s%(last)s."
            )
            raise ValidationError(message % values)
        if not NUMBER.fullmatch(text):
            raise ValidationError(
                _("“%(text)s” is not a number. Write digits, for example 0.72.") % {"text": text}
            )
        number = Decimal(text.replace(",", ".").replace("\u2212", "-"))
        self.read_as = Message(gettext_noop("Read as %(number)s"), {"number": number})
        return number

    def validate(self, value: Any) -> None:
        """Refuse more digits than the column holds."""
        super().validate(value)
        if value is not None:
            self.decimals(value)

    def prepare_value(self, value: Any) -> Any:
        """Show a stored number with the language's mark, without the zeros that its column pads.

        One that would be refused as ambiguous keeps one zero: 1.234 is shown as 1.2340.
        """
        if not isinstance(value, Decimal):
            return value
        text = f"{value:f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        clear = f"{text}0" if AMBIGUOUS.fullmatch(text) else text
        return clear.replace(".", formats.get_format("DECIMAL_SEPARATOR"))
