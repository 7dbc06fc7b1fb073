from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from config.constraints import ExplainedCheck
from config.frozen import frozen_triggers
from pricing.models.package import Package
from teams.models import Person


class Price(models.Model):
    """A row proves what a source said a whole batch costs on that day; a new price is a new row (R4.6).

    No amount means *price not stated* by the source.
    """

    app_rights = "SELECT, INSERT"

    package = models.ForeignKey(Package, on_delete=models.PROTECT, related_name="prices")
    amount = models.DecimalField(
        _("price of one batch"), max_digits=14, decimal_places=2, null=True, blank=True
    )
    currency = models.CharField(_("currency"), max_length=3)
    source = models.CharField(_("source"), max_length=300)
    captured_on = models.DateField(_("captured on"))
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    recorded_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="recorded_prices", null=True
    )
    recorded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["-captured_on", "-id"]
        get_latest_by = ["captured_on", "id"]
        triggers = frozen_triggers()
        constraints = [
            ExplainedCheck(
                name="price_is_positive_when_stated",
                condition=models.Q(amount__isnull=True) | models.Q(amount__gt=0),
                message=_(
                    "A stated price is more than zero; leave it empty when the source does not state it."
                ),
                field="amount",
            ),
            ExplainedCheck(
                name="price_currency_has_three_letters",
                condition=models.Q(currency__regex=r"^[A-Z]{3}$"),
                message=_("A currency is three capital letters, such as USD."),
                field="currency",
            ),
            ExplainedCheck(
                name="price_validity_ends_after_its_capture",
                condition=models.Q(valid_until__isnull=True)
                | models.Q(valid_until__gte=models.F("captured_on")),
                message=_("The validity cannot end before the price was captured."),
                field="valid_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.package} {self.amount} {self.currency}"
