"""What still keeps a campaign from being closed (R11.5), as a list with a place to mend each.

Worked: one run still running, one essential artefact not verified and without an explanation, and no
conclusion give three entries; a run that was declared lost, a useful file that is missing and a difference
within the tolerance give none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaigns.domain.question import Missing
from campaigns.domain.vocabulary import Priority, RunState
from teams.domain.message import Message, gettext_noop

ENDED = frozenset({RunState.FINISHED, RunState.STOPPED, RunState.FAILED})


@dataclass(frozen=True)
class RunToEnd:
    """A run; one without news counts as ended once somebody declared it lost."""

    identifier: str
    state: RunState
    is_declared_lost: bool = False


@dataclass(frozen=True)
class CheckToAnswer:
    """An announced check; answered for a variant when a run of it recorded the metric, or it was not run."""

    label: str
    priority: Priority
    unanswered_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileToVerify:
    """An expected file of the dossier; an explained absence is enough. ``key`` is its place on the page."""

    key: str
    label: str
    priority: Priority
    is_verified: bool
    explanation: str = ""


@dataclass(frozen=True)
class DifferenceToExplain:
    """A step whose recorded time is beyond the tolerance of what was provided."""

    key: str
    label: str
    explanation: str = ""
    decision: str = ""


@dataclass(frozen=True)
class ClosingFacts:
    """All that closing depends on."""

    runs: tuple[RunToEnd, ...]
    checks: tuple[CheckToAnswer, ...]
    files: tuple[FileToVerify, ...]
    differences: tuple[DifferenceToExplain, ...]
    conclusion: str


def blocking(facts: ClosingFacts) -> tuple[Missing, ...]:
    """List what is missing, in the order in which a team mends it; nothing means that it can be closed."""
    return (
        *_runs(facts.runs),
        *_checks(facts.checks),
        *_files(facts.files),
        *_differences(facts.differences),
        *_conclusion(facts.conclusion),
    )


def _runs(runs: Iterable[RunToEnd]) -> Iterator[Missing]:
    for run in runs:
        if run.state in ENDED or run.is_declared_lost:
            continue
        text = gettext_noop("%(run)s has not ended: record its end, or declare it lost.")
        if run.state is RunState.PLANNED:
            text = gettext_noop("%(run)s is still planned: record it, or declare that it was not run.")
        yield Missing("run-open", Message(text, {"run": run.identifier}), f"run-{run.identifier}")


def _checks(checks: Iterable[CheckToAnswer]) -> Iterator[Missing]:
    for check in checks:
        if check.priority is Priority.ESSENTIAL and check.unanswered_for:
            text = gettext_noop("The essential check %(check)s has no answer for %(variants)s.")
            values: dict[str, object] = {"check": check.label, "variants": ", ".join(check.unanswered_for)}
            yield Missing("check-open", Message(text, values), "checks")


def _files(files: Iterable[FileToVerify]) -> Iterator[Missing]:
    for file in files:
        if file.priority is Priority.ESSENTIAL and not file.is_verified and not file.explanation.strip():
            text = gettext_noop(
                "%(file)s is essential and not verified: verify it, or say why it is missing."
            )
            yield Missing("file-open", Message(text, {"file": file.label}), f"file-{file.key}")


def _differences(differences: Iterable[DifferenceToExplain]) -> Iterator[Missing]:
    for difference in differences:
        if not difference.explanation.strip() or not difference.decision.strip():
            text = gettext_noop(
                "%(step)s took another time than provided: explain it, and say what was decided about it."
            )
            yield Missing(
                "difference-open", Message(text, {"step": difference.label}), f"difference-{difference.key}"
            )


def _conclusion(conclusion: str) -> Iterator[Missing]:
    if not conclusion.strip():
        yield Missing("no-conclusion", Message(gettext_noop("The conclusion is not written.")), "conclusion")
