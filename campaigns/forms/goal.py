"""The goal as one form: its own fields and its four lists, saved together or not at all (R1.1, R1.2)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BaseFormSet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.goal_text import StatedChoice, StatedGoal
from campaigns.domain.question import says_none_meets
from campaigns.domain.vocabulary import CampaignKind
from campaigns.forms.goal_rows import (
    CheckForm,
    ChoiceForm,
    DeliverableForm,
    OutcomeForm,
    RowSet,
    row_set,
)
from campaigns.forms.words import needed_later, word_choices
from campaigns.models import Campaign
from campaigns.queries.goal import stated_goal
from pricing.forms.amounts import AmountField, CurrencyField
from teams.models import Team

NEGATIONS = ("no ", "none ", "neither ")


class NewCampaignForm(forms.Form):
    """What a campaign begins with; everything else is stated on its own pages."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    team = forms.ModelChoiceField(label=gettext_lazy("Team"), queryset=Team.objects.none(), empty_label=None)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), widget=forms.RadioSelect)
    question = forms.CharField(
        label=gettext_lazy("Decision question"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "What will somebody be able to choose? For example: Do we adopt adapter A, or keep the control?"
        ),
    )

    def __init__(self, *args: Any, teams: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        team, kind = self.fields["team"], self.fields["kind"]
        assert isinstance(team, forms.ModelChoiceField)
        assert isinstance(kind, forms.ChoiceField)
        team.queryset = teams
        kind.choices = word_choices(CampaignKind)
        kind.initial = CampaignKind.RESEARCH_DECISION.value
        needed_later(self, "question")


class GoalForm(forms.Form):
    """The fields of the goal that stand alone."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "A research decision ends with a choice. Deliverables end with files that were accepted."
        ),
    )
    question = forms.CharField(
        label=gettext_lazy("Decision question"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "What will somebody be able to choose? For example: Do we adopt adapter A, or keep the control?"
        ),
    )
    closing_condition = forms.CharField(
        label=gettext_lazy("Closing condition"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What, once true, ends the campaign, whichever way the answer falls?"),
    )
    ceiling = AmountField(
        label=gettext_lazy("Budget ceiling"),
        required=False,
        help_text=gettext_lazy("For all orders together. It is approved with the plan."),
    )
    currency = CurrencyField(label=gettext_lazy("Currency"), required=False, initial="USD")
    tolerance_percent = forms.IntegerField(
        label=gettext_lazy("Tolerance"),
        min_value=0,
        max_value=1000,
        help_text=gettext_lazy(
            "A larger difference from the planned time needs an explanation before closing."
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = word_choices(CampaignKind)
        needed_later(self, "question", "closing_condition")
        self.fields["tolerance_percent"].unit = "%"  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A ceiling has a currency and is more than zero."""
        data = super().clean() or self.cleaned_data
        ceiling = data.get("ceiling")
        if ceiling is not None and ceiling <= 0:
            self.add_error("ceiling", _("A budget ceiling is more than zero; leave it empty for none."))
        if ceiling is not None and "currency" in data and not data["currency"]:
            self.add_error("currency", _("Give the currency of the ceiling."))
        return data


class GoalForms:
    """The form and its lists, bound to what was typed or showing what is saved."""

    def __init__(self, campaign: Campaign, data: Mapping[str, Any] | None) -> None:
        self.saved = stated_goal(campaign)
        saved = self.saved
        initial = {name: getattr(saved, name) for name in GoalForm.base_fields}
        self.main = GoalForm(data, initial={**initial, "kind": saved.kind.value})
        self.choices = row_set(ChoiceForm, "choices", saved.choices, data)
        self.outcomes = row_set(OutcomeForm, "outcomes", saved.outcomes, data)
        self.checks = row_set(CheckForm, "checks", saved.checks, data)
        self.deliverables = row_set(DeliverableForm, "deliverables", saved.deliverables, data)

    @property
    def lists(self) -> tuple[RowSet, ...]:
        """The four lists in the order of the page."""
        return self.choices, self.outcomes, self.checks, self.deliverables

    @property
    def offered(self) -> list[str]:
        """The choices that an outcome can lead to, typed or saved, for the list beside the field."""
        typed = [str(form["text"].value() or "").strip() for form in self.choices]
        return list(dict.fromkeys(text for text in typed if text))

    @property
    def has_errors(self) -> bool:
        """Say whether something must be mended, in the form or in a list."""
        wrong = any(rows.total_error_count() for rows in self.lists if rows.is_bound)
        return bool(self.main.errors) or wrong

    def is_valid(self) -> bool:
        """Check every part, so that all errors show at once, and then the parts against each other."""
        parts: list[forms.BaseForm | BaseFormSet[Any]] = [self.main, *self.lists]
        valid = [part.is_valid() for part in parts]
        return all(valid) and self._agree()

    def _agree(self) -> bool:
        renamed = self._renamed()
        names = [choice.text for choice in self._choices()]
        agreed = True
        for form in self.outcomes.kept:
            choice = form.cleaned_data["choice"]
            form.cleaned_data["choice"] = choice if choice in names else renamed.get(choice, choice)
            if form.cleaned_data["choice"] not in names:
                message = _("“%(choice)s” is not one of the choices above: %(choices)s.")
                offered = ", ".join(names) or _("none yet")
                form.add_error("choice", message % {"choice": choice, "choices": offered})
                agreed = False
        return agreed

    def _choices(self) -> tuple[StatedChoice, ...]:
        return tuple(form.stated() for form in self.choices.kept)

    def _renamed(self) -> dict[str, str]:
        """What an outcome calls by its old text still means the choice whose text was changed."""
        old = {choice.number: choice.text for choice in self.saved.choices}
        counts = Counter(choice.text for choice in self._choices())
        return {
            old[choice.number]: choice.text
            for choice in self._choices()
            if choice.number in old and old[choice.number] not in counts
        }

    def goal(self) -> StatedGoal:
        """What was typed, once it is valid."""
        data = self.main.cleaned_data
        return StatedGoal(
            title=data["title"],
            kind=CampaignKind(data["kind"]),
            question=data["question"],
            closing_condition=data["closing_condition"],
            ceiling=data["ceiling"],
            currency=data["currency"] or self.saved.currency,
            tolerance_percent=data["tolerance_percent"],
            choices=self._choices(),
            outcomes=tuple(form.stated(self._marks(form)) for form in self.outcomes.kept),
            checks=tuple(form.stated() for form in self.checks.kept),
            deliverables=tuple(form.stated() for form in self.deliverables.kept),
        )

    def _marks(self, form: OutcomeForm) -> bool:
        """Read "no variant meets it" as the outcome for that case, unless the planner marked one."""
        if any(other.cleaned_data["none_meets"] for other in self.outcomes.kept):
            return bool(form.cleaned_data["none_meets"])
        condition = form.cleaned_data["condition"].casefold()
        return condition.startswith(NEGATIONS) and says_none_meets(condition)
