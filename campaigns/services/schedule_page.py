"""What the schedule page shows: the answer on the chosen arrangement, its drawing, its sentences (R3.1-R3.5)."""

from datetime import date
from typing import Any

from campaigns.domain.completeness import forgotten_phases
from campaigns.domain.gantt import Gantt, WindowLine, gantt
from campaigns.domain.plan_answer import PlanAnswer
from campaigns.domain.schedule import ImpossiblePlan, Lanes, Schedule, from_json
from campaigns.domain.vocabulary import WindowOpening
from campaigns.domain.window import PROMISES_NOTHING, Exceeds, opens_at
from campaigns.models import Campaign
from campaigns.queries.plan import lanes_of, steps_of
from campaigns.queries.variants import hours_of_steps
from campaigns.queries.versions import baseline_of
from campaigns.services.plan_content import needs_its_start, plan_answer
from campaigns.services.plan_readiness import WITHOUT_START


def schedule_page(campaign: Campaign, *, on: date) -> dict[str, Any]:
    """The proven schedule with its drawing, or what makes it impossible."""
    steps = steps_of(campaign)
    page: dict[str, Any] = {
        "steps": steps,
        "promises_nothing": PROMISES_NOTHING,
        "forgotten": forgotten_phases(steps),
        "without_start": WITHOUT_START if needs_its_start(campaign) else None,
    }
    if not steps:
        return page
    try:
        answer = plan_answer(campaign, on=on, steps=steps)
    except ImpossiblePlan as impossible:
        return page | {"problems": impossible.problems}
    return page | {
        "answer": answer,
        "gantt": draw(campaign, answer),
        "by_priority": [
            (row.priority, row.lane_time, row.person_time)
            for row in hours_of_steps(steps, campaign.side_by_side)
        ],
    }


def draw(campaign: Campaign, answer: PlanAnswer, *, width: float = 960) -> Gantt:
    """Draw an answer with the window's end, the critical chain, and the baseline under it."""
    opening = WindowOpening(campaign.window_opening)
    line = None
    if answer.window and answer.verdict:
        opens = opens_at(answer.schedule, answer.steps, opening)
        exceeded = isinstance(answer.verdict, Exceeds)
        line = WindowLine(opens, opens + answer.window, answer.verdict.message, exceeded)
    return gantt(
        answer.steps,
        answer.schedule,
        lanes_drawn(campaign, answer.schedule),
        critical=answer.chain,
        window=line,
        baseline=_baseline(campaign),
        width=width,
    )


def lanes_drawn(campaign: Campaign, schedule: Schedule) -> Lanes:
    """The lanes that the drawing needs: those planned, or more when the schedule holds more."""
    lanes = lanes_of(campaign)
    batches = max((row.batch for row in schedule.steps if row.batch is not None), default=0) + 1
    return Lanes(max(lanes.batches, batches), lanes.gpus_per_batch, lanes.people)


def _baseline(campaign: Campaign) -> Schedule | None:
    version = baseline_of(campaign)
    return from_json(version.content["schedule"]) if version else None
