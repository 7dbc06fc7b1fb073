from decimal import Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import Priority, VariantRole
from campaigns.models.campaign import Campaign
from campaigns.models.goal import Choice
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from teams.models import Person


class Factor(models.Model):
    """A row proves that variants of the campaign can differ in this."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="factors")
    name = models.CharField(_("factor"), max_length=80)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "name"], name="factor_is_named_once")]

    def __str__(self) -> str:
        return self.name


class Variant(models.Model):
    """A row proves which configuration an identifier stands for; identifiers are never used again (R2.5)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="variants")
    identifier = models.CharField(_("identifier"), max_length=20, editable=False)
    name = models.CharField(_("name"), max_length=120)
    role = models.CharField(
        _("role"), max_length=20, choices=words(VariantRole), default=VariantRole.VARIANT.value
    )
    priority = models.CharField(
        _("priority"), max_length=12, choices=words(Priority), default=Priority.USEFUL
    )
    values = models.JSONField(_("values of the factors"), default=dict, blank=True)
    configuration_hash = models.CharField(max_length=64, editable=False)
    meets_probability = models.DecimalField(
        _("probability that it meets the threshold"), max_digits=5, decimal_places=4, null=True, blank=True
    )
    if_meets = models.ForeignKey(
        Choice,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("if it meets"),
    )
    if_not = models.ForeignKey(
        Choice,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("if it does not meet"),
    )
    if_inconclusive = models.ForeignKey(
        Choice,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("if inconclusive"),
    )
    position = models.PositiveSmallIntegerField(default=0)
    position_reason = models.CharField(
        _("reason for this place in the order"), max_length=300, blank=True, default=""
    )
    replaces = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="replaced_by", null=True, blank=True
    )
    dropped_at = models.DateTimeField(_("dropped at"), null=True, blank=True, editable=False)
    dropped_by = models.ForeignKey(
        Person,
        on_delete=models.PROTECT,
        related_name="dropped_variants",
        null=True,
        blank=True,
        editable=False,
    )
    dropped_reason = models.TextField(_("reason for dropping it"), blank=True, default="", editable=False)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "identifier"], name="variant_identifier_is_never_reused"
            ),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(role=VariantRole.CONTROL.value, dropped_at__isnull=True),
                name="campaign_has_one_control",
            ),
            known("variant_role_is_known", "role", VariantRole),
            known("variant_priority_is_known", "priority", Priority),
            ExplainedCheck(
                name="probability_is_between_zero_and_one",
                condition=models.Q(meets_probability__isnull=True)
                | models.Q(meets_probability__gte=Decimal(0), meets_probability__lte=Decimal(1)),
                message=_("A probability lies between 0 and 1."),
                field="meets_probability",
            ),
            ExplainedCheck(
                name="dropped_variant_says_when_who_and_why",
                condition=models.Q(dropped_at__isnull=True, dropped_by__isnull=True, dropped_reason="")
                | (
                    models.Q(dropped_at__isnull=False, dropped_by__isnull=False)
                    & ~models.Q(dropped_reason="")
                ),
                message=_("A dropped variant says when, by whom and why."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.identifier} {self.name}"
