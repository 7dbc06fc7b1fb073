"""Sentences and words in the reader's language: for refusals of a service and, as filters, for pages.

The filters are in ``teams/templatetags/wording.py``.
"""

from datetime import timedelta
from decimal import Decimal
from enum import Enum

from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext, pgettext

from teams.domain.message import Message

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
NO_BREAK = "\u00a0"
MINUS = "\u2212"


def refusal(message: Message, field: str | None = None, code: str | None = None) -> ValidationError:
    """Turn the domain's sentence into the error that a form shows, at its field when it has one."""
    error = ValidationError(str(worded(message)), code=code)
    return ValidationError({field: error}) if field else error


def worded(value: object) -> object:
    """Say a value in the reader's language; text that a person typed stays as it is."""
    match value:
        case None:
            return ""
        case Message():
            return _sentence(value)
        case Enum():
            return word(value.value)
        case list() | tuple():
            return ", ".join(str(worded(item)) for item in value)
        case bool():
            return gettext("yes") if value else gettext("no")
        case int() | float() | Decimal():
            return spell_number(value)
        case timedelta():
            return spell_duration(value)
    return value


def word(value: object) -> str:
    """Translate a word of the product's vocabulary, e.g. the state ``submitted`` from a table column."""
    text = str(value.value) if isinstance(value, Enum) else str(value)
    return gettext(text) if text else ""


def spell_number(value: float | Decimal, places: int | None = None) -> str:
    """Write a number with the language's decimal mark and groups: 12,345.5 or 12.345,5."""
    text = formats.number_format(value, places, use_l10n=True, force_grouping=True)
    return MINUS + text[1:] if text.startswith("-") else text


def spell_duration(value: timedelta) -> str:
    """Write a duration exactly in hours and minutes, never in days: 72 h, 2 h 39 min, 45 s, −6 h."""
    if value < timedelta(0):
        return MINUS + spell_duration(-value)
    if timedelta(0) < value < MINUTE:
        return f"{round(value.total_seconds())}{NO_BREAK}{pgettext('unit', 's')}"
    hours, rest = divmod(value, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    parts = [(hours, pgettext("unit", "h")), (minutes, pgettext("unit", "min"))]
    parts.append((seconds.seconds, pgettext("unit", "s")))
    kept = [(count, unit) for count, unit in parts if count] or parts[:1]
    return " ".join(f"{spell_number(count)}{NO_BREAK}{unit}" for count, unit in kept)


def _sentence(message: Message) -> str:
    sentence = gettext(message.template) if message.template else ""
    values = {name: worded(value) for name, value in message.values.items()}
    return sentence % values if values else sentence
