"""Planned against actual: the baseline's times beside what was recorded, never filled from the plan (R11.1)."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from campaigns.domain.deviation import (
    Deviations,
    NotProvided,
    NotRecorded,
    StepDeviation,
    StepDuration,
    deviations,
)
from campaigns.domain.durations import hours_text
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind, WindowOpening
from campaigns.models import Campaign, PlanVersion
from campaigns.queries.runs import recorded_minutes_by_step
from campaigns.queries.versions import baseline_of, newest_version
from dossier.domain import recorded
from dossier.models import DeviationExplanation
from teams.domain.message import Message, gettext_noop

MINUTE = timedelta(minutes=1)


def deviations_of(campaign: Campaign) -> Deviations:
    """Provided against recorded time of every step: the baseline's against runs and time entries only (R11.1)."""
    baseline = baseline_of(campaign)
    provided = [
        StepDuration(
            step.key,
            step.title or step.key,
            Phase(step.phase),
            (step.end_minute - step.start_minute) * MINUTE,
        )
        for step in (baseline.steps.all() if baseline else ())
    ]
    steps = {step.key: step for step in campaign.steps.all()}
    known = {one.key: one for one in provided}
    taken = [
        StepDuration(
            key,
            known[key].title if key in known else steps[key].title or key,
            known[key].phase if key in known else Phase(steps[key].phase),
            minutes * MINUTE,
        )
        for key, minutes in recorded_minutes_by_step(campaign).items()
    ]
    return deviations(provided, taken, tolerance_of(campaign))


def tolerance_of(campaign: Campaign) -> int:
    """The tolerance of the plan in force, so that nobody loosens it after the fact (R5.2)."""
    version = newest_version(campaign)
    return int(version.content["tolerance_percent"]) if version else campaign.tolerance_percent


@dataclass(frozen=True)
class StepToExplain:
    """A step beyond the tolerance, by the key that its page has; the rest is as the report says it."""

    key: str
    time: recorded.StepTime


def steps_to_explain(campaign: Campaign) -> tuple[StepToExplain, ...]:
    """The steps whose recorded time is beyond the tolerance, with what was said about each (R11.1)."""
    explained = {row.step_key: row for row in campaign.deviation_explanations.all()}
    return tuple(
        StepToExplain(step.key, _time(step, explained.get(step.key)))
        for step in deviations_of(campaign).steps
        if step.exceeds_tolerance
    )


def plan(campaign: Campaign, found: Deviations) -> recorded.PlanAgainstActual:
    """The baseline with its figures and drawing, and what was recorded beside it."""
    baseline = baseline_of(campaign)
    explained = {row.step_key: row for row in campaign.deviation_explanations.all()}
    times = tuple(_time(step, explained.get(step.key)) for step in found.steps)
    phases = tuple(
        recorded.PhaseTime(one.phase, one.provided // MINUTE, _minutes(one.recorded), one.missing)
        for one in found.phases
    )
    if baseline is None:
        return recorded.PlanAgainstActual(
            tolerance_percent=tolerance_of(campaign), steps=times, phases=phases
        )
    return _with_baseline(campaign, baseline, times, phases)


def _with_baseline(
    campaign: Campaign,
    baseline: PlanVersion,
    times: tuple[recorded.StepTime, ...],
    phases: tuple[recorded.PhaseTime, ...],
) -> recorded.PlanAgainstActual:
    content = baseline.content
    verdict = content["verdict"]
    rows = content["schedule"]["steps"]
    stated = {step["key"]: step for step in content["steps"]}
    package = campaign.window_package
    return recorded.PlanAgainstActual(
        figures=recorded.PlanFigures(**content["figures"]),
        window_minutes=verdict["window_minutes"] if verdict else None,
        window_opens_minutes=_opens(content),
        window_exceeded=bool(verdict) and verdict["kind"] == "exceeds",
        verdict=_verdict(verdict),
        tolerance_percent=tolerance_of(campaign),
        steps=times,
        phases=phases,
        planned=tuple(_planned(row, stated[row["key"]]) for row in rows),
        critical=tuple(content["critical_chain"]),
        batches=max((row["batch"] or 0 for row in rows), default=0) + 1,
        gpus_per_batch=max(
            [package.gpus_per_batch if package else 1, *(lane + 1 for row in rows for lane in row["lanes"])]
        ),
    )


def _opens(content: dict[str, Any]) -> int:
    if content["window"]["opens_with"] == WindowOpening.FIRST_STEP:
        return 0
    machine = {step["key"] for step in content["steps"] if step["needs_machine"] or step["resource"] == "gpu"}
    return min((row["start"] for row in content["schedule"]["steps"] if row["key"] in machine), default=0)


def _verdict(verdict: dict[str, Any] | None) -> Message | str:
    if not verdict:
        return ""
    hours = {
        "window": hours_text(verdict["window_minutes"] * MINUTE),
        "time": hours_text(verdict["difference_minutes"] * MINUTE),
    }
    if verdict["kind"] == "fits":
        return Message(gettext_noop("Fits the %(window)s window and leaves %(time)s unused."), hours)
    return Message(gettext_noop("Exceeds the %(window)s window by %(time)s."), hours)


def _planned(row: dict[str, Any], stated: dict[str, Any]) -> recorded.PlannedStep:
    return recorded.PlannedStep(
        key=str(row["key"]),
        title=str(stated["title"] or row["key"]),
        phase=Phase(str(stated["phase"])),
        resource=ResourceKind(str(stated["resource"])),
        priority=Priority(str(stated["priority"])),
        start_minutes=row["start"],
        end_minutes=row["end"],
        batch=row["batch"],
        lanes=tuple(row["lanes"]),
        people=stated["people"],
        part=row["part"],
    )


def _time(step: StepDeviation, explanation: DeviationExplanation | None) -> recorded.StepTime:
    provided = step.provided
    return recorded.StepTime(
        title=step.title,
        phase=step.phase,
        provided_minutes=0 if isinstance(provided, NotProvided) else provided // MINUTE,
        recorded_minutes=_minutes(step.recorded),
        exceeds_tolerance=step.exceeds_tolerance,
        explanation=explanation.explanation if explanation else "",
        decision=explanation.decision if explanation else "",
    )


def _minutes(time: timedelta | NotRecorded) -> int | None:
    return None if isinstance(time, NotRecorded) else time // MINUTE
