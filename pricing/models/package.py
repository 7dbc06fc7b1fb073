from decimal import Decimal

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.constraints import ExplainedCheck
from pricing.models.provider import Provider
from teams.models import Person


class Package(models.Model):
    """A row proves that this composition is sold for this duration; what it costs is a Price (R4.1)."""

    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="packages")
    sku = models.SlugField(_("SKU"), max_length=60)
    gpu_model = models.CharField(_("GPU model"), max_length=60)
    gpus_per_batch = models.PositiveSmallIntegerField(_("GPUs per batch"), validators=[MinValueValidator(1)])
    memory_per_gpu_gb = models.DecimalField(
        _("memory per GPU (GB)"),
        max_digits=7,
        decimal_places=2,
        validators=[MinValueValidator(Decimal("0.01"))],
        help_text=_("The card's own memory. Never the sum over a batch."),
    )
    memory_confirmed_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="confirmed_packages", null=True, blank=True
    )
    memory_confirmed_at = models.DateTimeField(_("memory confirmed at"), null=True, blank=True)
    duration_minutes = models.PositiveIntegerField(_("duration"), null=True, blank=True)
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)

    class Meta:
        ordering = ["gpu_model", "duration_minutes", "sku"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "sku"], name="sku_is_unique_for_its_provider"),
            ExplainedCheck(
                name="batch_has_at_least_one_gpu",
                condition=models.Q(gpus_per_batch__gte=1),
                message=_("A batch has at least one GPU."),
                field="gpus_per_batch",
            ),
            ExplainedCheck(
                name="memory_per_gpu_is_positive",
                condition=models.Q(memory_per_gpu_gb__gt=0),
                message=_("Memory per GPU is more than zero."),
                field="memory_per_gpu_gb",
            ),
            ExplainedCheck(
                name="package_duration_is_positive",
                condition=models.Q(duration_minutes__isnull=True) | models.Q(duration_minutes__gt=0),
                message=_(
                    "A stated duration is more than zero; leave it empty when the source does not state it."
                ),
                field="duration_minutes",
            ),
            ExplainedCheck(
                name="memory_confirmation_names_who_and_when",
                condition=models.Q(memory_confirmed_by__isnull=True, memory_confirmed_at__isnull=True)
                | models.Q(memory_confirmed_by__isnull=False, memory_confirmed_at__isnull=False),
                message=_("A confirmation names who and when."),
            ),
        ]

    def __str__(self) -> str:
        return self.sku
