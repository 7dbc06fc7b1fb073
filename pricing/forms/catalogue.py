"""Adding a package, confirming its memory, recording a price."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from pricing.forms.amounts import AmountField, CurrencyField
from teams.models import Team

LONGEST = timedelta(days=3650)
MINUTES_IN = {"days": 1440, "hours": 60}


class PackageForm(forms.Form):
    """A provider's unit of sale, as the source states it."""

    team = forms.ModelChoiceField(label=_("Team"), queryset=Team.objects.none(), empty_label=None)
    provider = forms.CharField(
        label=_("Provider"),
        max_length=120,
        help_text=_("A known name, or a new one."),
        widget=forms.TextInput(attrs={"list": "known-providers"}),
    )
    sku = forms.CharField(
        label=_("SKU"), max_length=60, help_text=_("Short name without spaces, such as rtx4090-3d.")
    )
    gpu_model = forms.CharField(label=_("GPU model"), max_length=60)
    gpus_per_batch = forms.IntegerField(
        label=_("GPUs per batch"),
        min_value=1,
        max_value=1024,
        initial=1,
        help_text=_("A batch with two GPUs costs its price once."),
    )
    memory_per_gpu_gb = AmountField(
        label=_("Memory per GPU"), help_text=_("The card's own memory. Never the sum over a batch.")
    )
    duration = AmountField(
        label=_("Duration"), required=False, help_text=_("Leave empty when the source does not state it.")
    )
    duration_unit = forms.ChoiceField(
        label=_("Days or hours"), choices=[("days", _("days")), ("hours", _("hours"))], initial="days"
    )

    def __init__(self, *args: Any, teams: "QuerySet[Team]", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]
        self.fields["team"].initial = teams.first()
        self.fields["memory_per_gpu_gb"].unit = _("GB")  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Turn number and unit into one duration; none means *not stated*."""
        cleaned = super().clean() or {}
        unit = cleaned.pop("duration_unit", "days")
        number: Decimal | None = cleaned.get("duration")
        if number is not None:
            try:
                cleaned["duration"] = _duration(number, unit)
            except ValidationError as error:
                self.add_error("duration", error)
        return cleaned


class MemoryForm(forms.Form):
    """A person's word that a card has this memory."""

    memory_per_gpu_gb = AmountField(
        label=_("Memory per GPU"), help_text=_("As the maker of the card publishes it.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["memory_per_gpu_gb"].unit = _("GB")  # type: ignore[attr-defined]


class PriceForm(forms.Form):
    """What a source says one batch costs."""

    amount = AmountField(
        label=_("Price of one batch"),
        required=False,
        help_text=_("For the whole duration. Leave empty when the source does not state a price."),
    )
    currency = CurrencyField(label=_("Currency"), initial="USD")
    source = forms.CharField(
        label=_("Source"), max_length=300, help_text=_("Where it is stated: a page, an offer, a letter.")
    )
    captured_on = forms.DateField(
        label=_("Captured on"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    valid_until = forms.DateField(
        label=_("Valid until"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("The last day on which the source keeps this price."),
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["captured_on"].initial = today


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=1000)


def _duration(number: Decimal, unit: str) -> timedelta:
    minutes = number * MINUTES_IN[unit]
    if minutes > LONGEST // timedelta(minutes=1):
        raise ValidationError(_("This is longer than ten years."))
    if minutes <= 0 or minutes % 1:
        raise ValidationError(_("A duration is more than zero and a whole number of minutes."))
    return timedelta(minutes=int(minutes))
