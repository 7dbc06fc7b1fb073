"""Which variants are worth running (R2.1 - R2.5).

Worked: with control (adapter none, rank none), adapter A isolates one cause. A probability of 0.5 is worth
1.0000 bits and one of 0.25 is worth 0.8113; over 10 lane hours each that is 0.1000 and 0.0811 per lane hour.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from enum import StrEnum

from teams.domain.message import Message, gettext_noop

HOUR = timedelta(hours=1)
FOUR_PLACES = Decimal("0.0001")
SIX_PLACES = Decimal("0.000001")
MOST_DIGITS = 28
NEARLY = Decimal("1.25")
"""A numeric change is small when the larger value is at most a quarter above the smaller one."""

Values = Mapping[str, str]


class DifferenceKind(StrEnum):
    """How a variant differs from the control (R2.1)."""

    IDENTICAL = "identical"
    ISOLATES_ONE_CAUSE = "isolates one cause"
    CONFOUNDED = "confounded"


@dataclass(frozen=True)
class Difference:
    """What differs from the control; ``warning`` is what the planner should hear about it, if anything."""

    kind: DifferenceKind
    factors: tuple[str, ...]
    nearly_identical: bool = False

    @property
    def warning(self) -> Message | None:
        """Say what is wrong with this difference; one clear cause needs no word."""
        factors = ", ".join(self.factors)
        match self.kind:
            case DifferenceKind.IDENTICAL:
                return Message(
                    gettext_noop("Identical to the control: change a factor, or remove the variant.")
                )
            case DifferenceKind.CONFOUNDED:
                text = gettext_noop(
                    "Confounded: %(factors)s differ at once, so an effect cannot be put down to one of them."
                )
                return Message(text, {"factors": factors})
            case DifferenceKind.ISOLATES_ONE_CAUSE if self.nearly_identical:
                text = gettext_noop(
                    "Nearly identical to the control: only %(factors)s differs, by at most a quarter. "
                    "An isolating control may say more."
                )
                return Message(text, {"factors": factors})
        return None


@dataclass(frozen=True)
class NotRanked:
    """A decision value per lane hour that cannot be computed, and why."""

    reason: Message


@dataclass(frozen=True)
class Candidate:
    """What the ranking needs to know of a variant (R2.4)."""

    identifier: str
    meets_probability: Decimal | None
    decisive: bool
    lane_time: timedelta


@dataclass(frozen=True)
class Ranked:
    """A variant's place in the suggestion: bits, lane time, and bits per lane hour."""

    identifier: str
    bits: Decimal | None
    lane_time: timedelta
    value: Decimal | NotRanked


def canonical(values: Values) -> dict[str, str]:
    """Write the values in one way: without empty ones, text trimmed, equal numbers written equally.

    0.0001 and 1e-4 are the same learning rate. A version number is text when it starts with a letter (v1.10).
    """
    written = {_text(factor): _canonical_value(value) for factor, value in values.items()}
    return {factor: written[factor] for factor in sorted(written) if written[factor]}


def differences(control: Values, variant: Values) -> Difference:
    """Compare a variant with the control, factor by factor; having no value differs from having one."""
    one, other = canonical(control), canonical(variant)
    order = [_text(factor) for factor in [*control, *variant]]
    factors = tuple(factor for factor in dict.fromkeys(order) if one.get(factor) != other.get(factor))
    if not factors:
        return Difference(DifferenceKind.IDENTICAL, ())
    if len(factors) > 1:
        return Difference(DifferenceKind.CONFOUNDED, factors)
    nearly = _nearly(one.get(factors[0], ""), other.get(factors[0], ""))
    return Difference(DifferenceKind.ISOLATES_ONE_CAUSE, factors, nearly)


def configuration_hash(values: Values) -> str:
    """Hash a configuration: SHA-256 of its canonical JSON, whatever the order of its factors (R2.5)."""
    text = json.dumps(canonical(values), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def next_identifier(used: Iterable[str]) -> str:
    """Give an identifier that was never used, also not by a variant that was replaced or dropped (R2.5)."""
    numbers = [int(one[1:]) for one in used if one[:1] == "V" and one[1:].isdecimal()]
    return f"V{max(numbers, default=-1) + 1}"


def decisive(if_meets: str, if_not: str, if_inconclusive: str) -> bool:
    """Say whether a variant can change the decision: at least two of its stated choices differ (R2.3)."""
    return len({choice for choice in (if_meets, if_not, if_inconclusive) if choice}) > 1


def not_decisive(if_meets: str, if_not: str, if_inconclusive: str) -> bool:
    """Say whether all three choices are stated and the same: such a variant cannot be essential (R2.3)."""
    return bool(if_meets) and if_meets == if_not == if_inconclusive


def decision_value_bits(meets_probability: Decimal, is_decisive: bool) -> Decimal:
    """Give the entropy of the stated probability in bits, to four places; zero if not decisive (R2.4).

    0.5 is worth 1.0000 bits, 0.25 is worth 0.8113, certainty is worth nothing.
    """
    if not 0 <= meets_probability <= 1:
        raise ValueError("a probability lies between 0 and 1")
    return _entropy(meets_probability if is_decisive else Decimal(1)).quantize(FOUR_PLACES, ROUND_HALF_EVEN)


def rank(candidates: Sequence[Candidate]) -> tuple[Ranked, ...]:
    """Order variants by bits per lane hour, the highest first; those that cannot be ranked come last (R2.4).

    Values have six places; equal ones keep the order in which they were given. The order is a suggestion.
    """
    ranked = [_ranked(candidate) for candidate in candidates]
    return tuple(sorted(ranked, key=_place))


def departs_from_suggestion(ranked: Sequence[Ranked], chosen: Sequence[str]) -> bool:
    """Say whether people chose another order than the suggested one, and so must say why (R2.4)."""
    return [one.identifier for one in ranked] != list(chosen)


def _ranked(candidate: Candidate) -> Ranked:
    bits = Decimal("0.0000") if not candidate.decisive else None
    if candidate.decisive and candidate.meets_probability is not None:
        bits = decision_value_bits(candidate.meets_probability, candidate.decisive)
    return Ranked(candidate.identifier, bits, candidate.lane_time, _value(bits, candidate.lane_time))


def _value(bits: Decimal | None, lane_time: timedelta) -> Decimal | NotRanked:
    if bits is None:
        return NotRanked(Message(gettext_noop("No probability is stated that it meets the threshold.")))
    if lane_time <= timedelta(0):
        return NotRanked(Message(gettext_noop("No lane hours are planned for it.")))
    lane_hours = Decimal(lane_time // timedelta(microseconds=1)) / Decimal(HOUR // timedelta(microseconds=1))
    return (bits / lane_hours).quantize(SIX_PLACES, ROUND_HALF_EVEN)


def _place(ranked: Ranked) -> tuple[bool, Decimal]:
    if isinstance(ranked.value, NotRanked):
        return True, Decimal(0)
    return False, -ranked.value


def _entropy(probability: Decimal) -> Decimal:
    shares = [share for share in (probability, 1 - probability) if share > 0]
    return sum((-share * share.ln() / Decimal(2).ln() for share in shares), Decimal(0))


def _text(value: object) -> str:
    return "" if value is None else unicodedata.normalize("NFC", str(value)).strip()


def _canonical_value(value: object) -> str:
    text = _text(value)
    number = _number(text)
    if number is None:
        return text
    return "0" if number == 0 else f"{number.normalize():f}"


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    written_out = (
        len(number.as_tuple().digits) + abs(number.adjusted()) if number.is_finite() else MOST_DIGITS
    )
    return number if written_out < MOST_DIGITS else None


def _nearly(one: str, other: str) -> bool:
    """Say whether two numbers of the same sign differ by at most a quarter: 0.0001 and 0.00012 do."""
    first, second = _number(one), _number(other)
    if first is None or second is None or first * second <= 0:
        return False
    small, large = sorted((abs(first), abs(second)))
    return large <= small * NEARLY
