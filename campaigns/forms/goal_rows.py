"""The rows of the goal's four lists: choices, outcomes, acceptance checks, deliverables."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.goal_text import StatedCheck, StatedChoice, StatedDeliverable, StatedOutcome
from campaigns.domain.vocabulary import DeliverableKind, DeliverableScope, Direction, Priority
from campaigns.forms.conflicts import BothTexts
from campaigns.forms.numbers import NumberField
from campaigns.forms.words import word_choices

MOST = 200
EMPTY_ROWS = 2


class RowForm(forms.Form):
    """A row of a list; fields that hold one word of a vocabulary are named in ``vocabularies``."""

    vocabularies: dict[str, Any] = {}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, vocabulary in self.vocabularies.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = word_choices(vocabulary)


class ChoiceForm(RowForm):
    """Something that can be chosen when the campaign ends."""

    number = forms.IntegerField(required=False, widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("Choice"), max_length=200, widget=forms.TextInput(attrs={"data-choice": ""})
    )

    def key(self) -> Hashable:
        """Two rows with the same key are one too many."""
        return (self.cleaned_data["text"],)

    def has_changed(self) -> bool:
        """A row whose text was emptied is an empty row, whatever it stood for."""
        return self.changed_data != ["number"] and super().has_changed()

    def stated(self) -> StatedChoice:
        """The row as a value."""
        return StatedChoice(self.cleaned_data["number"], self.cleaned_data["text"])


class OutcomeForm(RowForm):
    """If this result, then that choice."""

    condition = forms.CharField(
        label=gettext_lazy("If"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 34}),
    )
    choice = forms.CharField(
        label=gettext_lazy("Then"),
        max_length=200,
        widget=forms.TextInput(attrs={"list": "offered-choices", "autocomplete": "off"}),
    )
    none_meets = forms.BooleanField(label=gettext_lazy("None meets"), required=False)

    def key(self) -> Hashable:
        """Two rows with the same key are one too many."""
        return self.cleaned_data["condition"], self.cleaned_data["choice"]

    def stated(self, none_meets: bool) -> StatedOutcome:
        """The row as a value."""
        return StatedOutcome(self.cleaned_data["condition"], self.cleaned_data["choice"], none_meets)


class CheckForm(RowForm):
    """A metric, a comparison and a threshold, announced before the runs."""

    vocabularies = {"direction": Direction, "priority": Priority}

    metric = forms.CharField(label=gettext_lazy("Metric"), max_length=120)
    direction = forms.ChoiceField(label=gettext_lazy("Comparison"), initial=Direction.AT_LEAST.value)
    threshold = NumberField(label=gettext_lazy("Threshold"), required=False)
    minimum_difference = NumberField(label=gettext_lazy("Least difference to control"), required=False)
    priority = forms.ChoiceField(label=gettext_lazy("Priority"), initial=Priority.ESSENTIAL.value)

    def key(self) -> Hashable:
        """Two rows with the same key are one too many."""
        return self.cleaned_data["metric"], self.cleaned_data["direction"]

    def stated(self) -> StatedCheck:
        """The row as a value."""
        data = self.cleaned_data
        return StatedCheck(
            metric=data["metric"],
            direction=Direction(data["direction"]),
            threshold=data["threshold"],
            minimum_difference=data["minimum_difference"],
            priority=Priority(data["priority"]),
        )


class DeliverableForm(RowForm):
    """What the campaign promises to deliver."""

    vocabularies = {"scope": DeliverableScope, "priority": Priority}

    kind = forms.ChoiceField(label=gettext_lazy("Deliverable"))
    scope = forms.ChoiceField(label=gettext_lazy("For"), initial=DeliverableScope.CAMPAIGN.value)
    priority = forms.ChoiceField(label=gettext_lazy("Priority"), initial=Priority.ESSENTIAL.value)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [("", "–"), *word_choices(DeliverableKind)]

    def key(self) -> Hashable:
        """Two rows with the same key are one too many."""
        return self.cleaned_data["kind"], self.cleaned_data["scope"]

    def stated(self) -> StatedDeliverable:
        """The row as a value."""
        data = self.cleaned_data
        return StatedDeliverable(
            DeliverableKind(data["kind"]), DeliverableScope(data["scope"]), Priority(data["priority"])
        )


class RowSet(forms.BaseFormSet):  # type: ignore[type-arg]
    """The rows of a list; one that is marked for removal, or emptied, is not kept."""

    @property
    def kept(self) -> list[Any]:
        """The forms that count, in their order."""
        return [form for form in self.forms if form.cleaned_data and not form.cleaned_data.get("DELETE")]

    def as_form(self) -> forms.Form:
        """A form without fields that carries what a service refuses of the whole list."""
        form = forms.Form(self.data if self.is_bound else None)
        form.is_valid()
        return form

    def both_texts(self, label: str, saved: Sequence[str]) -> tuple[BothTexts, ...]:
        """What is saved of a list now, and what was typed, by the first field that shows."""
        typed = [str(form.key()[0]) for form in self.kept]
        return (BothTexts(label, "\n".join(saved), "\n".join(typed)),)

    def clean(self) -> None:
        """Refuse a row that stands in the list twice, at the second one."""
        if any(form.errors and not form.cleaned_data.get("DELETE") for form in self.forms):
            return
        seen: set[Hashable] = set()
        for form in self.kept:
            key = form.key()
            if key in seen:
                field = next(name for name, each in form.fields.items() if not each.widget.is_hidden)
                form.add_error(field, ValidationError(_("This stands in the list twice.")))
            seen.add(key)


def row_set(
    form: Callable[..., RowForm], prefix: str, saved: Sequence[Any], data: Mapping[str, Any] | None
) -> RowSet:
    """Make the list of a goal: what is saved and some empty rows, or what was typed."""
    kind = forms.formset_factory(
        form,  # type: ignore[arg-type]
        formset=RowSet,
        extra=EMPTY_ROWS,
        can_delete=True,
        max_num=MOST,
        validate_max=True,
        absolute_max=MOST,
    )
    # What is saved plays no part in reading what was typed: somebody else may have saved meanwhile.
    initial = None if data else [asdict(row) for row in saved]
    made = kind(data, prefix=prefix, initial=initial, form_kwargs={"empty_permitted": True} if data else None)
    assert isinstance(made, RowSet)
    return made
