"""A reason in words, for an action that needs nothing else."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Why it is done."""

    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea(attrs={"rows": 3}))
