from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import (
    BigIntegerRangeField,
    DateTimeRangeField,
    IntegerRangeField,
    RangeOperators,
)
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import RunPurpose, RunState
from campaigns.models.campaign import Campaign
from campaigns.models.goal import Corpus
from campaigns.models.order import Order
from campaigns.models.plan import Step
from campaigns.models.variant import Variant
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from teams.models import Person


class Run(models.Model):
    """A row proves one execution of one configuration; its identifier is its own for ever (R7.1)."""

    # No DELETE: an identifier that could go could come again.
    app_rights = "SELECT, INSERT, UPDATE"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="runs")
    identifier = models.CharField(_("run"), max_length=60, unique=True, editable=False)
    number = models.PositiveIntegerField(editable=False)
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="runs")
    configuration_hash = models.CharField(max_length=64, editable=False)
    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="runs")
    step = models.ForeignKey(Step, on_delete=models.PROTECT, related_name="runs", null=True, blank=True)
    purpose = models.CharField(_("purpose"), max_length=10, choices=words(RunPurpose))
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="runs", null=True, blank=True)
    lane = models.PositiveSmallIntegerField(_("lane"), null=True, blank=True)
    seed = models.BigIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=words(RunState), default=RunState.PLANNED.value
    )
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    reported_end = models.CharField(_("reported end"), max_length=40, blank=True, default="")
    metrics = models.JSONField(_("metrics"), default=dict, blank=True)
    files_at = models.CharField(_("where its files are"), max_length=400, blank=True, default="")
    note = models.TextField(_("note"), blank=True, default="")
    source = models.CharField(_("recorded from"), max_length=120, default="by hand")
    import_key = models.CharField(max_length=200, null=True, blank=True, editable=False)
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recorded_runs")
    recorded_at = models.DateTimeField(_("recorded at"))
    booked_order = models.GeneratedField(
        expression=Func(F("order"), F("order"), Value("[]"), function="int8range"),
        output_field=BigIntegerRangeField(),
        db_persist=True,
    )
    booked_lane = models.GeneratedField(
        expression=Func(F("lane"), F("lane"), Value("[]"), function="int4range"),
        output_field=IntegerRangeField(),
        db_persist=True,
    )
    occupied = models.GeneratedField(
        expression=Func(F("started_at"), F("ended_at"), function="tstzrange"),
        output_field=DateTimeRangeField(),
        db_persist=True,
    )

    class Meta:
        ordering = ["campaign", "number"]
        indexes = [models.Index(fields=["campaign", "-started_at"], name="runs_newest_first")]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "import_key"], name="run_is_imported_once"),
            known("run_state_is_known", "state", RunState),
            known("run_purpose_is_known", "purpose", RunPurpose),
            ExplainedCheck(
                name="run_ends_after_it_starts",
                condition=Q(ended_at__isnull=True) | Q(ended_at__gt=F("started_at")),
                message=_("A run ends after it starts."),
                field="ended_at",
            ),
            ExplainedCheck(
                name="ended_run_has_its_times",
                condition=~Q(state__in=["finished", "stopped", "failed"])
                | Q(started_at__isnull=False, ended_at__isnull=False),
                message=_("A run that ended has a start and an end."),
                field="ended_at",
            ),
            ExplainedCheck(
                name="planned_run_has_not_started",
                condition=~Q(state="planned") | Q(started_at__isnull=True, ended_at__isnull=True),
                message=_("A planned run has no start yet."),
                field="started_at",
            ),
            ExplainedCheck(
                name="lane_belongs_to_an_order",
                condition=Q(lane__isnull=True) | Q(order__isnull=False),
                message=_("A lane belongs to an order. Choose the order too."),
                field="order",
            ),
            ExclusionConstraint(
                name="one_run_at_a_time_on_a_lane",
                expressions=[
                    ("booked_order", RangeOperators.OVERLAPS),
                    ("booked_lane", RangeOperators.OVERLAPS),
                    ("occupied", RangeOperators.OVERLAPS),
                ],
                condition=Q(order__isnull=False, lane__isnull=False, started_at__isnull=False),
                violation_error_message=_("Another run occupies this lane at this time."),
            ),
        ]

    def __str__(self) -> str:
        return self.identifier
