from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from config.constraints import ExplainedCheck
from config.frozen import frozen_triggers
from teams.models import Person


class Expense(models.Model):
    """A row proves an amount really incurred besides the rental, with its evidence (R9.1).

    A wrong one is taken back by a second row that refers to it.
    """

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="expenses")
    purpose = models.CharField(_("what for"), max_length=200)
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3)
    incurred_on = models.DateField(_("incurred on"))
    evidence = models.CharField(_("evidence"), max_length=300)
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="taken_back_by", null=True, blank=True
    )
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recorded_expenses")
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["incurred_on", "id"]
        triggers = frozen_triggers()
        constraints = [
            ExplainedCheck(
                name="expense_is_positive_unless_it_takes_one_back",
                condition=models.Q(amount__gt=0, takes_back__isnull=True)
                | models.Q(amount__lt=0, takes_back__isnull=False),
                message=_("An expense is more than zero."),
                field="amount",
            ),
            ExplainedCheck(
                name="expense_has_currency_and_evidence",
                condition=models.Q(currency__regex=r"^[A-Z]{3}$") & ~models.Q(evidence=""),
                message=_("An expense has a currency of three capital letters and names its evidence."),
                field="evidence",
            ),
        ]

    def __str__(self) -> str:
        return self.purpose
