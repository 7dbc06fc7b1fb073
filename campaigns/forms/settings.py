"""Forms of the plan's settings and of the chosen arrangement."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import WindowOpening
from campaigns.forms.times import MomentField
from campaigns.models import Campaign
from pricing.models import Package
from teams.services.wording import word


class PlanSettingsForm(forms.Form):
    """What opens the window, how many people work at once, when the plan starts."""

    seen_revision = forms.IntegerField(widget=forms.HiddenInput)
    window_opening = forms.ChoiceField(
        label=_("The window opens with the"),
        help_text=_("With the first machine step, preparation may lie before the window."),
    )
    people = forms.IntegerField(label=_("People who can work at once"), min_value=1, max_value=50)
    planned_start = MomentField(
        label=_("Planned start"),
        required=False,
        help_text=_("Needed only when the team has working hours: people's steps keep to them."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        initial = {
            "seen_revision": campaign.revision,
            "window_opening": campaign.window_opening,
            "people": campaign.people,
            "planned_start": campaign.planned_start,
        }
        super().__init__(*args, **{"initial": initial, **options})
        field = self.fields["window_opening"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(opening.value, word(opening.value)) for opening in WindowOpening]


class ArrangementForm(forms.Form):
    """Which batches the plan is compared with."""

    seen_revision = forms.IntegerField(widget=forms.HiddenInput)
    package = forms.ModelChoiceField(label=_("Package"), queryset=Package.objects.none())
    side_by_side = forms.IntegerField(label=_("Batches side by side"), min_value=1, max_value=64)
    one_after_another = forms.IntegerField(label=_("Batches one after another"), min_value=1, max_value=64)
    permits_side_by_side = forms.BooleanField(
        label=_("The environment permits batches side by side; I say so"),
        required=False,
        help_text=_("Kept with your name. Memory stays apart, and each batch installs and loads for itself."),
    )
    environment_persists = forms.BooleanField(
        label=_("The environment persists between consecutive batches"),
        required=False,
        help_text=_("Otherwise retrieval, set-up and restore are added at every change-over."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        initial = {
            "seen_revision": campaign.revision,
            "package": campaign.window_package_id,
            "side_by_side": campaign.side_by_side,
            "one_after_another": campaign.one_after_another,
            "permits_side_by_side": campaign.side_by_side_permitted_by_id is not None,
            "environment_persists": campaign.environment_persists,
        }
        super().__init__(*args, **{"initial": initial, **options})
        field = self.fields["package"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Package.objects.filter(provider__team=campaign.team, retired_at__isnull=True)

    def clean_permits_side_by_side(self) -> bool:
        """Ask for the word only where it is needed, and then insist on it."""
        permits: bool = self.cleaned_data["permits_side_by_side"]
        if self.cleaned_data.get("side_by_side", 1) > 1 and not permits:
            raise ValidationError(_("Batches side by side need your word that the environment permits them."))
        return permits
