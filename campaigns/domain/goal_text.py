"""A goal as somebody states it, and what differs between two of them, in words (R1.1).

Worked: two people open the same goal; one saves 110.00 USD as the ceiling, the other 90.00 USD. The second is told:
budget ceiling, saved 110.00 USD, typed 90.00 USD.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from campaigns.domain.vocabulary import (
    CampaignKind,
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
)
from teams.domain.message import Message, gettext_noop


@dataclass(frozen=True)
class StatedChoice:
    """Something that can be chosen; ``number`` is the row in the database that it stands for, if any."""

    number: int | None
    text: str


@dataclass(frozen=True)
class StatedOutcome:
    """If this result, then that choice (R1.2)."""

    condition: str
    choice: str
    none_meets: bool


@dataclass(frozen=True)
class StatedCheck:
    """A metric, a comparison and a threshold."""

    metric: str
    direction: Direction
    threshold: Decimal | None
    minimum_difference: Decimal | None
    priority: Priority


@dataclass(frozen=True)
class StatedDeliverable:
    """What the campaign promises to deliver."""

    kind: DeliverableKind
    scope: DeliverableScope
    priority: Priority


@dataclass(frozen=True)
class StatedGoal:
    """Everything on the goal page but the corpus, which has a life of its own."""

    title: str
    kind: CampaignKind
    question: str
    closing_condition: str
    ceiling: Decimal | None
    currency: str
    tolerance_percent: int
    choices: tuple[StatedChoice, ...]
    outcomes: tuple[StatedOutcome, ...]
    checks: tuple[StatedCheck, ...]
    deliverables: tuple[StatedDeliverable, ...]


@dataclass(frozen=True)
class Differing:
    """One part of the goal in two versions."""

    code: str
    label: Message
    saved: str
    typed: str


LABELS = {
    "title": gettext_noop("title"),
    "kind": gettext_noop("kind"),
    "question": gettext_noop("decision question"),
    "closing_condition": gettext_noop("closing condition"),
    "ceiling": gettext_noop("budget ceiling"),
    "tolerance": gettext_noop("tolerance (%)"),
    "choices": gettext_noop("choices"),
    "outcomes": gettext_noop("outcomes"),
    "checks": gettext_noop("acceptance checks"),
    "deliverables": gettext_noop("deliverables"),
}


def differing(saved: StatedGoal, typed: StatedGoal) -> tuple[Differing, ...]:
    """List the parts in which two versions of a goal differ, each with both texts."""
    one, other = texts(saved), texts(typed)
    return tuple(
        Differing(code, Message(label), one[code], other[code])
        for code, label in LABELS.items()
        if one[code] != other[code]
    )


def texts(goal: StatedGoal) -> dict[str, str]:
    """Write every part of a goal as text, a line for each row of a list."""
    return {
        "title": goal.title,
        "kind": goal.kind.value,
        "question": goal.question,
        "closing_condition": goal.closing_condition,
        "ceiling": f"{goal.ceiling:.2f} {goal.currency}" if goal.ceiling is not None else "",
        "tolerance": str(goal.tolerance_percent),
        "choices": _lines(choice.text for choice in goal.choices),
        "outcomes": _lines(_outcome(outcome) for outcome in goal.outcomes),
        "checks": _lines(_check(check) for check in goal.checks),
        "deliverables": _lines(f"{row.kind} ({row.scope}), {row.priority}" for row in goal.deliverables),
    }


def _outcome(outcome: StatedOutcome) -> str:
    mark = " *" if outcome.none_meets else ""
    return f"{outcome.condition} → {outcome.choice}{mark}"


def _check(check: StatedCheck) -> str:
    difference = f" (± {_number(check.minimum_difference)})" if check.minimum_difference is not None else ""
    return f"{check.metric} {check.direction} {_number(check.threshold)}{difference}, {check.priority}"


def _number(value: Decimal | None) -> str:
    """Write a number without the zeros that a column pads, never with an exponent: 0.720000 is 0.72."""
    if value is None:
        return "?"
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _lines(rows: Iterable[str]) -> str:
    return "\n".join(rows)
