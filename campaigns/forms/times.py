"""Days and moments as people type them, in the team's time zone, with the browser's own pickers."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

YEARS = range(1970, 2200)
"""Another year is a slip of the hand; the first and the last one have no name in some other time zone."""


class MomentField(forms.DateTimeField):
    """A moment to the minute, read and shown in the active time zone: the team's."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"]
        super().__init__(input_formats=formats, **options)

    def validate(self, value: Any) -> None:
        """Refuse a year in which nothing of a campaign happens."""
        super().validate(value)
        _check_year(value)


class DayField(forms.DateField):
    """A day."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **options)

    def validate(self, value: Any) -> None:
        """Refuse a year in which nothing of a campaign happens."""
        super().validate(value)
        _check_year(value)


def _check_year(value: date | None) -> None:
    if value is not None and value.year not in YEARS:
        raise ValidationError(
            _("Check the year: it lies between %(first)s and %(last)s.")
            % {"first": YEARS[0], "last": YEARS[-1]}
        )
