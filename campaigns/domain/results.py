"""Which results are accepted, by computation and by nobody's tick (R9.2, R7.2); what is answered (R11.5).

A distinct deliverable is a variant on a corpus content. It is accepted when a finished main or repeat run of it
meets every check that was announced before the run started, and every file that it owes is verified.

Worked: one variant run five times on one corpus is five runs, one distinct deliverable and one accepted result;
on two corpora it is two. A stopped run with an accuracy of 0.99 is none.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Protocol

from campaigns.domain.checks import Announcement, Judged, checks_in_force, finite, judge, without_difference
from campaigns.domain.question import AcceptanceCheck
from campaigns.domain.vocabulary import (
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
    RunPurpose,
    RunState,
    Verdict,
)
from teams.domain.message import Message, gettext_noop

WITHOUT_START = datetime.max.replace(tzinfo=UTC)
RESULT_PURPOSES = frozenset({RunPurpose.MAIN, RunPurpose.REPEAT})

NOT_FINISHED: dict[RunState, str] = {
    RunState.PLANNED: gettext_noop("It has not started."),
    RunState.RUNNING: gettext_noop("It has not ended."),
    RunState.STOPPED: gettext_noop("It was stopped, and a stopped run is never a result."),
    RunState.FAILED: gettext_noop("It failed, and a failed run is never a result."),
    RunState.UNKNOWN: gettext_noop("Nobody knows how it ended."),
}


class Promised(Protocol):
    """What the goal promised to deliver."""

    @property
    def kind(self) -> DeliverableKind: ...

    @property
    def scope(self) -> DeliverableScope: ...

    @property
    def priority(self) -> Priority: ...


@dataclass(frozen=True)
class RecordedRun:
    """A run as it was recorded; ``verified`` are the kinds of its deliverables whose files are verified (R10.3)."""

    identifier: str
    variant: str
    purpose: RunPurpose
    state: RunState
    started_at: datetime | None
    corpus_hash: str
    metrics: Mapping[str, object] = field(default_factory=dict)
    verified: frozenset[DeliverableKind] = frozenset()

    @property
    def is_result(self) -> bool:
        """Say whether the run delivered: it finished, for a result, on a known corpus."""
        return self.state == RunState.FINISHED and self.purpose in RESULT_PURPOSES and bool(self.corpus_hash)


@dataclass(frozen=True)
class RunResult:
    """What became of a run: accepted, or every reason why not."""

    run: str
    variant: str
    corpus_hash: str
    is_accepted: bool
    reasons: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Results:
    """Runs, distinct deliverables and accepted ones: three figures (R9.2)."""

    runs: int
    distinct: int
    accepted: int
    results: tuple[RunResult, ...]

    @property
    def reasons(self) -> tuple[Message, ...]:
        """Say why runs were not accepted, each kind of reason once with the number of runs (R9.3)."""
        groups: dict[object, list[tuple[str, Message]]] = {}
        for result in self.results:
            for reason in result.reasons:
                key = (reason.template, reason.values.get("metric"), reason.values.get("kind"))
                groups.setdefault(key, []).append((result.run, reason))
        return tuple(_summary(group) for group in groups.values()) or (
            Message(gettext_noop("No run is recorded.")),
        )


@dataclass(frozen=True)
class Answer:
    """What all finished runs of a variant say to one essential check; without such runs it is not answered."""

    variant: str
    check: AcceptanceCheck
    verdict: Verdict
    runs: tuple[str, ...]
    reason: Message | None = None

    @property
    def is_answered(self) -> bool:
        """Say whether a run answered the check; runs that disagree answer it too, as inconclusive."""
        return bool(self.runs)


def owed_by_variants(promised: Iterable[Promised]) -> frozenset[DeliverableKind]:
    """Name the kinds that every variant owes: the essential ones, or all when none of them is essential."""
    own = [one for one in promised if one.scope == DeliverableScope.EVERY_VARIANT]
    essential = frozenset(one.kind for one in own if one.priority == Priority.ESSENTIAL)
    return essential or frozenset(one.kind for one in own)


def assess(
    runs: Sequence[RecordedRun],
    announcements: Sequence[Announcement],
    owed: Collection[DeliverableKind],
    control: str,
) -> Results:
    """Say of every run whether it is an accepted result, and count (R9.2). ``control`` names the control variant."""
    ordered = sorted(runs, key=lambda run: (run.started_at or WITHOUT_START, run.identifier))
    counted: dict[tuple[str, str], str] = {}
    results = []
    for run in ordered:
        reasons = _reasons(run, runs, announcements, owed, control)
        first = counted.get((run.variant, run.corpus_hash))
        if not reasons and first is not None:
            text = gettext_noop("Same variant and corpus as %(run)s: counted once.")
            reasons = (Message(text, {"run": first}),)
        elif not reasons:
            counted[run.variant, run.corpus_hash] = run.identifier
        results.append(RunResult(run.identifier, run.variant, run.corpus_hash, not reasons, reasons))
    distinct = {(run.variant, run.corpus_hash) for run in runs if run.is_result}
    return Results(len(runs), len(distinct), len(counted), tuple(results))


def answers(
    variants: Iterable[str],
    runs: Sequence[RecordedRun],
    announcements: Sequence[Announcement],
    control: str,
    corpus_hash: str,
) -> tuple[Answer, ...]:
    """Answer each essential check of the newest plan version for each variant, on one corpus content (R1.5)."""
    newest = checks_in_force(WITHOUT_START, announcements)
    essential = [check for check in newest if check.priority == Priority.ESSENTIAL]
    on_corpus = [run for run in runs if run.is_result and run.corpus_hash == corpus_hash]
    return tuple(
        _answer(variant, check, on_corpus, announcements, control)
        for variant in variants
        for check in essential
    )


def verdict_of(variant: str, given: Iterable[Answer]) -> Verdict:
    """Put a variant's answers together: one that does not meet decides, and all must meet to meet (R2.3)."""
    verdicts = [answer.verdict for answer in given if answer.variant == variant]
    if Verdict.DOES_NOT_MEET in verdicts:
        return Verdict.DOES_NOT_MEET
    if verdicts and all(verdict == Verdict.MEETS for verdict in verdicts):
        return Verdict.MEETS
    return Verdict.INCONCLUSIVE


def _reasons(
    run: RecordedRun,
    runs: Sequence[RecordedRun],
    announcements: Sequence[Announcement],
    owed: Collection[DeliverableKind],
    control: str,
) -> tuple[Message, ...]:
    if run.state != RunState.FINISHED:
        return (Message(NOT_FINISHED[RunState(run.state)]),)
    if run.purpose not in RESULT_PURPOSES:
        text = gettext_noop("Its purpose was %(purpose)s, and only main and repeat runs are results.")
        return (Message(text, {"purpose": RunPurpose(run.purpose)}),)
    reasons = [] if run.corpus_hash else [Message(gettext_noop("Its corpus is not recorded."))]
    reasons += _reasons_of_checks(run, runs, announcements, control)
    return (*reasons, *_reasons_of_files(run, owed))


def _reasons_of_checks(
    run: RecordedRun, runs: Sequence[RecordedRun], announcements: Sequence[Announcement], control: str
) -> list[Message]:
    if run.started_at is None:
        return [
            Message(gettext_noop("Its start is not recorded, so no check can be shown to come before it."))
        ]
    checks = checks_in_force(run.started_at, announcements)
    if not checks:
        return [Message(gettext_noop("No check was announced before it started."))]
    judged = [_judge(check, run, runs, control) for check in checks]
    return [one.reason for one in judged if one.reason is not None]


def _reasons_of_files(run: RecordedRun, owed: Collection[DeliverableKind]) -> list[Message]:
    if not owed and not run.verified:
        return [Message(gettext_noop("None of its files is verified."))]
    text = gettext_noop("Files of the kind %(kind)s are not verified.")
    return [
        Message(text, {"kind": kind}) for kind in DeliverableKind if kind in owed and kind not in run.verified
    ]


def _judge(check: AcceptanceCheck, run: RecordedRun, runs: Sequence[RecordedRun], control: str) -> Judged:
    """Judge a run; where a difference is asked for, the control's best run on the same corpus is the one to beat."""
    if run.variant == control:
        return judge(without_difference(check), run.metrics, None)
    values = [
        value
        for other in runs
        if other.is_result and other.variant == control and other.corpus_hash == run.corpus_hash
        if (value := finite(other.metrics.get(check.metric))) is not None
    ]
    return judge(check, run.metrics, _best(values, check.direction))


def _best(values: list[Decimal], direction: Direction) -> Decimal | None:
    return max(values, default=None) if direction == Direction.AT_LEAST else min(values, default=None)


def _answer(
    variant: str,
    check: AcceptanceCheck,
    runs: Sequence[RecordedRun],
    announcements: Sequence[Announcement],
    control: str,
) -> Answer:
    own = [run for run in runs if run.variant == variant]
    judged = [
        (run.identifier, _judge(check, run, runs, control))
        for run in own
        if check in checks_in_force(run.started_at, announcements)
    ]
    clear = [(run, one) for run, one in judged if one.verdict != Verdict.INCONCLUSIVE]
    if not clear:
        reason = judged[0][1].reason if judged else Message(_why_nothing_judged(bool(own)))
        return Answer(variant, check, Verdict.INCONCLUSIVE, (), reason)
    names = tuple(run for run, _ in clear)
    verdicts = {one.verdict for _, one in clear}
    if len(verdicts) > 1:
        text = gettext_noop("Its runs disagree.")
        return Answer(variant, check, Verdict.INCONCLUSIVE, names, Message(text))
    return Answer(variant, check, clear[0][1].verdict, names, clear[0][1].reason)


def _why_nothing_judged(has_runs: bool) -> str:
    if has_runs:
        return gettext_noop("The check was announced after its runs had started.")
    return gettext_noop("No run of it finished on this corpus.")


def _summary(group: list[tuple[str, Message]]) -> Message:
    run, reason = group[0]
    if len(group) == 1:
        return Message(gettext_noop("%(run)s: %(reason)s"), {"run": run, "reason": reason})
    text = gettext_noop("%(count)s runs, for example %(run)s: %(reason)s")
    return Message(text, {"count": len(group), "run": run, "reason": reason})
