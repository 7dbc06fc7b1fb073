from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import StopRuleKind
from campaigns.models.campaign import Campaign
from campaigns.models.plan import Step, StopRule
from campaigns.models.run import Run
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from config.frozen import frozen_triggers
from teams.models import Person


class StopEvent(models.Model):
    """A row proves that a stop rule, or another cause, stopped a run. It is never edited (R7.3)."""

    app_rights = "SELECT, INSERT"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="stop_events")
    rule = models.ForeignKey(
        StopRule, on_delete=models.PROTECT, related_name="stop_events", null=True, blank=True
    )
    kind = models.CharField(_("rule"), max_length=30, choices=words(StopRuleKind))
    observed = models.CharField(_("observed value"), max_length=120, blank=True, default="")
    reason = models.TextField(_("reason"))
    at = models.DateTimeField(_("at"))
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recorded_stop_events")
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["at", "id"]
        triggers = frozen_triggers()
        constraints = [
            known("stop_event_kind_is_known", "kind", StopRuleKind),
            ExplainedCheck(
                name="stop_event_gives_its_reason",
                condition=~models.Q(reason=""),
                message=_("Say in words why the run was stopped."),
                field="reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.kind}"


class Correction(models.Model):
    """A row proves that a recorded time or stop event was wrong, and what is right; both stay (R7.3)."""

    app_rights = "SELECT, INSERT"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="corrections")
    stop_event = models.ForeignKey(
        StopEvent, on_delete=models.PROTECT, related_name="corrections", null=True, blank=True
    )
    field = models.CharField(_("what is corrected"), max_length=40)
    old = models.CharField(_("recorded"), max_length=400, blank=True, default="")
    new = models.CharField(_("right"), max_length=400)
    reason = models.TextField(_("reason"))
    corrected_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="corrections")
    corrected_at = models.DateTimeField(_("corrected at"))

    class Meta:
        ordering = ["corrected_at", "id"]
        triggers = frozen_triggers()
        constraints = [
            ExplainedCheck(
                name="correction_gives_its_reason",
                condition=~models.Q(reason=""),
                message=_("Say why it was wrong."),
                field="reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.field}"


class TimeEntry(models.Model):
    """A row proves time that a person or a transfer really took on a step; another row takes a wrong one back."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="time_entries")
    step = models.ForeignKey(Step, on_delete=models.PROTECT, related_name="time_entries")
    minutes = models.PositiveIntegerField(_("time taken"))
    worked_on = models.DateField(_("on"))
    note = models.CharField(_("note"), max_length=300, blank=True, default="")
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="taken_back_by", null=True, blank=True
    )
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="time_entries")
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["worked_on", "id"]
        verbose_name_plural = "time entries"
        triggers = frozen_triggers()
        constraints = [
            ExplainedCheck(
                name="time_entry_is_positive",
                condition=models.Q(minutes__gt=0),
                message=_("Time taken is more than zero minutes."),
                field="minutes",
            )
        ]

    def __str__(self) -> str:
        return f"{self.step_id} {self.minutes}"
