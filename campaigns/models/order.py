from enum import StrEnum

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from config.frozen import FirmTrigger, frozen_triggers
from pricing.models import Package, Price
from teams.models import Person


class OrderEventKind(StrEnum):
    """What happened to an order after it was placed (R4.8)."""

    DELIVERED = "delivered"
    OUTAGE = "outage"
    REPLACEMENT = "replacement"
    REFUND = "refund"


class Order(models.Model):
    """A row proves what was bought, at which price, under which reference."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="orders")
    package = models.ForeignKey(Package, on_delete=models.PROTECT, related_name="orders")
    price = models.ForeignKey(Price, on_delete=models.PROTECT, related_name="orders", null=True, blank=True)
    side_by_side = models.PositiveSmallIntegerField(_("batches side by side"), default=1)
    one_after_another = models.PositiveSmallIntegerField(_("batches one after another"), default=1)
    amount = models.DecimalField(_("price paid for the whole order"), max_digits=14, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3)
    reference = models.CharField(_("reference of the provider"), max_length=120)
    ordered_at = models.DateTimeField(_("ordered at"))
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recorded_orders")
    exception_reason = models.TextField(_("why before approval or above the ceiling"), blank=True, default="")
    exception_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="excepted_orders", null=True, blank=True
    )

    class Meta:
        ordering = ["ordered_at", "id"]
        triggers = frozen_triggers()
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "reference"], name="order_reference_is_recorded_once"
            ),
            ExplainedCheck(
                name="order_buys_at_least_one_batch",
                condition=models.Q(side_by_side__gte=1, one_after_another__gte=1),
                message=_("An order buys at least one batch."),
                field="side_by_side",
            ),
            ExplainedCheck(
                name="order_amount_is_not_negative",
                condition=models.Q(amount__gte=0, currency__regex=r"^[A-Z]{3}$"),
                message=_(
                    "Give the price really paid, zero or more, with a currency of three capital letters."
                ),
                field="amount",
            ),
            ExplainedCheck(
                name="order_exception_has_lead_and_reason",
                condition=models.Q(exception_by__isnull=True, exception_reason="")
                | (models.Q(exception_by__isnull=False) & ~models.Q(exception_reason="")),
                message=_("An order before approval or above the ceiling needs a lead and a reason."),
                field="exception_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def batches(self) -> int:
        """How many batches the order bought."""
        return self.side_by_side * self.one_after_another


class OrderEvent(models.Model):
    """A row proves when an order was delivered, or what went wrong with it. The window starts at delivery."""

    app_rights = "SELECT, INSERT"

    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(_("what happened"), max_length=20, choices=words(OrderEventKind))
    at = models.DateTimeField(_("at"))
    until = models.DateTimeField(_("until"), null=True, blank=True)
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2, null=True, blank=True)
    note = models.TextField(_("note"), blank=True, default="")
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recorded_order_events")
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["at", "id"]
        triggers = frozen_triggers()
        constraints = [
            known("order_event_kind_is_known", "kind", OrderEventKind),
            models.UniqueConstraint(
                fields=["order"],
                condition=models.Q(kind=OrderEventKind.DELIVERED.value),
                name="order_is_delivered_once",
            ),
            ExplainedCheck(
                name="refund_has_an_amount",
                # NULL is not false to a CHECK: without its own test a refund of nothing would pass.
                condition=~models.Q(kind=OrderEventKind.REFUND.value)
                | models.Q(amount__isnull=False, amount__gt=0),
                message=_("A refund has an amount."),
                field="amount",
            ),
            ExplainedCheck(
                name="order_event_ends_after_it_starts",
                condition=models.Q(until__isnull=True) | models.Q(until__gt=models.F("at")),
                message=_("The end must be after the start."),
                field="until",
            ),
        ]

    def __str__(self) -> str:
        return self.kind


class OrderShare(models.Model):
    """A row proves which part of an order's price a campaign bears; the shares add up to the price (R9.1)."""

    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="shares")
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="order_shares")
    amount = models.DecimalField(_("share"), max_digits=14, decimal_places=2)
    stated_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="stated_shares")
    stated_at = models.DateTimeField(_("stated at"))

    class Meta:
        ordering = ["order", "campaign"]
        constraints = [
            models.UniqueConstraint(fields=["order", "campaign"], name="campaign_has_one_share_of_an_order"),
            ExplainedCheck(
                name="order_share_is_not_negative",
                condition=models.Q(amount__gte=0),
                message=_("A share is zero or more."),
                field="amount",
            ),
        ]
        triggers = [
            FirmTrigger(
                name="shares_add_up_to_the_price",
                when=pgtrigger.After,
                operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
                timing=pgtrigger.Deferred,
                declare=[("touched", "BIGINT")],
                func="""
                    touched := CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
                    IF (SELECT sum(amount) FROM campaigns_ordershare WHERE order_id = touched)
                        IS DISTINCT FROM (SELECT amount FROM campaigns_order WHERE id = touched) THEN
                        RAISE EXCEPTION 'the shares of order % do not add up to its price', touched
                            USING ERRCODE = 'check_violation', CONSTRAINT = 'shares_add_up_to_the_price';
                    END IF;
                    RETURN NULL;
                """,
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount}"
