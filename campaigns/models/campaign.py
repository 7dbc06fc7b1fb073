from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import CampaignKind, CampaignState, WindowOpening
from campaigns.domain.workflow import TRANSITIONS
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from config.frozen import GuardedTransitions
from pricing.models import Package
from teams.models import Person, Team


class Campaign(models.Model):
    """A row proves that a team has one bounded piece of work with a question, a plan and a budget."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="campaigns")
    title = models.CharField(_("title"), max_length=200)
    kind = models.CharField(
        _("kind"), max_length=30, choices=words(CampaignKind), default=CampaignKind.RESEARCH_DECISION
    )
    state = models.CharField(
        _("state"), max_length=20, choices=words(CampaignState), default=CampaignState.DRAFT
    )
    question = models.TextField(_("decision question"), blank=True, default="")
    closing_condition = models.TextField(_("closing condition"), blank=True, default="")
    planned_start = models.DateTimeField(_("planned start"), null=True, blank=True)
    people = models.PositiveSmallIntegerField(_("people who can work at once"), default=1)
    window_opening = models.CharField(
        _("the window opens with the"),
        max_length=20,
        choices=words(WindowOpening),
        default=WindowOpening.FIRST_STEP.value,
    )
    window_package = models.ForeignKey(
        Package, on_delete=models.PROTECT, related_name="planned_campaigns", null=True, blank=True
    )
    side_by_side = models.PositiveSmallIntegerField(_("batches side by side"), default=1)
    one_after_another = models.PositiveSmallIntegerField(_("batches one after another"), default=1)
    environment_persists = models.BooleanField(_("the environment persists between batches"), default=False)
    side_by_side_permitted_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="permitted_campaigns", null=True, blank=True
    )
    budget_ceiling_amount = models.DecimalField(
        _("budget ceiling"), max_digits=14, decimal_places=2, null=True, blank=True
    )
    budget_ceiling_currency = models.CharField(_("currency"), max_length=3, blank=True, default="USD")
    tolerance_percent = models.PositiveSmallIntegerField(_("tolerance (%)"), default=20)
    amendment_open = models.BooleanField(default=False, editable=False)
    revision = models.PositiveIntegerField(default=1, editable=False)
    next_variant_number = models.PositiveIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="created_campaigns")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["-id"]
        triggers = [GuardedTransitions("state", TRANSITIONS, initial={CampaignState.DRAFT})]
        constraints = [
            known("campaign_state_is_known", "state", CampaignState),
            known("campaign_kind_is_known", "kind", CampaignKind),
            known("window_opening_is_known", "window_opening", WindowOpening),
            ExplainedCheck(
                name="campaign_has_at_least_one_person",
                condition=models.Q(people__gte=1),
                message=_("At least one person works on a campaign."),
                field="people",
            ),
            ExplainedCheck(
                name="campaign_plans_at_least_one_batch",
                condition=models.Q(side_by_side__gte=1, one_after_another__gte=1),
                message=_("An arrangement has at least one batch."),
                field="side_by_side",
            ),
            ExplainedCheck(
                name="budget_ceiling_is_positive_with_its_currency",
                condition=models.Q(budget_ceiling_amount__isnull=True)
                | models.Q(budget_ceiling_amount__gt=0, budget_ceiling_currency__regex=r"^[A-Z]{3}$"),
                message=_("A budget ceiling is more than zero and has a currency of three capital letters."),
                field="budget_ceiling_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.title}"

    @property
    def code(self) -> str:
        """The campaign's code, unique in the installation."""
        return f"C{self.pk}"
