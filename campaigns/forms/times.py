"""Days and moments as people type them, in the team's time zone, with the browser's own pickers."""

from typing import Any

from django import forms


class MomentField(forms.DateTimeField):
    """A moment to the minute, read and shown in the active time zone: the team's."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"]
        super().__init__(input_formats=formats, **options)


class DayField(forms.DateField):
    """A day."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **options)
