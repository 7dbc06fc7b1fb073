"""Forms for submitting, approving and sending back: each carries what the person's page showed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign


class SubmitForm(forms.Form):
    """Hand the plan in for approval."""

    seen_state = forms.CharField(widget=forms.HiddenInput)
    seen_revision = forms.IntegerField(widget=forms.HiddenInput)
    note = forms.CharField(
        label=_("Note for the lead"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        initial = {"seen_state": campaign.state, "seen_revision": campaign.revision}
        super().__init__(*args, **{"initial": initial, **options})


class ApproveForm(forms.Form):
    """Approve with the password again."""

    note = forms.CharField(label=_("Note"), required=False, widget=forms.Textarea(attrs={"rows": 2}))
    password = forms.CharField(
        label=_("Your password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("Approving freezes the plan. Nothing rewrites it afterwards."),
    )
