"""Variants and their factors as people state them (R2.1, R2.3, R2.4)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.domain.vocabulary import Priority, VariantRole
from campaigns.forms.goal_rows import RowForm
from campaigns.forms.numbers import NumberField
from campaigns.forms.words import needed_later, word_choices
from campaigns.models import Campaign, Choice, Variant
from campaigns.services.factors import StatedFactor
from campaigns.services.variants import StatedVariant

FOLLOWING = ("if_meets", "if_not", "if_inconclusive")


class FactorForm(RowForm):
    """One thing in which variants can differ."""

    number = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Factor"), max_length=80)

    def key(self) -> tuple[object, ...]:
        """Two rows with the same key are one too many."""
        return (self.cleaned_data["name"],)

    def has_changed(self) -> bool:
        """A row whose name was emptied is an empty row, whatever it stood for."""
        return self.changed_data != ["number"] and super().has_changed()

    def stated(self) -> StatedFactor:
        """The row as a value."""
        return StatedFactor(self.cleaned_data["number"], self.cleaned_data["name"])


class VariantForm(forms.Form):
    """One variant: a field for each factor, and the choice that each result leads to."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        help_text=gettext_lazy(
            "The control is the one reference. An isolating control is a further one that isolates one cause."
        ),
    )
    priority = forms.ChoiceField(label=gettext_lazy("Priority"))
    meets_probability = NumberField(
        label=gettext_lazy("Probability that it meets the threshold"),
        required=False,
        max_digits=5,
        decimal_places=4,
        help_text=gettext_lazy("Between 0 and 1: your belief before the test. Not for the control."),
    )
    if_meets = forms.ModelChoiceField(
        label=gettext_lazy("If it meets the threshold"), queryset=Choice.objects.none(), required=False
    )
    if_not = forms.ModelChoiceField(
        label=gettext_lazy("If it does not meet it"), queryset=Choice.objects.none(), required=False
    )
    if_inconclusive = forms.ModelChoiceField(
        label=gettext_lazy("If it stays inconclusive"), queryset=Choice.objects.none(), required=False
    )

    def __init__(self, data: Any = None, *, campaign: Campaign, variant: Variant | None) -> None:
        super().__init__(data, initial=_initial(campaign, variant))
        self.factors = {f"factor_{factor.pk}": factor.name for factor in campaign.factors.all()}
        values = variant.values if variant else {}
        for field, name in self.factors.items():
            self.fields[field] = forms.CharField(
                label=name, max_length=200, required=False, initial=values.get(name, "")
            )
        for field in FOLLOWING:
            choice = self.fields[field]
            assert isinstance(choice, forms.ModelChoiceField)
            choice.queryset = campaign.choices.all()
        for field, vocabulary in (("role", VariantRole), ("priority", Priority)):
            word = self.fields[field]
            assert isinstance(word, forms.ChoiceField)
            word.choices = word_choices(vocabulary)
        needed_later(self, *FOLLOWING, *self.factors, "meets_probability")

    @property
    def factor_fields(self) -> list[forms.BoundField]:
        """The fields of the factors, for their own part of the page."""
        return [self[name] for name in self.factors]

    @property
    def following_fields(self) -> list[forms.BoundField]:
        """The fields of the decision table."""
        return [self[name] for name in FOLLOWING]

    def stated(self) -> StatedVariant:
        """What was stated, once it is valid."""
        data = self.cleaned_data
        return StatedVariant(
            name=data["name"],
            role=VariantRole(data["role"]),
            priority=Priority(data["priority"]),
            values={name: data[field] for field, name in self.factors.items()},
            meets_probability=data["meets_probability"],
            if_meets=data["if_meets"],
            if_not=data["if_not"],
            if_inconclusive=data["if_inconclusive"],
        )


class MoveForm(forms.Form):
    """One place up or down, with the reason for leaving the suggested order."""

    direction = forms.ChoiceField(
        label=gettext_lazy("Move it"),
        choices=[("up", gettext_lazy("one place up")), ("down", gettext_lazy("one place down"))],
        widget=forms.RadioSelect,
        initial="up",
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Needed when the new order is not the suggested one."),
    )


class DropForm(forms.Form):
    """Why a variant leaves the plan."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )


def _initial(campaign: Campaign, variant: Variant | None) -> dict[str, Any]:
    """Show what is saved; the first variant that is added is most often the control."""
    if variant is not None:
        names = ("name", "role", "priority", "meets_probability", *(f"{name}_id" for name in FOLLOWING))
        return {name.removesuffix("_id"): getattr(variant, name) for name in names}
    controls = campaign.variants.filter(dropped_at=None, role=VariantRole.CONTROL.value)
    if controls.exists():
        return {"role": VariantRole.VARIANT.value, "priority": Priority.USEFUL.value}
    return {"role": VariantRole.CONTROL.value, "priority": Priority.ESSENTIAL.value, "name": "control"}
