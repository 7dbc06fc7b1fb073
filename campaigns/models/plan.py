from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import Phase, Priority, ResourceKind, StopRuleKind
from campaigns.models.campaign import Campaign
from campaigns.models.variant import Variant
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck


class Step(models.Model):
    """A row proves that the plan holds this piece of work (R3.1)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="steps")
    key = models.SlugField(_("key"), max_length=60)
    title = models.CharField(_("title"), max_length=160, blank=True, default="")
    phase = models.CharField(_("phase"), max_length=20, choices=words(Phase))
    resource = models.CharField(_("done by"), max_length=10, choices=words(ResourceKind))
    usual_minutes = models.PositiveIntegerField(_("usual duration"))
    one_in_ten_minutes = models.PositiveIntegerField(_("one in ten is longer than"), null=True, blank=True)
    optimistic_minutes = models.PositiveIntegerField(_("optimistic"), null=True, blank=True)
    pessimistic_minutes = models.PositiveIntegerField(_("pessimistic"), null=True, blank=True)
    gpus = models.PositiveSmallIntegerField(_("GPUs of one batch"), default=1)
    memory_gb = models.DecimalField(
        _("memory per GPU (GB)"), max_digits=7, decimal_places=2, null=True, blank=True
    )
    people = models.PositiveSmallIntegerField(_("people"), default=1)
    needs_machine = models.BooleanField(_("needs the rented machine"), default=True)
    per_batch = models.BooleanField(_("once on every batch"), default=False)
    resumes = models.BooleanField(_("resumes from a checkpoint"), default=False)
    priority = models.CharField(
        _("priority"), max_length=12, choices=words(Priority), default=Priority.ESSENTIAL
    )
    variant = models.ForeignKey(
        Variant, on_delete=models.PROTECT, related_name="steps", null=True, blank=True
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="step_key_is_unique_in_its_campaign"),
            known("step_phase_is_known", "phase", Phase),
            known("step_resource_is_known", "resource", ResourceKind),
            known("step_priority_is_known", "priority", Priority),
            ExplainedCheck(
                name="step_takes_time",
                condition=models.Q(usual_minutes__gt=0),
                message=_("A step takes more than zero minutes."),
                field="usual_minutes",
            ),
            ExplainedCheck(
                name="one_in_ten_is_not_below_usual",
                condition=models.Q(one_in_ten_minutes__isnull=True)
                | models.Q(one_in_ten_minutes__gte=models.F("usual_minutes")),
                message=_("One in ten is longer: this cannot be below the usual duration."),
                field="one_in_ten_minutes",
            ),
            ExplainedCheck(
                name="three_point_estimate_is_in_order",
                condition=models.Q(optimistic_minutes__isnull=True, pessimistic_minutes__isnull=True)
                # Without the two tests for NULL one end alone would pass: NULL is not false to a CHECK.
                | models.Q(
                    optimistic_minutes__isnull=False,
                    pessimistic_minutes__isnull=False,
                    optimistic_minutes__lte=models.F("usual_minutes"),
                    pessimistic_minutes__gte=models.F("usual_minutes"),
                ),
                message=_("Optimistic, usual and pessimistic must be in this order, and both ends given."),
                field="optimistic_minutes",
            ),
            ExplainedCheck(
                name="step_needs_at_least_one_gpu_and_person",
                condition=models.Q(gpus__gte=1, people__gte=1),
                message=_("A step needs at least one GPU or person."),
                field="gpus",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Dependency(models.Model):
    """A row proves that a step waits for another one."""

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="dependencies")
    after = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="dependents")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["step", "after"], name="dependency_is_named_once"),
            ExplainedCheck(
                name="step_does_not_wait_for_itself",
                condition=~models.Q(step=models.F("after")),
                message=_("A step cannot wait for itself."),
                field="after",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.after} → {self.step}"


class StopRule(models.Model):
    """A row proves that this condition for stopping was fixed before the test (R5.1)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="stop_rules")
    kind = models.CharField(_("kind"), max_length=30, choices=words(StopRuleKind))
    metric = models.CharField(_("metric"), max_length=120, blank=True, default="")
    threshold = models.DecimalField(_("threshold"), max_digits=18, decimal_places=6, null=True, blank=True)
    after_minutes = models.PositiveIntegerField(_("from which time on"), null=True, blank=True)
    after_steps = models.PositiveIntegerField(_("from which training step on"), null=True, blank=True)
    wording = models.TextField(_("in words"), blank=True, default="")
    applies_to = models.CharField(_("applies to"), max_length=200, default="every run")
    consequence = models.CharField(
        _("what happens then"), max_length=300, default="the run is stopped and recorded"
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [known("stop_rule_kind_is_known", "kind", StopRuleKind)]

    def __str__(self) -> str:
        return self.kind
