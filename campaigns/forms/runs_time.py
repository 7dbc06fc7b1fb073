"""The form of a time entry: minutes that people or a transfer really took on a step (R11.1)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.runs import StepField
from campaigns.forms.times import DayField
from campaigns.models import Campaign, TimeEntry


class TimeEntryForm(forms.Form):
    """Nothing is filled in from the plan: what was not recorded stays not recorded."""

    minutes = forms.IntegerField(label=gettext_lazy("Time taken"), min_value=1, max_value=100_000)
    worked_on = DayField(label=gettext_lazy("On"))
    note = forms.CharField(label=gettext_lazy("Note"), required=False, max_length=300)
    field_order = ["step"]

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        self.campaign = campaign
        super().__init__(*args, **options)
        self.fields["step"] = StepField(campaign.steps.all(), label=_("Step"))
        self.fields["minutes"].unit = _("min")  # type: ignore[attr-defined]
        self.order_fields(self.field_order)

    def entry(self) -> TimeEntry:
        """Build the entry, not saved."""
        data = self.cleaned_data
        return TimeEntry(
            campaign=self.campaign,
            step=data["step"],
            minutes=data["minutes"],
            worked_on=data["worked_on"],
            note=data["note"],
        )
