"""When a goal is ready, and what is worth a warning (R1.1 - R1.3, R2.1, R2.3).

Worked: the worked campaign is ready: three choices, an outcome for "no variant meets the threshold", one
control, an essential check (accuracy at least 0.72), four deliverables and a frozen corpus.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from campaigns.domain.variants import DifferenceKind, configuration_hash, differences, not_decisive
from campaigns.domain.vocabulary import Direction, Priority, VariantRole
from teams.domain.message import Message, gettext_noop

ACTIVITY = re.compile(
    r"(?:analy[sz]e|benchmark|build|check|compare|develop|evaluate|experiment|explore|fine|implement|improve|"
    r"investigate|measure|optimi[sz]e|pretrain|reproduce|run|study|sweep|test|train|try|tune|validate)\b"
)
LEADING = re.compile(
    r"^(?:please|we|i|let us|let's|want to|would like to|need to|have to|will|should|can|to|the goal is)\s+"
)
NONE_MEETS = re.compile(
    r"\b(?:no|none|neither|not any)\b.*\b(?:meets?|beats?|reach(?:es)?|pass(?:es)?|does|do)\b"
)


@dataclass(frozen=True)
class Outcome:
    """If this result, then that choice; one of them says what follows when no variant meets (R1.2)."""

    condition: str
    choice: str
    none_meets: bool = False


@dataclass(frozen=True)
class Corpus:
    """What readiness needs to know of the data that all variants are compared on (R1.5)."""

    content_hash: str
    frozen_at: datetime | None


@dataclass(frozen=True)
class AcceptanceCheck:
    """A metric, a comparison and a threshold, and how much better than the control it must be."""

    metric: str
    direction: Direction
    threshold: Decimal | None
    minimum_difference: Decimal | None = None
    priority: Priority = Priority.ESSENTIAL


@dataclass(frozen=True)
class GoalVariant:
    """What readiness needs to know of a variant: its factors, and the choice after each answer (R2.3)."""

    identifier: str
    role: VariantRole
    priority: Priority
    values: Mapping[str, str]
    if_meets: str = ""
    if_not: str = ""
    if_inconclusive: str = ""


@dataclass(frozen=True)
class Goal:
    """The goal of a campaign as a planner stated it (R1.1)."""

    question: str
    choices: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    closing_condition: str
    corpus: Corpus | None
    variants: tuple[GoalVariant, ...]
    checks: tuple[AcceptanceCheck, ...]
    deliverables: int


@dataclass(frozen=True)
class Missing:
    """One thing to mend: a fixed code, the sentence, and the place on the page where it is mended."""

    code: str
    message: Message
    anchor: str


class Readiness(NamedTuple):
    """What keeps a plan from being submitted, and what is only worth a thought (R1.3)."""

    missing: tuple[Missing, ...]
    warnings: tuple[Missing, ...]

    @property
    def is_ready(self) -> bool:
        """Say whether nothing is missing; warnings do not hold a plan back."""
        return not self.missing


def readiness(goal: Goal) -> Readiness:
    """List what a goal lacks, in the order of the page, and what deserves a warning (R1.3)."""
    missing = [
        *_missing_question(goal),
        *_missing_corpus(goal),
        *_missing_variants(goal),
        *_missing_ends(goal),
    ]
    return Readiness(tuple(missing), tuple(_warnings(goal)))


def is_only_an_activity(question: str) -> bool:
    """Say whether a question names work instead of a choice: "Train the model", "We want to compare A and B".

    A question that offers an alternative is a choice, whatever its verb: "Train on mix A, or on mix B?"
    """
    if "?" in question and re.search(r"\bor\b", question, re.IGNORECASE):
        return False
    rest, before = question.strip().lower().replace("finetune", "fine-tune"), ""
    while rest != before:
        before, rest = rest, LEADING.sub("", rest)
    return bool(ACTIVITY.match(rest))


def says_none_meets(condition: str) -> bool:
    """Say whether a condition is the one for "none meets": "no variant meets it", "if none does"."""
    return bool(NONE_MEETS.search(condition.lower()))


def _missing_question(goal: Goal) -> Iterable[Missing]:
    if not goal.question.strip():
        text = gettext_noop("Write the decision question: what will somebody be able to choose?")
        yield Missing("question", Message(text), "question")
    if len(_choices_reached(goal)) < 2:
        text = gettext_noop(
            "Give at least two choices that outcomes lead to: if this result, then that choice."
        )
        yield Missing("choices", Message(text), "outcomes")
    if not any(outcome.none_meets and outcome.choice in goal.choices for outcome in goal.outcomes):
        text = gettext_noop(
            "Say what you choose if no variant meets the threshold: that is a full answer too."
        )
        yield Missing("none-meets", Message(text), "outcomes")
    if not goal.closing_condition.strip():
        text = gettext_noop(
            "Write the closing condition: what ends the campaign, whichever way the answer falls?"
        )
        yield Missing("closing-condition", Message(text), "closing-condition")


def _missing_corpus(goal: Goal) -> Iterable[Missing]:
    if goal.corpus is None:
        text = gettext_noop("Name the corpus that all variants are compared on.")
        yield Missing("corpus", Message(text), "corpus")
        return
    if not goal.corpus.content_hash.strip():
        text = gettext_noop("Give the content hash of the corpus.")
        yield Missing("corpus-hash", Message(text), "corpus")
    if goal.corpus.frozen_at is None:
        text = gettext_noop("Freeze the corpus: results are comparable only on data that no longer change.")
        yield Missing("corpus-frozen", Message(text), "corpus")


def _missing_variants(goal: Goal) -> Iterable[Missing]:
    controls = [variant for variant in goal.variants if variant.role == VariantRole.CONTROL]
    if not controls:
        text = gettext_noop("Name the control: the one configuration that the variants are compared with.")
        yield Missing("control", Message(text), "variants")
    if len(controls) > 1:
        text = gettext_noop(
            "Keep one control. %(variants)s are controls now; make the others isolating controls."
        )
        names = ", ".join(control.identifier for control in controls)
        yield Missing("one-control", Message(text, {"variants": names}), "variants")
    for variant in goal.variants:
        if variant.role == VariantRole.CONTROL:
            continue
        if len(controls) == 1 and _is_identical(controls[0], variant):
            text = gettext_noop("%(variant)s is identical to the control: change a factor, or remove it.")
            yield Missing("identical", Message(text, {"variant": variant.identifier}), _anchor(variant))
        if variant.priority == Priority.ESSENTIAL and _cannot_decide(variant):
            text = gettext_noop(
                "%(variant)s leads to the same choice whatever its result: "
                "it is not decisive and cannot be essential."
            )
            yield Missing("not-decisive", Message(text, {"variant": variant.identifier}), _anchor(variant))


def _missing_ends(goal: Goal) -> Iterable[Missing]:
    essential = [check for check in goal.checks if check.priority == Priority.ESSENTIAL]
    if not any(check.threshold is not None for check in essential):
        text = gettext_noop("Announce at least one essential check with a threshold.")
        yield Missing("check", Message(text), "checks")
    if goal.deliverables < 1:
        text = gettext_noop("Name at least one deliverable, for example the predictions of every variant.")
        yield Missing("deliverable", Message(text), "deliverables")


def _warnings(goal: Goal) -> Iterable[Missing]:
    if is_only_an_activity(goal.question):
        text = gettext_noop(
            "This is work, and no question: it ends when the time ends. Ask what somebody will choose, "
            "for example: Do we adopt adapter A, or keep the control?"
        )
        yield Missing("activity", Message(text), "question")
    reached = _choices_reached(goal)
    if len(goal.outcomes) > 1 and len(reached) == 1:
        text = gettext_noop(
            "Every outcome leads to the choice %(choice)s: no result can change the decision."
        )
        yield Missing("one-choice", Message(text, {"choice": reached[0]}), "outcomes")
    for check in goal.checks:
        if check.threshold is None:
            text = gettext_noop("The check of %(metric)s has no threshold: it cannot accept anything.")
            yield Missing("threshold", Message(text, {"metric": check.metric}), "checks")
    yield from _variant_warnings(goal)


def _variant_warnings(goal: Goal) -> Iterable[Missing]:
    controls = [variant for variant in goal.variants if variant.role == VariantRole.CONTROL]
    seen: dict[str, str] = {}
    for variant in goal.variants:
        if variant.role == VariantRole.CONTROL:
            continue
        difference = differences(controls[0].values, variant.values) if len(controls) == 1 else None
        if difference and difference.warning and difference.kind is not DifferenceKind.IDENTICAL:
            yield Missing(f"difference-{variant.identifier}", difference.warning, _anchor(variant))
        twin = seen.setdefault(configuration_hash(variant.values), variant.identifier)
        if twin != variant.identifier:
            text = gettext_noop("%(variant)s has the same configuration as %(twin)s.")
            message = Message(text, {"variant": variant.identifier, "twin": twin})
            yield Missing("twins", message, _anchor(variant))
        choices = (variant.if_meets, variant.if_not, variant.if_inconclusive)
        if variant.role == VariantRole.VARIANT and not all(choices):
            text = gettext_noop(
                "Say for %(variant)s which choice follows if it meets, does not meet, or stays inconclusive."
            )
            yield Missing("follows", Message(text, {"variant": variant.identifier}), _anchor(variant))


def _choices_reached(goal: Goal) -> list[str]:
    reached = [outcome.choice for outcome in goal.outcomes if outcome.choice.strip()]
    return [choice for choice in dict.fromkeys(reached) if choice in goal.choices]


def _is_identical(control: GoalVariant, variant: GoalVariant) -> bool:
    return differences(control.values, variant.values).kind is DifferenceKind.IDENTICAL


def _cannot_decide(variant: GoalVariant) -> bool:
    return not_decisive(variant.if_meets, variant.if_not, variant.if_inconclusive)


def _anchor(variant: GoalVariant) -> str:
    return f"variant-{variant.identifier}"
