"""The two drawings of a close-out: the baseline as a Gantt, and provided against recorded time (R11.1).

Worked: three phases of which one has no record give three bars, and the third says *not recorded*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from campaigns.domain.charts import ProvidedAndRecorded, RecordedBars, recorded_bars
from campaigns.domain.gantt import Gantt, WindowLine, gantt
from campaigns.domain.steps import MINUTE, Lanes, Step
from campaigns.domain.timetable import Schedule, ScheduledStep, ScheduleStatus
from campaigns.domain.vocabulary import ResourceKind
from dossier.domain.recorded import PlanAgainstActual, PlannedStep
from teams.domain.message import Message

PAGE_WIDTH = 672
"""What an upright page holds between its margins, in points of a drawing."""


@dataclass(frozen=True)
class CloseoutCharts:
    """Drawings that are left out where there is nothing to draw."""

    gantt: Gantt | None
    recorded: RecordedBars | None


def closeout_charts(plan: PlanAgainstActual, width: float = PAGE_WIDTH) -> CloseoutCharts:
    """Draw the plan for a page of the report."""
    bars = [
        ProvidedAndRecorded(step.title, step.provided_minutes * MINUTE, _minutes(step.recorded_minutes))
        for step in plan.steps
    ]
    return CloseoutCharts(
        gantt=_gantt(plan, width) if plan.planned else None,
        recorded=recorded_bars(bars, width) if bars else None,
    )


def _minutes(minutes: int | None) -> timedelta | None:
    return None if minutes is None else minutes * MINUTE


def _gantt(plan: PlanAgainstActual, width: float) -> Gantt:
    end = max(step.end_minutes for step in plan.planned) * MINUTE
    schedule = Schedule(
        steps=tuple(_scheduled(step) for step in plan.planned), status=ScheduleStatus.OPTIMAL, bound=end
    )
    return gantt(
        _steps(plan.planned),
        schedule,
        Lanes(plan.batches, plan.gpus_per_batch),
        critical=plan.critical,
        window=_window(plan),
        width=width,
    )


def _window(plan: PlanAgainstActual) -> WindowLine | None:
    if plan.window_minutes is None or not isinstance(plan.verdict, Message):
        return None
    opens = plan.window_opens_minutes * MINUTE
    return WindowLine(opens, opens + plan.window_minutes * MINUTE, plan.verdict, plan.window_exceeded)


def _scheduled(step: PlannedStep) -> ScheduledStep:
    return ScheduledStep(
        key=step.key,
        batch=step.batch,
        lane=step.lanes[0] if step.lanes else None,
        start=step.start_minutes * MINUTE,
        end=step.end_minutes * MINUTE,
        more_lanes=step.lanes[1:],
        part=step.part,
    )


def _steps(planned: Sequence[PlannedStep]) -> tuple[Step, ...]:
    """Give each step once, however many batches or parts it has."""
    steps = {
        step.key: Step(
            key=step.key,
            title=step.title,
            phase=step.phase,
            resource=step.resource,
            duration=(step.end_minutes - step.start_minutes) * MINUTE,
            after=(),
            priority=step.priority,
            needs_machine=step.resource is ResourceKind.GPU,
            gpus=max(1, len(step.lanes)),
            people=step.people,
        )
        for step in planned
    }
    return tuple(steps.values())
