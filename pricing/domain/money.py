"""Exact money (R4.7, R9.3): decimals with a currency, counted in whole minor units.

Worked: 47.14 USD and two accepted results are 23.57 USD each; with none accepted the share is undefined and
47.14 USD were incurred. Money can be multiplied by a whole number and shared among results. Different
currencies are never added, and nothing here divides money by time.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from functools import total_ordering

from teams.domain.message import Message, gettext_noop

NO_MINOR_UNIT = frozenset({"CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"})
CURRENCY = re.compile(r"[A-Z]{3}")

MINUS = "\u2212"
GROUP_MARKS = "[ \u00a0\u2009\u202f'\u2019]"
WHOLE = re.compile(r"[0-9]+")
SPACED_GROUPS = re.compile(
    rf"(?P<whole>[1-9][0-9]{{0,2}}(?:{GROUP_MARKS}[0-9]{{3}})+)(?:[.,](?P<part>[0-9]+))?"
)
POINT_GROUPS = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?:\.[0-9]{3})+),(?P<part>[0-9]+)|[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}"
)
COMMA_GROUPS = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?:,[0-9]{3})+)\.(?P<part>[0-9]+)|[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}"
)
AMBIGUOUS = re.compile(r"(?P<first>[1-9][0-9]{0,2})[.,](?P<last>[0-9]{3})")
DECIMALS = re.compile(r"(?P<whole>[0-9]+)[.,](?P<part>[0-9]+)")


class CurrencyMismatch(ValueError):
    """Two currencies met in one sum or comparison; a conversion needs a rate that a person entered (R4.7)."""

    def __init__(self, one: str, other: str) -> None:
        self.message = Message(
            gettext_noop("%(one)s and %(other)s are different currencies: they cannot be added or compared."),
            {"one": one, "other": other},
        )
        super().__init__(str(self.message))


class AmountRefused(ValueError):
    """A typed amount that cannot be read in one way only."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def minor_digits(currency: str) -> int:
    """Say how many decimals the currency's smallest amount has: 2 for USD, 0 for JPY."""
    return 0 if currency in NO_MINOR_UNIT else 2


@total_ordering
@dataclass(frozen=True)
class Money:
    """An exact amount of one currency; 47.1 USD and 47.10 USD are the same money (R4.7)."""

    amount: Decimal
    currency: str

    def __post_init__(self) -> None:
        if not CURRENCY.fullmatch(self.currency):
            raise ValueError(f"{self.currency!r} is not a currency code of three capital letters")
        if not isinstance(self.amount, Decimal) or not self.amount.is_finite():
            raise ValueError(f"{self.amount!r} is not an exact, finite amount")
        try:
            exact = self.amount.quantize(Decimal(1).scaleb(-minor_digits(self.currency)))
        except InvalidOperation as error:
            raise ValueError(f"{self.amount} has too many digits") from error
        if exact != self.amount:
            raise ValueError(
                f"{self.amount} {self.currency} has a part smaller than the currency's smallest amount"
            )
        object.__setattr__(self, "amount", abs(exact) if exact == 0 else exact)

    @classmethod
    def of_minor_units(cls, count: int, currency: str) -> "Money":
        """Build the money from whole minor units: 4714 of USD are 47.14 USD."""
        return cls(Decimal(count).scaleb(-minor_digits(currency)), currency)

    @property
    def minor_units(self) -> int:
        """Count the money in its smallest unit: 47.14 USD are 4714."""
        return int(self.amount.scaleb(minor_digits(self.currency)))

    def __add__(self, other: "Money") -> "Money":
        self._check_currency(other)
        return Money.of_minor_units(self.minor_units + other.minor_units, self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return self + other * -1

    def __mul__(self, count: int) -> "Money":
        if not isinstance(count, int) or isinstance(count, bool):
            return NotImplemented
        return Money.of_minor_units(self.minor_units * count, self.currency)

    __rmul__ = __mul__

    def __lt__(self, other: "Money") -> bool:
        self._check_currency(other)
        return self.amount < other.amount

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"

    def _check_currency(self, other: "Money") -> None:
        if self.currency != other.currency:
            raise CurrencyMismatch(self.currency, other.currency)


@dataclass(frozen=True)
class Undefined:
    """A figure without a value, with the cost incurred all the same and the reasons (R9.3).

    Never zero, never a dash without words.
    """

    cost: Money | None
    reasons: tuple[Message | str, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("an undefined figure says why it is undefined")


@dataclass(frozen=True)
class Rate:
    """What one unit of a currency is in another, as a person entered it with its source and date (R4.7)."""

    one: str
    equals: Decimal
    other: str
    source: str
    on: date

    def __post_init__(self) -> None:
        if not self.equals.is_finite() or self.equals <= 0 or not self.source.strip():
            raise ValueError("a rate is a positive number with a source")

    def convert(self, money: Money) -> Money:
        """Convert and round half-even: 47.14 USD at 0.9000 EUR are 42.43 EUR (42.426)."""
        if money.currency != self.one:
            raise CurrencyMismatch(money.currency, self.one)
        exact = money.amount * self.equals
        return Money(
            exact.quantize(Decimal(1).scaleb(-minor_digits(self.other)), ROUND_HALF_EVEN), self.other
        )


def total(moneys: Iterable[Money]) -> tuple[Money, ...]:
    """Add up each currency by itself, in the order of the codes; no money is an empty tuple (R4.7)."""
    sums: dict[str, Money] = {}
    for money in moneys:
        sums[money.currency] = sums[money.currency] + money if money.currency in sums else money
    return tuple(sums[currency] for currency in sorted(sums))


def share_per_result(cost: Money, accepted: int, reasons: Iterable[Message | str] = ()) -> Money | Undefined:
    """Share the rental cost among accepted results, rounded half-even to the minor unit (R9.3).

    47.14 USD and 2 accepted: 23.57 USD. None accepted: ``Undefined(47.14 USD, reasons)``.
    """
    if accepted < 0:
        raise ValueError("a number of accepted results is not negative")
    if accepted == 0:
        given = tuple(reasons)
        return Undefined(cost, given or (Message(gettext_noop("No result was accepted.")),))
    whole, rest = divmod(cost.minor_units, accepted)
    round_up = 2 * rest > accepted or (2 * rest == accepted and whole % 2 == 1)
    return Money.of_minor_units(whole + int(round_up), cost.currency)


def parse_amount(text: str) -> Decimal:
    """Read an amount as people write it in any language: 47.14, 47,14, 1.500,00, 1,500.00, 1 500, 1'500.00.

    The same text means the same to every reader. 1.500 and 1,500 are refused: 1.5 to one, 1500 to another.
    """
    typed = text.strip()
    negative = typed[:1] in {"-", MINUS}
    digits = typed[1:] if negative else typed
    if unclear := AMBIGUOUS.fullmatch(digits):
        raise AmountRefused(_both_readings(typed, unclear))
    amount = _read(digits)
    if amount is None:
        raise AmountRefused(
            Message(
                gettext_noop('"%(text)s" is not an amount. Write digits, for example 47.14.'), {"text": typed}
            )
        )
    return -amount if negative else amount


def _both_readings(typed: str, unclear: re.Match[str]) -> Message:
    first, last = unclear["first"], unclear["last"]
    return Message(
        gettext_noop(
            '"%(text)s" can be read as %(decimal)s or as %(whole)s. '
            "Write it with two decimals, for example %(whole)s.00."
        ),
        {"text": typed, "decimal": f"{first}.{last}".rstrip("0").rstrip("."), "whole": f"{first}{last}"},
    )


def _read(digits: str) -> Decimal | None:
    if WHOLE.fullmatch(digits):
        return Decimal(digits)
    for pattern in (SPACED_GROUPS, POINT_GROUPS, COMMA_GROUPS, DECIMALS):
        if found := pattern.fullmatch(digits):
            whole = found["whole"] or digits
            return Decimal(f"{re.sub('[^0-9]', '', whole)}.{found['part'] or '0'}")
    return None
