from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import ProposalKind
from campaigns.models.campaign import Campaign
from campaigns.models.plan import Step
from campaigns.models.variant import Variant
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from config.frozen import CompleteAtBirth, frozen_triggers
from teams.models import Person


class DecisionOutcome(StrEnum):
    """What a lead does with a proposal (R6.3); its proposer can withdraw it."""

    APPROVED = "approved"
    SENT_BACK = "sent back"
    WITHDRAWN = "withdrawn"


class Measurement(models.Model):
    """A row proves how long a step of the pilot really took (R6.1). The latest of a step counts."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="measurements")
    step = models.ForeignKey(Step, on_delete=models.PROTECT, related_name="measurements")
    minutes = models.PositiveIntegerField(_("measured duration"))
    source = models.CharField(_("how it was measured"), max_length=200)
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="measurements")
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["recorded_at", "id"]
        get_latest_by = ["recorded_at", "id"]
        triggers = frozen_triggers()
        constraints = [
            ExplainedCheck(
                name="measured_duration_is_positive",
                condition=models.Q(minutes__gt=0),
                message=_("A measured duration is more than zero minutes."),
                field="minutes",
            )
        ]

    def __str__(self) -> str:
        return f"{self.step_id} {self.minutes}"


class Proposal(models.Model):
    """A row proves what a planner proposed after the pilot, and the evidence shown then (R6.2)."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="proposals")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("proposal"), max_length=10, choices=words(ProposalKind))
    reason = models.TextField(_("reason"))
    would_change = models.TextField(_("which results would change the choice"))
    evidence = models.JSONField(_("evidence"))
    evidence_hash = models.CharField(max_length=64)
    proposed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="proposals")
    proposed_at = models.DateTimeField(_("proposed at"))

    class Meta:
        ordering = ["campaign", "number"]
        triggers = frozen_triggers()
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="proposal_number_is_unique"),
            known("proposal_kind_is_known", "kind", ProposalKind),
            ExplainedCheck(
                name="proposal_gives_its_reasons",
                condition=~models.Q(reason="") & ~models.Q(would_change=""),
                message=_("Say why, and which results would change the choice."),
                field="reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.number} {self.kind}"


class ProposedDrop(models.Model):
    """A row proves that a proposal to reduce would drop this variant, and why (R6.2)."""

    app_rights = "SELECT, INSERT"

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="drops")
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="proposed_drops")
    reason = models.TextField(_("reason"))

    class Meta:
        ordering = ["proposal", "variant"]
        triggers = [*frozen_triggers(), CompleteAtBirth("proposal")]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "variant"], name="variant_is_dropped_once_in_a_proposal"
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant}"


class Decision(models.Model):
    """A row proves who decided on a proposal, when, why, and what was shown at that moment (R6.3)."""

    app_rights = "SELECT, INSERT"

    proposal = models.OneToOneField(Proposal, on_delete=models.PROTECT, related_name="decision")
    outcome = models.CharField(_("decision"), max_length=10, choices=words(DecisionOutcome))
    reason = models.TextField(_("reason"))
    proposed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="decisions")
    decided_at = models.DateTimeField(_("decided at"))
    team_of_one = models.BooleanField(_("decided in a team of one"), default=False)
    shown = models.JSONField(_("what was shown"))
    shown_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["decided_at", "id"]
        triggers = frozen_triggers()
        constraints = [
            known("decision_outcome_is_known", "outcome", DecisionOutcome),
            ExplainedCheck(
                name="decision_not_by_proposer",
                condition=~models.Q(decided_by=models.F("proposed_by"))
                | models.Q(team_of_one=True)
                | models.Q(outcome=DecisionOutcome.WITHDRAWN.value),
                message=_("Nobody decides on their own proposal. Ask another lead of the team."),
            ),
            ExplainedCheck(
                name="decision_gives_its_reason",
                condition=~models.Q(reason=""),
                message=_("Say why."),
                field="reason",
            ),
        ]

    def __str__(self) -> str:
        return self.outcome
