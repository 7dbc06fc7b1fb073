"""The plan as a table of steps: each row is checked, then all of them together (R3.1, R3.2)."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.domain.durations import hours_text
from campaigns.domain.schedule import Lanes, Step, find_impossible
from campaigns.domain.typed_durations import DurationRefused, parse_duration
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind
from campaigns.models import Campaign
from campaigns.models import Step as StepRow
from campaigns.services.steps import StepEntry
from teams.services.wording import word, worded

AFTER = re.compile(r"[\s,;]+")
ROWS_MAXIMUM = 400
FIELD_OF = {"duration": "duration", "after": "after", "gpus": "gpus", "people": "people", "key": "key"}


def _words(vocabulary: Any) -> list[tuple[str, str]]:
    return [(item.value, word(item.value)) for item in vocabulary]


def _duration(minutes: int | None) -> timedelta | None:
    return timedelta(minutes=minutes) if minutes else None


def _whole_minutes(duration: timedelta | None) -> int | None:
    return duration // timedelta(minutes=1) if duration else None


class DurationField(forms.CharField):
    """A duration as it is typed; a bare number is hours."""

    def __init__(self, **options: Any) -> None:
        # A maximal length would be asked of the duration that was read, not of the text.
        super().__init__(**options)
        self.widget.attrs.update({"size": 6, "maxlength": 20, "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        """Read the duration, or None when nothing was typed."""
        if isinstance(value, timedelta):
            return value
        text = super().to_python(value)
        if not text:
            return None
        try:
            return parse_duration(text)
        except DurationRefused as refused:
            raise ValidationError(str(worded(refused.message))) from refused

    def prepare_value(self, value: Any) -> Any:
        """Show a stored duration with its units."""
        return hours_text(value) if isinstance(value, timedelta) else value


class StepForm(forms.Form):
    """One step. Its key is how other steps name it."""

    # What every step needs comes first; the rest may lie beyond a narrow window's edge.
    field_order = (
        "key", "phase", "resource", "duration", "after", "priority", "needs_machine", "per_batch", "variant",
        "gpus", "one_in_ten", "optimistic", "pessimistic", "memory_gb", "resumes",
    )  # fmt: skip

    number = forms.IntegerField(required=False, widget=forms.HiddenInput)
    key = forms.SlugField(label=_("Key"), max_length=60, widget=forms.TextInput(attrs={"size": 14}))
    phase = forms.ChoiceField(label=_("Phase"))
    resource = forms.ChoiceField(label=_("Done by"))
    duration = DurationField(label=_("Usual duration"))
    one_in_ten = DurationField(label=_("One in ten is longer than"), required=False)
    optimistic = DurationField(label=_("Optimistic"), required=False)
    pessimistic = DurationField(label=_("Pessimistic"), required=False)
    after = forms.CharField(
        label=_("After (keys)"), required=False, max_length=600, widget=forms.TextInput(attrs={"size": 18})
    )
    priority = forms.ChoiceField(label=_("Priority"))
    needs_machine = forms.BooleanField(label=_("Needs the machine"), required=False)
    per_batch = forms.BooleanField(label=_("On every batch"), required=False)
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    gpus = forms.IntegerField(
        label=_("GPUs or people"),
        min_value=1,
        max_value=64,
        initial=1,
        widget=forms.NumberInput(attrs={"size": 3}),
    )
    memory_gb = forms.DecimalField(
        label=_("Memory per GPU (GB)"), required=False, min_value=0, max_digits=7, decimal_places=2
    )
    resumes = forms.BooleanField(label=_("Resumes from a checkpoint"), required=False)

    def __init__(self, *args: Any, variants: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        choices: dict[str, list[tuple[str, Any]]] = {
            "phase": _words(Phase),
            "resource": _words(ResourceKind),
            "priority": _words(Priority),
            "variant": [("", _("none")), *variants],
        }
        for name, words in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = words

    def clean_after(self) -> tuple[str, ...]:
        """Split the keys at commas, semicolons and spaces."""
        return tuple(dict.fromkeys(key for key in AFTER.split(self.cleaned_data["after"]) if key))

    def clean(self) -> dict[str, Any]:
        """Hold one figure, two or three in their order, each at its field (R3.1)."""
        data = super().clean() or self.cleaned_data
        usual, one_in_ten = data.get("duration"), data.get("one_in_ten")
        least, most = data.get("optimistic"), data.get("pessimistic")
        if usual and one_in_ten and one_in_ten < usual:
            self.add_error("one_in_ten", _("One in ten is longer: this cannot be below the usual duration."))
        if usual and least and least > usual:
            self.add_error("optimistic", _("The optimistic duration is not above the usual one."))
        if usual and most and most < usual:
            self.add_error("pessimistic", _("The pessimistic duration is not below the usual one."))
        if bool(least) != bool(most) and not {"optimistic", "pessimistic"} & set(self.errors):
            self.add_error("pessimistic" if least else "optimistic", _("Give both ends, or neither."))
        return data

    def step(self) -> Step:
        """The row as the planning arithmetic sees it."""
        data = self.cleaned_data
        return Step(
            key=data["key"],
            title="",
            phase=Phase(data["phase"]),
            resource=ResourceKind(data["resource"]),
            duration=data["duration"],
            after=data["after"],
            priority=Priority(data["priority"]),
            needs_machine=data["needs_machine"],
            per_batch=data["per_batch"],
            gpus=data["gpus"] if data["resource"] == ResourceKind.GPU else 1,
            people=data["gpus"] if data["resource"] == ResourceKind.PERSON else 1,
        )

    def entry(self, known: dict[int, StepRow]) -> StepEntry:
        """The row as it is saved; a title that is not on the form stays."""
        data, step = self.cleaned_data, self.step()
        row = known.get(data["number"] or 0)
        return StepEntry(
            number=row.pk if row else None,
            key=step.key,
            title=row.title if row else "",
            phase=step.phase.value,
            resource=step.resource.value,
            minutes=step.minutes,
            after=step.after,
            priority=step.priority.value,
            needs_machine=step.needs_machine,
            per_batch=step.per_batch,
            resumes=data["resumes"],
            gpus=step.gpus,
            people=step.people,
            one_in_ten_minutes=_whole_minutes(data["one_in_ten"]),
            optimistic_minutes=_whole_minutes(data["optimistic"]),
            pessimistic_minutes=_whole_minutes(data["pessimistic"]),
            memory_gb=data["memory_gb"],
            variant=int(data["variant"]) if data["variant"] else None,
        )


class BaseStepFormSet(forms.BaseFormSet):  # type: ignore[type-arg]
    """All rows together: what no schedule can satisfy is said at the row and field."""

    working_day: timedelta | None = None
    largest: Lanes | None = None

    def kept(self) -> list[StepForm]:
        """The rows that hold a step and are not to be removed."""
        return [
            form
            for form in self.forms
            if form.has_changed() | bool(form.initial.get("number")) and not self._is_removed(form)
        ]

    def _is_removed(self, form: forms.Form) -> bool:
        return bool(form.cleaned_data.get("DELETE")) if hasattr(form, "cleaned_data") else False

    def entries(self, known: dict[int, StepRow]) -> list[StepEntry]:
        """The rows as they are saved."""
        return [form.entry(known) for form in self.kept()]

    def clean(self) -> None:
        """Ask the domain about cycles, missing keys and people's steps that no working day holds."""
        kept = self.kept()
        if any(form.errors for form in kept):
            return
        rows = {form.cleaned_data["key"]: form for form in reversed(kept)}
        for problem in find_impossible([form.step() for form in kept], self.largest, self.working_day):
            form = rows[problem.key]
            form.add_error(FIELD_OF.get(problem.field), str(worded(problem.message)))


StepFormSet = forms.formset_factory(
    StepForm,
    formset=BaseStepFormSet,
    extra=3,
    can_delete=True,
    max_num=ROWS_MAXIMUM,
    validate_max=True,
    absolute_max=ROWS_MAXIMUM,
)


def seen_revision(data: Any) -> int:
    """The revision that the page showed; a page without one counts as outdated."""
    text = data.get("seen_revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def step_formset(campaign: Campaign, rows: Sequence[StepRow], data: Any = None) -> BaseStepFormSet:
    """The table for a campaign's steps: bound to what was typed, else showing what is saved."""
    variants = [(str(each.pk), str(each)) for each in campaign.variants.all()]
    initial = [_initial(row) for row in rows] if data is None else _initial_of_posted(rows, data)
    formset = StepFormSet(
        data,
        initial=initial,
        prefix="steps",
        form_kwargs={"variants": variants},
        error_messages={"too_many_forms": gettext("A plan has at most %d steps. Nothing was saved.")},
    )
    return cast(BaseStepFormSet, formset)


def _initial_of_posted(rows: Sequence[StepRow], data: Any) -> list[dict[str, Any]]:
    """What is saved of each posted row by its number, also when somebody added or removed rows meanwhile."""
    saved = {str(row.pk): _initial(row) for row in rows}
    shown = data.get("steps-INITIAL_FORMS", "")
    count = min(int(shown), ROWS_MAXIMUM) if shown.isascii() and shown.isdigit() else 0
    return [saved.get(data.get(f"steps-{place}-number", ""), {}) for place in range(count)]


def _initial(row: StepRow) -> dict[str, Any]:
    return {
        "number": row.pk,
        "key": row.key,
        "phase": row.phase,
        "resource": row.resource,
        "duration": timedelta(minutes=row.usual_minutes),
        "one_in_ten": _duration(row.one_in_ten_minutes),
        "optimistic": _duration(row.optimistic_minutes),
        "pessimistic": _duration(row.pessimistic_minutes),
        "after": ", ".join(link.after.key for link in row.dependencies.all()),
        "priority": row.priority,
        "needs_machine": row.needs_machine,
        "per_batch": row.per_batch,
        "variant": str(row.variant_id or ""),
        "gpus": row.people if row.resource == ResourceKind.PERSON else row.gpus,
        "memory_gb": row.memory_gb,
        "resumes": row.resumes,
    }
