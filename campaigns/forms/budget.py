"""Forms of the budget: orders, what happened to them, who bears them, expenses (R4.8, R9.1)."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.forms.times import DayField, MomentField
from campaigns.models import Campaign, Expense, Order, OrderEvent, OrderEventKind
from campaigns.queries.budget import OrderLine
from pricing.domain.money import Undefined
from pricing.domain.packages import Package
from pricing.forms.amounts import AmountField, CurrencyField
from pricing.models import Package as PackageRow
from pricing.models import Price
from pricing.queries.catalogue import packages_for
from teams.services.wording import word


class OrderForm(forms.Form):
    """What was really bought. The price of the whole order is computed unless another one was paid."""

    package = forms.TypedChoiceField(label=_("Package"))
    side_by_side = forms.IntegerField(label=_("Batches side by side"), min_value=1, max_value=64, initial=1)
    one_after_another = forms.IntegerField(
        label=_("Batches one after another"), min_value=1, max_value=64, initial=1
    )
    reference = forms.CharField(label=_("Reference of the provider"), max_length=120)
    ordered_at = MomentField(label=_("Ordered at"))
    amount = AmountField(
        label=_("Price paid for the whole order"),
        required=False,
        help_text=_("Leave it empty when it is the catalogue's price times the number of batches."),
    )
    currency = CurrencyField(
        label=_("Currency"), required=False, help_text=_("Only with a price of its own.")
    )
    exception_reason = forms.CharField(
        label=_("Reason, before approval or above the ceiling"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only a lead can give it. The close-out lists it."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        self.campaign = campaign
        self.offers = {str(row.pk): (row, price, package) for row, price, package in self._packages()}
        field = self.fields["package"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(key, _label(package)) for key, (_row, _price, package) in self.offers.items()]
        if campaign.window_package_id:
            field.initial = str(campaign.window_package_id)
        self.fields["side_by_side"].initial = campaign.side_by_side
        self.fields["one_after_another"].initial = campaign.one_after_another

    def _packages(self) -> tuple[tuple[PackageRow, Price | None, Package], ...]:
        """Offer the prices that were in force on the day of the order, today until that day is typed."""
        day = timezone.localdate()
        if self.is_bound:
            typed = MomentField(required=False)
            try:
                moment = typed.clean(self.data.get(self.add_prefix("ordered_at")))
            except ValidationError:
                moment = None
            day = timezone.localdate(moment) if moment else day
        return packages_for(self.campaign.team, on=day)

    def clean(self) -> dict[str, Any]:
        """Compute the price from the catalogue, or take the one that was really paid."""
        data = super().clean() or self.cleaned_data
        chosen = self.offers.get(data.get("package", ""))
        if not chosen or "side_by_side" not in data or "one_after_another" not in data:
            return data
        row, price, package = chosen
        if data.get("amount") is not None:
            self._check_own_price(data)
            return data
        cost = package.cost(data["side_by_side"] * data["one_after_another"])
        if isinstance(cost, Undefined):
            self.add_error(
                "amount", _("The catalogue states no price for this package. Give the price paid.")
            )
            return data
        data["amount"], data["currency"] = cost.amount, cost.currency
        return data

    def _check_own_price(self, data: dict[str, Any]) -> None:
        if data["amount"] < Decimal(0):
            self.add_error("amount", _("A price is zero or more."))
        if not data.get("currency"):
            self.add_error("currency", _("Give the currency of the price paid."))

    def order(self) -> Order:
        """Build the order, not saved."""
        data = self.cleaned_data
        row, price, _package = self.offers[data["package"]]
        return Order(
            campaign=self.campaign,
            package=row,
            price=price,
            side_by_side=data["side_by_side"],
            one_after_another=data["one_after_another"],
            amount=data["amount"],
            currency=data["currency"],
            reference=data["reference"],
            ordered_at=data["ordered_at"],
        )


def _label(package: Package) -> str:
    price = str(package.price) if package.price else _("price not stated")
    return f"{package.sku}: {package.gpu_model}, {price}"


class OrderEventForm(forms.ModelForm):  # type: ignore[type-arg]
    """A delivery, an outage, a replacement or a refund."""

    at = MomentField(label=_("At"))
    until = MomentField(label=_("Until"), required=False, help_text=_("Only for an outage that ended."))
    amount = AmountField(
        label=_("Amount"), required=False, help_text=_("Only for a refund, in the order's currency.")
    )

    class Meta:
        model = OrderEvent
        fields = ["kind", "at", "until", "amount", "note"]
        widgets = {"note": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, order: Order, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.order = order
        field = self.fields["kind"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(kind.value, word(kind.value)) for kind in OrderEventKind]
        field.initial = OrderEventKind.DELIVERED.value


class ExpenseForm(forms.ModelForm):  # type: ignore[type-arg]
    """An amount that was really incurred, with its evidence."""

    amount = AmountField(label=_("Amount"))
    currency = CurrencyField(label=_("Currency"), initial="USD")
    incurred_on = DayField(label=_("Incurred on"))

    class Meta:
        model = Expense
        fields = ["purpose", "amount", "currency", "incurred_on", "evidence"]
        help_texts = {"evidence": _("A receipt or invoice number, and where it is kept.")}

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.campaign = campaign


class SharesForm(forms.Form):
    """Who bears the order's price: one amount a campaign of the team, empty when it bears none."""

    def __init__(self, *args: Any, line: OrderLine, campaigns: tuple[Campaign, ...], **options: Any) -> None:
        super().__init__(*args, **options)
        stated = {share.campaign_id: share.amount for share in line.shares}
        self.campaigns = {f"share_{each.pk}": each for each in campaigns}
        for name, each in self.campaigns.items():
            self.fields[name] = AmountField(label=str(each), required=False, initial=stated.get(each.pk))

    def shares(self) -> dict[Campaign, Decimal]:
        """The stated shares, without the campaigns that bear none."""
        data = self.cleaned_data
        return {each: data[name] for name, each in self.campaigns.items() if data[name] is not None}
