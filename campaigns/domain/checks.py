"""What a run's metrics say to the checks that were announced before it started (R9.2, R5.2).

Worked: accuracy 0.71 does not meet *at least 0.72*. 0.73 meets it, and yet not a minimum difference of 0.02 to a
control at 0.72. A check announced after the run started says nothing about it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation

from campaigns.domain.question import AcceptanceCheck
from campaigns.domain.vocabulary import Direction, Verdict
from teams.domain.message import Message, gettext_noop


@dataclass(frozen=True)
class Announcement:
    """The checks of one approved plan version; a later version replaces them for runs that start after it."""

    approved_at: datetime
    checks: tuple[AcceptanceCheck, ...]


@dataclass(frozen=True)
class Judged:
    """What one run says to one check, and the reason when it does not meet it or says nothing."""

    check: AcceptanceCheck
    verdict: Verdict
    reason: Message | None = None


def exact(measured: object) -> Decimal | None:
    """Read a recorded metric exactly: 0.72 is 0.72, and not the nearest binary fraction below it.

    NaN and infinity are kept as they are; what is no number is nothing.
    """
    if measured is None or isinstance(measured, bool):
        return None
    try:
        return Decimal(str(measured).strip())
    except InvalidOperation:
        return None


def finite(measured: object) -> Decimal | None:
    """Read a recorded metric, or nothing when it is missing, NaN, infinite or no number."""
    number = exact(measured)
    return number if number is not None and number.is_finite() else None


def trimmed(number: Decimal) -> Decimal:
    """Drop the zeros that a table's column adds: 0.720000 is shown as 0.72, and 10.0 as 10."""
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number.normalize()


def checks_in_force(
    started_at: datetime | None, announcements: Sequence[Announcement]
) -> tuple[AcceptanceCheck, ...]:
    """Name the checks that were announced before the run started: those of the newest version approved by then.

    A check without threshold and without difference asks nothing, so it is not one of them.
    """
    before = [one for one in announcements if started_at is not None and one.approved_at < started_at]
    newest = max(before, key=lambda one: one.approved_at).checks if before else ()
    return tuple(
        check for check in newest if check.threshold is not None or check.minimum_difference is not None
    )


def better(one: Decimal, other: Decimal, direction: Direction) -> Decimal:
    """Say by how much one value is better than the other: 0.75 is 0.03 better than 0.72 at least, worse at most."""
    return one - other if direction == Direction.AT_LEAST else other - one


def judge(check: AcceptanceCheck, metrics: Mapping[str, object], control: Decimal | None) -> Judged:
    """Compare a run with a check, and with the control's value of the metric where a difference is asked for."""
    measured = exact(metrics.get(check.metric))
    about: dict[str, object] = {"metric": check.metric}
    if measured is None:
        return Judged(
            check, Verdict.INCONCLUSIVE, Message(gettext_noop("%(metric)s is not recorded."), about)
        )
    if not measured.is_finite():
        text = gettext_noop("%(metric)s is %(value)s, which is no finite number.")
        return Judged(check, Verdict.INCONCLUSIVE, Message(text, about | {"value": str(measured)}))
    about["value"] = measured
    if check.threshold is not None and better(measured, check.threshold, check.direction) < 0:
        text = gettext_noop("%(metric)s is %(value)s; announced was %(direction)s %(threshold)s.")
        asked = {"direction": Direction(check.direction), "threshold": trimmed(check.threshold)}
        return Judged(check, Verdict.DOES_NOT_MEET, Message(text, about | asked))
    return _judge_difference(check, measured, control)


def without_difference(check: AcceptanceCheck) -> AcceptanceCheck:
    """Give what the check asks of the control itself, which owes no difference to itself."""
    return AcceptanceCheck(check.metric, check.direction, check.threshold, None, check.priority)


def _judge_difference(check: AcceptanceCheck, measured: Decimal, control: Decimal | None) -> Judged:
    if check.minimum_difference is None:
        return Judged(check, Verdict.MEETS)
    about: dict[str, object] = {"metric": check.metric, "least": trimmed(check.minimum_difference)}
    if control is None:
        text = gettext_noop("%(metric)s of the control on the same corpus is not recorded.")
        return Judged(check, Verdict.INCONCLUSIVE, Message(text, about))
    difference = better(measured, control, check.direction)
    if difference < check.minimum_difference:
        text = gettext_noop(
            "%(metric)s is %(value)s and the control's is %(control)s: better by %(difference)s; "
            "announced was at least %(least)s."
        )
        found = {"value": measured, "control": control, "difference": difference}
        return Judged(check, Verdict.DOES_NOT_MEET, Message(text, about | found))
    return Judged(check, Verdict.MEETS)
