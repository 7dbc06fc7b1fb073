"""What an order may cost and who bears it (R4.8, R9.1).

Worked: with a ceiling of 110.00 USD and 47.14 USD committed, another 47.14 USD (94.28 USD) is within it, and
a third batch (141.42 USD) is 31.42 USD above it and needs a lead and a reason.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pricing.domain.money import Money, total
from teams.domain.message import Message, gettext_noop


class OrderObjection(StrEnum):
    """Why an order needs a lead and a reason (R4.8)."""

    BEFORE_APPROVAL = "before approval"
    NO_CEILING = "no ceiling"
    OTHER_CURRENCY = "another currency than the ceiling"
    ABOVE_CEILING = "above the ceiling"


@dataclass(frozen=True)
class Objection:
    """One thing that stands against an order, and its sentence; the close-out lists it."""

    kind: OrderObjection
    message: Message


class OrderRefused(ValueError):
    """An order with objections for which no lead gave a reason."""

    def __init__(self, objections: tuple[Objection, ...]) -> None:
        self.objections = objections
        super().__init__(" ".join(str(objection.message) for objection in objections))


class SharesRefused(ValueError):
    """Stated shares of an order that do not divide its price exactly (R9.1)."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


@dataclass(frozen=True)
class Share:
    """The part of an order's price that a person says a campaign bears (R9.1)."""

    campaign: str
    amount: Money


def order_objections(
    cost: Money, committed: Iterable[Money], ceiling: Money | None, approved: bool
) -> tuple[Objection, ...]:
    """List what stands against an order of this cost beside what is committed already (R4.8)."""
    found = []
    if not approved:
        message = Message(gettext_noop("The plan is not approved yet."))
        found.append(Objection(OrderObjection.BEFORE_APPROVAL, message))
    sums = total([cost, *committed])
    if ceiling is None:
        message = Message(gettext_noop("The campaign has no approved budget ceiling."))
        return (*found, Objection(OrderObjection.NO_CEILING, message))
    return (*found, *_against_ceiling(sums, ceiling))


def check_order(
    cost: Money, committed: Iterable[Money], ceiling: Money | None, approved: bool, lead_reason: str
) -> tuple[Objection, ...]:
    """Refuse an order with objections unless a lead gave a reason; answer the objections that were overruled.

    ``lead_reason`` is what a lead wrote; for anybody else it is empty, whatever they wrote (R4.8).
    """
    objections = order_objections(cost, committed, ceiling, approved)
    if objections and not lead_reason.strip():
        raise OrderRefused(objections)
    return objections


def check_shares(price: Money, shares: Sequence[Share]) -> None:
    """Refuse stated shares unless they add up to the order's price, to the last minor unit (R9.1)."""
    campaigns = [share.campaign for share in shares]
    for campaign in campaigns:
        if campaigns.count(campaign) > 1:
            raise SharesRefused(
                Message(gettext_noop("%(campaign)s has more than one share."), {"campaign": campaign})
            )
    for share in shares:
        if share.amount.amount < 0:
            message = gettext_noop("The share of %(campaign)s is negative.")
            raise SharesRefused(Message(message, {"campaign": share.campaign}))
    sums = total(share.amount for share in shares)
    if sums != (price,):
        raise SharesRefused(
            Message(
                gettext_noop("The shares add up to %(sum)s, and the order costs %(price)s."),
                {"sum": " + ".join(map(str, sums)) or "0", "price": price},
            )
        )


def allocate(price: Money, weights: Sequence[int]) -> tuple[Money, ...]:
    """Suggest shares in proportion to whole weights; they add up to the price exactly (R9.1).

    What does not divide goes, one minor unit each, to the largest remainders and then to the first: 47.14 USD
    in three equal shares are 15.72, 15.71 and 15.71 USD.
    """
    whole = sum(weights)
    if price.amount < 0 or whole <= 0 or min(weights) < 0:
        raise ValueError("shares need a price that is not negative and weights of which one is positive")
    parts = [divmod(price.minor_units * weight, whole) for weight in weights]
    left = price.minor_units - sum(part for part, _ in parts)
    largest = sorted(range(len(parts)), key=lambda place: -parts[place][1])[:left]
    return tuple(
        Money.of_minor_units(part + (place in largest), price.currency)
        for place, (part, _) in enumerate(parts)
    )


def _against_ceiling(sums: tuple[Money, ...], ceiling: Money) -> list[Objection]:
    found = []
    for spent in sums:
        values: dict[str, object] = {"sum": spent, "ceiling": ceiling}
        if spent.currency != ceiling.currency:
            text = gettext_noop(
                "%(sum)s cannot be compared with the ceiling of %(ceiling)s: another currency."
            )
            found.append(Objection(OrderObjection.OTHER_CURRENCY, Message(text, values)))
        elif spent > ceiling:
            text = gettext_noop(
                "With this order %(sum)s are committed: %(excess)s above the ceiling of %(ceiling)s."
            )
            message = Message(text, values | {"excess": spent - ceiling})
            found.append(Objection(OrderObjection.ABOVE_CEILING, message))
    return found
