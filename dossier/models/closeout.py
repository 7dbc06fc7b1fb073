from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Choice
from config.constraints import ExplainedCheck
from config.frozen import frozen_triggers
from teams.models import Person


class ClosingNotes(models.Model):
    """A row holds what people write for the close-out before it is issued."""

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="closing_notes")
    conclusion = models.TextField(_("conclusion"), blank=True, default="")
    choice = models.ForeignKey(
        Choice, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("choice")
    )
    uncertainties = models.TextField(_("what stays uncertain"), blank=True, default="")
    files_kept_at = models.TextField(_("where raw files and backups are"), blank=True, default="")

    class Meta:
        ordering = ["campaign"]
        verbose_name_plural = "closing notes"

    def __str__(self) -> str:
        return self.conclusion


class DeviationExplanation(models.Model):
    """A row proves why a step took another time than provided, and what was decided about it (R11.1)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="deviation_explanations")
    step_key = models.CharField(max_length=60)
    explanation = models.TextField(_("explanation"))
    decision = models.TextField(_("decision taken about it"))
    explained_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="deviation_explanations")
    explained_at = models.DateTimeField(_("explained at"))

    class Meta:
        ordering = ["campaign", "step_key"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "step_key"], name="deviation_is_explained_once"),
            ExplainedCheck(
                name="explanation_and_decision_are_written",
                condition=~models.Q(explanation="") & ~models.Q(decision=""),
                message=_("Give the explanation and the decision taken about it."),
                field="explanation",
            ),
        ]

    def __str__(self) -> str:
        return self.step_key


class CloseoutEdition(models.Model):
    """A row proves what was issued: number, data, hash and the PDF's bytes (R11.3). Nothing rewrites it."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="editions")
    number = models.PositiveIntegerField(_("edition"))
    previous = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        related_name="next",
        null=True,
        blank=True,
        verbose_name=_("edition before"),
    )
    reason = models.TextField(_("reason for a new edition"), blank=True, default="")
    data = models.JSONField(_("data"))
    data_hash = models.CharField(_("hash"), max_length=64)
    pdf = models.BinaryField(_("PDF"))
    language = models.CharField(_("language"), max_length=10, default="en")
    issued_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="issued_editions")
    issued_at = models.DateTimeField(_("issued at"))

    class Meta:
        ordering = ["campaign", "number"]
        triggers = frozen_triggers()
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="edition_number_is_unique"),
            ExplainedCheck(
                name="later_edition_names_the_one_before",
                condition=models.Q(number=1, previous__isnull=True)
                | (models.Q(number__gt=1, previous__isnull=False) & ~models.Q(reason="")),
                message=_("A later edition names the one before and gives its reason."),
                field="reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} edition {self.number}"
