"""The filter of the list of runs, kept in the address."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.vocabulary import RunPurpose, RunState
from campaigns.models import Campaign
from campaigns.queries.runs import RunFilter
from teams.services.wording import word


class RunFilterForm(forms.Form):
    """State, variant and purpose; a word that is not on offer filters nothing."""

    state = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Variant"), required=False)
    purpose = forms.ChoiceField(label=gettext_lazy("Purpose"), required=False)

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        every = [("", _("All"))]
        variants = [(variant.identifier, str(variant)) for variant in campaign.variants.all()]
        for name, choices in {
            "state": [(state.value, word(state.value)) for state in RunState],
            "variant": variants,
            "purpose": [(purpose.value, word(purpose.value)) for purpose in RunPurpose],
        }.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = every + choices

    def wanted(self) -> RunFilter:
        """The filter as the query takes it."""
        self.is_valid()
        data = self.cleaned_data
        return RunFilter(
            state=data.get("state", ""), variant=data.get("variant", ""), purpose=data.get("purpose", "")
        )
