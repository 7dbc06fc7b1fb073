"""Stop rules: the fields that a kind needs, and no others (R5.1)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.domain.stop_rules import StopRule
from campaigns.domain.vocabulary import StopRuleKind
from campaigns.forms.numbers import NumberField
from campaigns.forms.steps import DurationField
from campaigns.forms.words import needed_later

COMMON = ("applies_to", "consequence")
FIELDS: dict[StopRuleKind, tuple[str, ...]] = {
    StopRuleKind.NON_FINITE_LOSS: ("metric",),
    StopRuleKind.QUALITY_BELOW_THRESHOLD: ("metric", "threshold", "after_minutes", "after_steps"),
    StopRuleKind.ESSENTIAL_INPUT_TRUNCATED: (),
    StopRuleKind.NO_USABLE_RECOVERY: (),
    StopRuleKind.TIME_LIMIT: ("after_minutes",),
    StopRuleKind.OTHER: ("wording",),
}
NEEDED = ("threshold", "wording")
LABELS = {
    (StopRuleKind.NON_FINITE_LOSS, "metric"): gettext_lazy("Name of the loss, when it is not “loss”"),
    (StopRuleKind.TIME_LIMIT, "after_minutes"): gettext_lazy("Longest time"),
}


class RuleForm(forms.Form):
    """One rule of a kind that is known already."""

    metric = forms.CharField(label=gettext_lazy("Metric"), max_length=120, required=False)
    threshold = NumberField(label=gettext_lazy("Stop below"), required=False)
    after_minutes = DurationField(
        label=gettext_lazy("From which time on"),
        required=False,
        help_text=gettext_lazy("Hours, or with a unit: 4, 90 min, 1:30."),
    )
    after_steps = forms.IntegerField(
        label=gettext_lazy("From which training step on"),
        required=False,
        min_value=0,
        max_value=2_000_000_000,
    )
    wording = forms.CharField(
        label=gettext_lazy("Stop when, in words"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    applies_to = forms.CharField(label=gettext_lazy("Applies to"), max_length=200, required=False)
    consequence = forms.CharField(label=gettext_lazy("What happens then"), max_length=300, required=False)

    def __init__(self, data: Any = None, *, kind: StopRuleKind, saved: StopRule | None) -> None:
        self.kind = kind
        super().__init__(data, initial=_initial(saved or StopRule(kind)))
        for name in [name for name in self.fields if name not in (*FIELDS[kind], *COMMON)]:
            del self.fields[name]
        for (of_kind, name), label in LABELS.items():
            if of_kind is kind:
                self.fields[name].label = label
        needed_later(self, *COMMON, *[name for name in NEEDED if name in self.fields])

    def rule(self) -> StopRule:
        """What was stated, once it is valid; the domain says what it lacks."""
        data = self.cleaned_data
        return StopRule(
            kind=self.kind,
            metric=data.get("metric", ""),
            threshold=data.get("threshold"),
            after=data.get("after_minutes"),
            after_steps=data.get("after_steps"),
            wording=data.get("wording", ""),
            applies_to=data["applies_to"],
            consequence=data["consequence"],
        )


def _initial(rule: StopRule) -> dict[str, Any]:
    return {
        "metric": rule.metric,
        "threshold": rule.threshold,
        "after_minutes": rule.after,
        "after_steps": rule.after_steps,
        "wording": rule.wording,
        "applies_to": rule.applies_to,
        "consequence": rule.consequence,
    }
