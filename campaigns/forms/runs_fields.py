"""Fields that only runs have: moments to the second, a place on an order's lanes, metrics line by line."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.run_values import DecimalMark, ValueRefused, parse_metric
from campaigns.forms.times import MomentField
from campaigns.models import Campaign, Order
from campaigns.queries.runs import orders_for_runs
from campaigns.services.lanes import lanes_of_order
from teams.services.wording import worded

LONGEST_NAME = 120
GROUPED = re.compile(r"[1-9]\d{0,2}(\.\d{3})+", re.ASCII)


class SecondField(MomentField):
    """A moment to the second, in the team's time zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S")


def read_number(text: str) -> str:
    """Read a metric as its language writes it; what could be thousands there is refused (``1.500``)."""
    mark = DecimalMark.POINT
    if formats.get_format("DECIMAL_SEPARATOR") == ",":
        if GROUPED.fullmatch(text.strip()):
            message = _("“%(value)s” could be thousands or decimals. Write the decimals with a comma.")
            raise ValidationError(message % {"value": text})
        mark = DecimalMark.COMMA if "," in text else DecimalMark.POINT
    try:
        return parse_metric(text, mark)
    except ValueRefused as refused:
        raise ValidationError(str(worded(refused.message))) from refused


class NumberField(forms.CharField):
    """One metric's number, exactly as it was measured."""

    def clean(self, value: Any) -> str:
        """Read the number and keep its digits."""
        text = super().clean(value)
        return read_number(text) if text else ""


class MetricsField(forms.CharField):
    """Metrics as lines ``name = value``."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false"})

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", gettext_lazy("Metrics"))
        options.setdefault("help_text", gettext_lazy("One on each line: accuracy = 0.715"))
        super().__init__(required=False, **options)

    def clean(self, value: Any) -> dict[str, str]:
        """Read every line; an error names the line."""
        metrics: dict[str, str] = {}
        errors: list[str] = []
        for number, line in enumerate(super().clean(value).splitlines(), start=1):
            if not line.strip():
                continue
            try:
                name, text = _read_line(line)
                if name in metrics:
                    raise ValidationError(_("“%(name)s” stands here twice.") % {"name": name})
                metrics[name] = text
            except ValidationError as error:
                errors.append(_("Line %(line)s: %(error)s") % {"line": number, "error": error.messages[0]})
        if errors:
            raise ValidationError(errors)
        return metrics


def _read_line(line: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in line.partition("="))
    if not equals or not name or len(name) > LONGEST_NAME:
        raise ValidationError(_("write a name, an equals sign and a number, like accuracy = 0.715"))
    return name, read_number(value)


class LaneField(forms.ChoiceField):
    """An order, and which of its lanes: ``12:0`` is the first lane of order 12, ``12`` leaves the lane open."""

    def __init__(self, *, campaign: Campaign, **options: Any) -> None:
        self.orders = {str(order.pk): order for order in orders_for_runs(campaign)}
        options.setdefault("label", gettext_lazy("Order and lane"))
        options.setdefault(
            "help_text",
            gettext_lazy("A lane carries one run at a time. Lanes are counted as in the schedule."),
        )
        super().__init__(required=False, choices=self._offers(), **options)

    def _offers(self) -> list[tuple[str, str]]:
        offers = [("", _("Not on a recorded order"))]
        for key, order in self.orders.items():
            offers.append((key, _("%(order)s, lane not known") % {"order": order}))
            for lane in range(lanes_of_order(order)):
                label = _("%(order)s, lane %(lane)s") % {"order": order, "lane": lane + 1}
                offers.append((f"{key}:{lane}", label))
        return offers

    def place(self, value: str) -> tuple[Order | None, int | None]:
        """The order and the lane of a chosen value."""
        if not value:
            return None, None
        key, _colon, lane = value.partition(":")
        return self.orders[key], int(lane) if lane else None
