from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from config.constraints import ExplainedCheck
from config.frozen import CompleteAtBirth, frozen_triggers
from teams.models import Person


class PlanSubmission(models.Model):
    """A row proves that a plan was handed in for approval as it stood at that moment."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="submissions")
    number = models.PositiveIntegerField(_("number"))
    content = models.JSONField(_("content"))
    content_hash = models.CharField(max_length=64)
    note = models.TextField(_("note"), blank=True, default="")
    submitted_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="submissions")
    submitted_at = models.DateTimeField(_("submitted at"))

    class Meta:
        ordering = ["campaign", "number"]
        triggers = frozen_triggers()
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="submission_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.number}"


class PlanReturn(models.Model):
    """A row proves that a submission was sent back, or withdrawn, and why."""

    app_rights = "SELECT, INSERT"

    submission = models.OneToOneField(PlanSubmission, on_delete=models.PROTECT, related_name="sent_back")
    reason = models.TextField(_("reason"))
    returned_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="returned_plans")
    returned_at = models.DateTimeField(_("sent back at"))

    class Meta:
        ordering = ["id"]
        triggers = frozen_triggers()

    def __str__(self) -> str:
        return self.reason


class PlanVersion(models.Model):
    """A row proves what was approved: goal, rules, steps, schedule, prices, warnings (R3.8). Nothing rewrites it.

    The first version of a campaign is its baseline.
    """

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    submission = models.OneToOneField(PlanSubmission, on_delete=models.PROTECT, related_name="version")
    content = models.JSONField(_("content"))
    content_hash = models.CharField(_("hash"), max_length=64)
    submitted_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="submitted_versions")
    approved_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="approved_versions")
    approved_at = models.DateTimeField(_("approved at"))
    approval_note = models.TextField(_("note"), blank=True, default="")
    team_of_one = models.BooleanField(_("approved in a team of one"), default=False)

    class Meta:
        ordering = ["campaign", "number"]
        triggers = frozen_triggers()
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="plan_version_number_is_unique"),
            ExplainedCheck(
                name="plan_not_approved_by_its_submitter",
                condition=~models.Q(approved_by=models.F("submitted_by")) | models.Q(team_of_one=True),
                message=_("Nobody approves their own plan. Ask another lead of the team."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} version {self.number}"


class PlanVersionStep(models.Model):
    """A row proves when and where a step of a frozen plan was to run, once for each batch."""

    app_rights = "SELECT, INSERT"

    version = models.ForeignKey(PlanVersion, on_delete=models.PROTECT, related_name="steps")
    key = models.CharField(max_length=60)
    title = models.CharField(max_length=160, blank=True, default="")
    phase = models.CharField(max_length=20)
    resource = models.CharField(max_length=10)
    priority = models.CharField(max_length=12)
    batch = models.PositiveSmallIntegerField(null=True)
    lane = models.PositiveSmallIntegerField(null=True)
    part = models.PositiveSmallIntegerField(default=0)
    start_minute = models.PositiveIntegerField()
    end_minute = models.PositiveIntegerField()
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["version", "position"]
        triggers = [*frozen_triggers(), CompleteAtBirth("version")]
        constraints = [
            models.UniqueConstraint(fields=["version", "position"], name="frozen_step_has_its_place"),
            ExplainedCheck(
                name="frozen_step_ends_after_its_start",
                condition=models.Q(end_minute__gt=models.F("start_minute")),
                message=_("A step ends after it starts."),
            ),
        ]

    def __str__(self) -> str:
        return self.key


class SolvedSchedule(models.Model):
    """A row proves what the solver answered to this input; the same input is never solved twice."""

    app_rights = "SELECT, INSERT"

    digest = models.CharField(max_length=64, primary_key=True)
    answer = models.JSONField()
    status = models.CharField(max_length=20)
    solver = models.CharField(max_length=60)
    solved_at = models.DateTimeField()

    class Meta:
        ordering = ["solved_at"]
        triggers = frozen_triggers()

    def __str__(self) -> str:
        return self.digest
