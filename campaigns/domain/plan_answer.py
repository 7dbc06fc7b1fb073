"""All that planning says of one plan: schedule, figures, verdict, arrangements (R3.3-R3.5, R4.1-R4.4).

Worked: the worked campaign on one RTX 4090 batch of 3 days: 48 h elapsed, fits 72 h, leaves 24 h unused, 47.14 USD.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from campaigns.domain.arrangements import Arrangement, candidates
from campaigns.domain.chain import critical_chain
from campaigns.domain.comparison import ComparedArrangement, Conditions, Solve, compare
from campaigns.domain.durations import hours_number
from campaigns.domain.steps import NO_TIME, Lanes, Step
from campaigns.domain.timetable import Schedule, ScheduledStep
from campaigns.domain.window import Figures, Fits, WindowVerdict, assess, figures
from pricing.domain.packages import Package


@dataclass(frozen=True)
class PlanAnswer:
    """The plan on its chosen arrangement, beside every other one."""

    steps: tuple[Step, ...]
    lanes: Lanes
    schedule: Schedule
    figures: Figures
    window: timedelta | None
    verdict: WindowVerdict | None
    chain: tuple[str, ...]
    arrangements: tuple[ComparedArrangement, ...]


def answer_plan(
    steps: Sequence[Step],
    packages: Sequence[Package],
    chosen: Arrangement | None,
    conditions: Conditions,
    solve: Solve,
) -> PlanAnswer:
    """Solve a plan on the chosen arrangement (else on one lane) and compare all; raises ``ImpossiblePlan``."""
    offered = list(candidates(sorted(packages, key=lambda package: not package.can_be_compared)))
    if chosen and chosen not in offered:
        offered.append(chosen)
    compared = compare(steps, offered, conditions, solve)
    mine = next((row for row in compared if row.arrangement == chosen and row.schedule), None)
    lanes = chosen.lanes(conditions.people) if chosen else Lanes(1, 1, conditions.people)
    schedule = (
        mine.schedule
        if mine and mine.schedule
        else solve(steps, lanes, conditions.closed, None, conditions.opening)
    )
    window = chosen.window if chosen else None
    return PlanAnswer(
        steps=tuple(steps),
        lanes=lanes,
        schedule=schedule,
        figures=figures(schedule, steps),
        window=window,
        verdict=assess(schedule, steps, conditions.opening, window) if window else None,
        chain=critical_chain(steps, schedule),
        arrangements=compared,
    )


def plan_report(answer: PlanAnswer) -> dict[str, Any]:
    """Write an answer as hours for a file or another program; what is not stated is None.

    Lanes are numbered from 0 over all batches side by side, so that one number is one GPU.
    """
    return {
        "elapsed_hours": hours_number(answer.figures.elapsed),
        "rented_hours": hours_number(answer.figures.rented),
        "lane_hours": hours_number(answer.figures.lane_hours),
        "person_hours": hours_number(answer.figures.person_hours),
        "network_hours": hours_number(answer.figures.network_hours),
        "sum_of_durations_hours": hours_number(sum((step.duration for step in answer.steps), NO_TIME)),
        "status": str(answer.schedule.status),
        "above_bound_hours": hours_number(answer.schedule.above_bound),
        **_against_window(answer.window, answer.verdict),
        "critical_chain": list(answer.chain),
        "steps": [_step(row, answer.lanes.gpus_per_batch) for row in answer.schedule.steps],
        "arrangements": [_arrangement(row) for row in answer.arrangements],
    }


def _step(row: ScheduledStep, gpus_per_batch: int) -> dict[str, Any]:
    lanes = [(row.batch or 0) * gpus_per_batch + lane for lane in row.lanes]
    said: dict[str, Any] = {
        "key": row.key,
        "start_hours": hours_number(row.start),
        "end_hours": hours_number(row.end),
        "batch": row.batch,
        "lane": lanes[0] if lanes else None,
    }
    if row.more_lanes:
        said["lanes"] = lanes
    return said | ({"part": row.part} if row.part else {})


def _arrangement(row: ComparedArrangement) -> dict[str, Any]:
    elapsed = row.schedule.elapsed if row.schedule else None
    return {
        "package": row.arrangement.package.sku,
        "side_by_side": row.arrangement.side_by_side,
        "one_after_another": row.arrangement.one_after_another,
        "cost": f"{row.cost.amount:f}" if row.cost else None,
        "currency": row.cost.currency if row.cost else None,
        "elapsed_hours": None if elapsed is None else hours_number(elapsed),
        "change_overs": row.change_overs,
        **_against_window(row.window, row.verdict),
        "usable": row.usable,
        "why_not": [str(message) for message in row.why_not],
        "cheapest_that_fits": row.is_cheapest_that_fits,
        "non_dominated": row.is_non_dominated,
    }


def _against_window(window: timedelta | None, verdict: WindowVerdict | None) -> dict[str, Any]:
    said: dict[str, Any] = {"window_hours": None if window is None else hours_number(window)}
    if verdict is None:
        return said | {"verdict": None}
    if isinstance(verdict, Fits):
        return said | {"verdict": "fits", "unused_hours": hours_number(verdict.unused)}
    return said | {"verdict": "exceeds", "exceeds_by_hours": hours_number(verdict.by)}
