"""Forms of a run: recorded by hand, what became of it, what stopped it, what was wrong (R7.1 - R7.3)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.corrected import TIMES, CorrectedField
from campaigns.domain.run_states import can_change
from campaigns.domain.stop_rules import describe
from campaigns.domain.vocabulary import CampaignState, RunPurpose, RunState
from campaigns.domain.workflow import can_run
from campaigns.forms.runs_fields import LaneField, MetricsField, NumberField, SecondField
from campaigns.models import Campaign, Run, Step, StopEvent, StopRule, Variant
from campaigns.queries.rules import rule_from_row
from campaigns.queries.run_page import Correctable
from campaigns.queries.runs import purpose_is_open
from campaigns.services.corrections import Right
from campaigns.services.runs import News
from teams.services.wording import word, worded

LOST = "lost"
BY_HAND = (RunState.PLANNED, RunState.RUNNING, RunState.FINISHED, RunState.FAILED, RunState.UNKNOWN)


class VariantField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A variant of the campaign; a dropped one says so."""

    def label_from_instance(self, variant: Variant) -> str:
        """Name the variant."""
        text = _("%(variant)s (dropped)") if variant.dropped_at else "%(variant)s"
        return text % {"variant": variant}


class StepField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A step of the plan, by its title."""

    def label_from_instance(self, step: Step) -> str:
        """Name the step and its phase."""
        return f"{step.title or step.key} ({word(step.phase)})"


class RunForm(forms.Form):
    """A run as a person records it; identifier, configuration hash and corpus are the product's."""

    purpose = forms.ChoiceField(label=gettext_lazy("Purpose"))
    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        help_text=gettext_lazy("For a stopped run, record it as running; the stop event comes next."),
    )
    started_at = SecondField(label=gettext_lazy("Started at"), required=False)
    ended_at = SecondField(label=gettext_lazy("Ended at"), required=False)
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"), required=False, min_value=-(2**63), max_value=2**63 - 1
    )
    metrics = MetricsField()
    files_at = forms.CharField(label=gettext_lazy("Where its files are"), required=False, max_length=400)
    note = forms.CharField(
        label=gettext_lazy("Note"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    field_order = ["variant", "purpose", "step", "state", "started_at", "ended_at", "lane", "seed"]

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        self.campaign = campaign
        super().__init__(*args, **options)
        self.fields["variant"] = VariantField(campaign.variants.all(), label=_("Variant"))
        self.fields["step"] = StepField(
            campaign.steps.all(),
            label=_("Step of the plan"),
            required=False,
            help_text=_("Its recorded time stands beside the plan in the close-out."),
        )
        self.lanes = LaneField(campaign=campaign)
        self.fields["lane"] = self.lanes
        self.order_fields(self.field_order)
        offer(self.fields["purpose"], purpose_choices(campaign))
        self.fields["purpose"].initial = usual_purpose(campaign).value
        offer(self.fields["state"], [(state.value, word(state.value)) for state in BY_HAND])
        self.fields["state"].initial = RunState.RUNNING.value

    def run(self) -> Run:
        """Build the run, not saved."""
        data = self.cleaned_data
        order, lane = self.lanes.place(data["lane"])
        return Run(
            campaign=self.campaign,
            variant=data["variant"],
            purpose=data["purpose"],
            step=data["step"],
            order=order,
            lane=lane,
            seed=data["seed"],
            state=data["state"],
            started_at=data["started_at"],
            ended_at=data["ended_at"],
            metrics=data["metrics"],
            files_at=data["files_at"],
            note=data["note"],
        )


def usual_purpose(campaign: Campaign) -> RunPurpose:
    """The purpose that most runs have in the campaign's state."""
    return RunPurpose.MAIN if can_run(CampaignState(campaign.state), RunPurpose.MAIN) else RunPurpose.PILOT


def purpose_choices(campaign: Campaign) -> list[tuple[str, str]]:
    """Every purpose; one that the state does not allow says so."""
    return [(purpose.value, _purpose(campaign, purpose)) for purpose in RunPurpose]


def _purpose(campaign: Campaign, purpose: RunPurpose) -> str:
    name = word(purpose.value)
    return (
        name
        if purpose_is_open(campaign, purpose)
        else _("%(purpose)s (not possible now)") % {"purpose": name}
    )


def offer(field: forms.Field, choices: list[tuple[str, str]]) -> None:
    """Fill a choice field that was declared empty."""
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class NewsForm(forms.Form):
    """What became of a run. ``seen_state`` is the state that the page showed."""

    state = forms.ChoiceField(label=gettext_lazy("What happened"))
    started_at = SecondField(label=gettext_lazy("Started at"), required=False)
    ended_at = SecondField(
        label=gettext_lazy("Ended at"),
        required=False,
        help_text=gettext_lazy("For a lost run, the time of its last sign of life."),
    )
    metrics = MetricsField()
    files_at = forms.CharField(label=gettext_lazy("Where its files are"), required=False, max_length=400)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Needed for a lost run, and when a finished run turns out to have failed."),
    )
    seen_state = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, run: Run, **options: Any) -> None:
        super().__init__(*args, **options)
        old = RunState(run.state)
        self.fields["seen_state"].initial = run.state
        offers = {
            RunState.RUNNING: _("It started"),
            RunState.FINISHED: _("It finished"),
            RunState.FAILED: _("It failed"),
            RunState.UNKNOWN: _("There is no news of it"),
        }
        choices = [
            (state.value, label)
            for state, label in offers.items()
            if can_change(old, state) and old is not state
        ]
        if can_change(old, RunState.UNKNOWN):
            choices.append((LOST, _("It is lost: nobody expects news any more")))
        offer(self.fields["state"], choices)
        if old is RunState.FINISHED:
            for name in ("started_at", "ended_at", "metrics", "files_at"):
                del self.fields[name]
        elif run.started_at is not None:
            del self.fields["started_at"]

    def news(self) -> News:
        """What the service is told."""
        data = self.cleaned_data
        lost = data["state"] == LOST
        return News(
            state=RunState.UNKNOWN if lost else RunState(data["state"]),
            started_at=data.get("started_at"),
            ended_at=data.get("ended_at"),
            metrics=data.get("metrics") or {},
            files_at=data.get("files_at", ""),
            reason=data["reason"],
            lost=lost,
        )


class RuleField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A stop rule of the plan, as a sentence."""

    def label_from_instance(self, rule: StopRule) -> str:
        """Say the rule as its page does."""
        return f"{word(rule.kind)}: {worded(describe(rule_from_row(rule)))}"


class StopEventForm(forms.Form):
    """What stopped a run: a rule of the plan or another cause, the value that was seen, and why in words."""

    observed = forms.CharField(
        label=gettext_lazy("Observed value"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("For example: loss NaN at training step 1,200"),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), widget=forms.Textarea(attrs={"rows": 3}))
    at = SecondField(label=gettext_lazy("Stopped at"))
    seen_state = forms.CharField(widget=forms.HiddenInput)
    field_order = ["rule"]

    def __init__(self, *args: Any, run: Run, **options: Any) -> None:
        self.run = run
        super().__init__(*args, **options)
        self.fields["seen_state"].initial = run.state
        self.fields["rule"] = RuleField(
            run.campaign.stop_rules.all(),
            label=_("Rule"),
            required=False,
            empty_label=_("Another cause, no rule of the plan"),
        )
        self.order_fields(self.field_order)
        if run.ended_at:
            self.fields["at"].initial = run.ended_at

    def event(self) -> StopEvent:
        """Build the event, not saved."""
        data = self.cleaned_data
        return StopEvent(
            run=self.run, rule=data["rule"], observed=data["observed"], reason=data["reason"], at=data["at"]
        )


class CorrectionForm(forms.Form):
    """What is right, and why the first record was wrong; only the input that fits the figure is shown."""

    reason = forms.CharField(label=gettext_lazy("Why it was wrong"), widget=forms.Textarea(attrs={"rows": 2}))
    field_order = ["moment", "number", "text"]

    def __init__(self, *args: Any, what: Correctable, **options: Any) -> None:
        super().__init__(*args, **options)
        self.what = what
        if what.field in TIMES:
            self.fields["moment"] = SecondField(label=_("Right time"), initial=what.moment)
        elif what.field is CorrectedField.METRIC:
            self.fields["number"] = NumberField(label=_("Right value"), max_length=60)
        else:
            self.fields["text"] = forms.CharField(label=_("Right words"), max_length=400, initial=what.old)
        self.order_fields(self.field_order)

    def right(self) -> Right:
        """What the service is told."""
        data = self.cleaned_data
        text = data.get("number", data.get("text", ""))
        return Right(self.what.field, moment=data.get("moment"), text=text, metric=self.what.metric)
