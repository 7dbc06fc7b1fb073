"""Forms of the pilot: a measured duration, a proposal, a decision (R6.1-R6.3)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import Priority, ProposalKind, VariantRole
from campaigns.forms.steps import DurationField
from campaigns.models import Campaign, DecisionOutcome, Proposal, Step, Variant

SENTENCES = {
    ProposalKind.CONTINUE: _("Continue: run the plan as it is approved."),
    ProposalKind.REDUCE: _("Reduce: drop optional variants, named below with the reason."),
    ProposalKind.REVISIT: _(
        "Revisit the question: the campaign returns to its goal; what was spent stays on its books."
    ),
}


class MeasurementForm(forms.Form):
    """How long a step really took."""

    step = forms.ModelChoiceField(label=_("Step"), queryset=Step.objects.none())
    duration = DurationField(label=_("Measured duration"), help_text=_("Hours, 1:30, 90 min."))
    source = forms.CharField(
        label=_("How it was measured"),
        max_length=200,
        help_text=_("A log, a run, a stopwatch: so that others can check."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["step"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = campaign.steps.all()


class ProposalForm(forms.Form):
    """Continue, reduce the optional variants, or revisit the question."""

    kind = forms.ChoiceField(
        label=_("Proposal"),
        widget=forms.RadioSelect,
        choices=[(kind.value, SENTENCES[kind]) for kind in ProposalKind],
    )
    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea(attrs={"rows": 3}))
    would_change = forms.CharField(
        label=_("Which results would change the choice"), widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        self.optional = {f"drop_{each.pk}": each for each in optional_variants(campaign)}
        for name, variant in self.optional.items():
            self.fields[name] = forms.CharField(
                label=_("Drop %(variant)s, because") % {"variant": variant},
                required=False,
                max_length=500,
                help_text=_("Leave it empty to keep the variant."),
            )

    def drops(self) -> dict[Variant, str]:
        """The variants for which a reason to drop them was given."""
        data = self.cleaned_data
        return {variant: data[name].strip() for name, variant in self.optional.items() if data[name].strip()}


def optional_variants(campaign: Campaign) -> list[Variant]:
    """The variants that a reduction may drop: not the control, not essential, not dropped already."""
    rows = campaign.variants.filter(dropped_at__isnull=True).exclude(priority=Priority.ESSENTIAL.value)
    return list(rows.exclude(role=VariantRole.CONTROL.value))


class DecideForm(forms.Form):
    """A lead approves or sends back, with a reason and the password again."""

    seen_hash = forms.CharField(widget=forms.HiddenInput)
    outcome = forms.ChoiceField(
        label=_("Decision"),
        widget=forms.RadioSelect,
        choices=[
            (DecisionOutcome.APPROVED.value, _("Approve the proposal")),
            (DecisionOutcome.SENT_BACK.value, _("Send it back to the pilot")),
        ],
    )
    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea(attrs={"rows": 3}))
    password = forms.CharField(
        label=_("Your password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, proposal: Proposal, **options: Any) -> None:
        super().__init__(*args, **{"initial": {"seen_hash": proposal.evidence_hash}, **options})
