from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import DeliverableKind, DeliverableScope, Direction, Priority
from campaigns.models.campaign import Campaign
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from config.frozen import frozen_once


class Choice(models.Model):
    """A row proves that this can be chosen when the campaign ends."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="choices")
    text = models.CharField(_("choice"), max_length=200)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "text"], name="choice_is_named_once")]

    def __str__(self) -> str:
        return self.text


class Outcome(models.Model):
    """A row proves which result leads to which choice (R1.2)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="outcomes")
    condition = models.CharField(_("if"), max_length=400)
    choice = models.ForeignKey(
        Choice, on_delete=models.PROTECT, related_name="outcomes", verbose_name=_("then")
    )
    none_meets = models.BooleanField(
        _("this is the outcome when no variant meets the threshold"), default=False
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return f"{self.condition} → {self.choice}"


class Corpus(models.Model):
    """A row proves on which data variants are compared; once frozen it never changes (R1.5)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="corpora")
    name = models.CharField(_("corpus"), max_length=200)
    version = models.CharField(_("version"), max_length=60, default="1")
    item_count = models.PositiveIntegerField(_("items"))
    sha256 = models.CharField(_("content hash (SHA-256)"), max_length=64, blank=True, default="")
    frozen_at = models.DateTimeField(_("frozen at"), null=True, blank=True)
    identifiers = ArrayField(models.CharField(max_length=300), default=list, blank=True)

    class Meta:
        ordering = ["campaign", "id"]
        verbose_name_plural = "corpora"
        triggers = frozen_once("frozen_at")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name", "version"], name="corpus_version_is_unique"),
            ExplainedCheck(
                name="corpus_hash_is_sha256",
                condition=models.Q(sha256="") | models.Q(sha256__regex=r"^[0-9a-f]{64}$"),
                message=_("A SHA-256 hash is 64 characters, 0-9 and a-f."),
                field="sha256",
            ),
            ExplainedCheck(
                name="frozen_corpus_has_its_hash",
                condition=models.Q(frozen_at__isnull=True) | ~models.Q(sha256=""),
                message=_("A corpus is frozen with its content hash."),
                field="sha256",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class AcceptanceCheck(models.Model):
    """A row proves that this metric and threshold were asked of every variant."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="checks")
    metric = models.CharField(_("metric"), max_length=120)
    direction = models.CharField(
        _("comparison"), max_length=10, choices=words(Direction), default=Direction.AT_LEAST
    )
    threshold = models.DecimalField(_("threshold"), max_digits=18, decimal_places=6, null=True, blank=True)
    minimum_difference = models.DecimalField(
        _("minimum difference to the control"), max_digits=18, decimal_places=6, null=True, blank=True
    )
    priority = models.CharField(
        _("priority"), max_length=12, choices=words(Priority), default=Priority.ESSENTIAL
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "metric", "direction"], name="check_is_announced_once"
            ),
            known("check_direction_is_known", "direction", Direction),
            known("check_priority_is_known", "priority", Priority),
        ]

    def __str__(self) -> str:
        return f"{self.metric} {self.direction} {self.threshold}"


class Deliverable(models.Model):
    """A row proves that the campaign promised to deliver this."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="deliverables")
    kind = models.CharField(_("deliverable"), max_length=30, choices=words(DeliverableKind))
    scope = models.CharField(
        _("for"), max_length=20, choices=words(DeliverableScope), default=DeliverableScope.CAMPAIGN
    )
    priority = models.CharField(
        _("priority"), max_length=12, choices=words(Priority), default=Priority.ESSENTIAL
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "kind", "scope"], name="deliverable_is_named_once"),
            known("deliverable_kind_is_known", "kind", DeliverableKind),
            known("deliverable_scope_is_known", "scope", DeliverableScope),
            known("deliverable_priority_is_known", "priority", Priority),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.scope})"
