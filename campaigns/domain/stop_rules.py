"""Conditions for stopping that are fixed before the test (R5.1).

Worked: *quality below threshold*, accuracy, 0.40, from 4 h on, stops a run that shows 0.39 after 4 h, and neither
one that shows 0.39 after 3 h nor one that shows 0.40 after 5 h.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import assert_never

from campaigns.domain.checks import exact, trimmed
from campaigns.domain.durations import hours_text
from campaigns.domain.vocabulary import StopRuleKind
from teams.domain.message import Message, gettext_noop

LOSS = "loss"


@dataclass(frozen=True)
class StopRule:
    """A condition, what it applies to and what happens then; which of the other values count depends on the kind."""

    kind: StopRuleKind
    metric: str = ""
    threshold: Decimal | None = None
    after: timedelta | None = None
    after_steps: int | None = None
    wording: str = ""
    applies_to: str = "every run"
    consequence: str = "the run is stopped and recorded"


@dataclass(frozen=True)
class Observation:
    """What is seen of a run at one moment, as far as it is known."""

    elapsed: timedelta
    step: int | None = None
    metrics: Mapping[str, object] = field(default_factory=dict)
    truncated_essential_inputs: int = 0
    has_usable_recovery: bool | None = None


@dataclass(frozen=True)
class Stop:
    """The moment at which a rule would have stopped a run, and the value that was observed (R7.3)."""

    elapsed: timedelta
    observed: str


def validate(rule: StopRule) -> dict[str, Message]:
    """Name what a rule lacks, by field; a rule that lacks nothing gives an empty dictionary."""
    problems: dict[str, Message] = {}
    match StopRuleKind(rule.kind):
        case StopRuleKind.QUALITY_BELOW_THRESHOLD:
            problems |= _quality_lacks(rule)
        case StopRuleKind.TIME_LIMIT if rule.after is None or rule.after <= timedelta(0):
            problems["after_minutes"] = Message(gettext_noop("Say after how much time the run is stopped."))
        case StopRuleKind.OTHER if not rule.wording.strip():
            problems["wording"] = Message(gettext_noop("Say in words when the run is stopped."))
    if not rule.applies_to.strip():
        problems["applies_to"] = Message(gettext_noop("Say what the rule applies to, for example every run."))
    if not rule.consequence.strip():
        problems["consequence"] = Message(gettext_noop("Say what happens when the rule applies."))
    return problems


def describe(rule: StopRule) -> Message:
    """Say a valid rule in one sentence, with what it applies to and what happens then (R5.1)."""
    return Message(
        gettext_noop("%(condition)s It applies to: %(applies_to)s. Then: %(consequence)s."),
        {
            "condition": _condition(rule),
            "applies_to": rule.applies_to.strip().rstrip("."),
            "consequence": rule.consequence.strip().rstrip("."),
        },
    )


def would_stop(rule: StopRule, observations: Sequence[Observation]) -> Stop | None:
    """Find the first observation at which a valid rule stops the run; *other* is for people to judge."""
    for observation in sorted(observations, key=lambda one: one.elapsed):
        observed = _observed(rule, observation)
        if observed is not None:
            return Stop(observation.elapsed, observed)
    return None


def _quality_lacks(rule: StopRule) -> dict[str, Message]:
    problems = {}
    if not rule.metric.strip():
        problems["metric"] = Message(gettext_noop("Name the metric that measures the quality."))
    if rule.threshold is None or not rule.threshold.is_finite():
        problems["threshold"] = Message(gettext_noop("Give the threshold below which the run is stopped."))
    if rule.after is None and rule.after_steps is None:
        problems["after_minutes"] = Message(
            gettext_noop("Say from which time or training step on it counts.")
        )
    return problems


def _condition(rule: StopRule) -> Message:
    match StopRuleKind(rule.kind):
        case StopRuleKind.NON_FINITE_LOSS:
            text = gettext_noop("Stop when %(metric)s is not a finite number.")
            return Message(text, {"metric": rule.metric.strip() or LOSS})
        case StopRuleKind.QUALITY_BELOW_THRESHOLD:
            return _quality_condition(rule)
        case StopRuleKind.ESSENTIAL_INPUT_TRUNCATED:
            return Message(gettext_noop("Stop when an essential input is truncated."))
        case StopRuleKind.NO_USABLE_RECOVERY:
            return Message(gettext_noop("Stop when there is no backup from which work can go on."))
        case StopRuleKind.TIME_LIMIT:
            text = gettext_noop("Stop after %(time)s.")
            return Message(text, {"time": hours_text(rule.after or timedelta(0))})
        case StopRuleKind.OTHER:
            return Message(
                gettext_noop("Stop when: %(wording)s."), {"wording": rule.wording.strip().rstrip(".")}
            )
        case unknown:
            assert_never(unknown)


def _quality_condition(rule: StopRule) -> Message:
    threshold = trimmed(rule.threshold) if rule.threshold is not None else ""
    values: dict[str, object] = {"metric": rule.metric, "threshold": threshold, "step": rule.after_steps}
    if rule.after is None:
        text = gettext_noop("Stop when %(metric)s is below %(threshold)s, from training step %(step)s on.")
        return Message(text, values)
    values["time"] = hours_text(rule.after)
    if rule.after_steps is None:
        return Message(gettext_noop("Stop when %(metric)s is below %(threshold)s, from %(time)s on."), values)
    text = gettext_noop(
        "Stop when %(metric)s is below %(threshold)s, from %(time)s and training step %(step)s on."
    )
    return Message(text, values)


def _observed(rule: StopRule, seen: Observation) -> str | None:
    """Give the observed value with which the rule applies, or nothing."""
    match StopRuleKind(rule.kind):
        case StopRuleKind.NON_FINITE_LOSS:
            loss = exact(seen.metrics.get(rule.metric.strip() or LOSS))
            return str(loss) if loss is not None and not loss.is_finite() else None
        case StopRuleKind.QUALITY_BELOW_THRESHOLD:
            return _poor_quality(rule, seen)
        case StopRuleKind.ESSENTIAL_INPUT_TRUNCATED:
            return str(seen.truncated_essential_inputs) if seen.truncated_essential_inputs > 0 else None
        case StopRuleKind.NO_USABLE_RECOVERY:
            return "no" if seen.has_usable_recovery is False else None
        case StopRuleKind.TIME_LIMIT:
            return hours_text(seen.elapsed) if rule.after is not None and seen.elapsed >= rule.after else None
        case StopRuleKind.OTHER:
            return None
        case unknown:
            assert_never(unknown)


def _poor_quality(rule: StopRule, seen: Observation) -> str | None:
    """Compare from the stated time and step on; a value that is no finite number is below every threshold."""
    if rule.after is not None and seen.elapsed < rule.after:
        return None
    if rule.after_steps is not None and (seen.step is None or seen.step < rule.after_steps):
        return None
    value = exact(seen.metrics.get(rule.metric))
    if value is None or rule.threshold is None:
        return None
    return str(value) if not value.is_finite() or value < rule.threshold else None
