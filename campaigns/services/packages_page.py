"""What the packages page shows: the comparison, its bars, and what more batches really save (R4.1-R4.4)."""

from datetime import date
from typing import Any

from campaigns.domain.arrangements import Arrangement
from campaigns.domain.charts import WindowOfPlan, window_bars
from campaigns.domain.comparison import ComparedArrangement
from campaigns.domain.schedule import ImpossiblePlan
from campaigns.domain.vocabulary import CampaignState, WindowOpening
from campaigns.domain.window import used_time
from campaigns.domain.workflow import can_edit
from campaigns.models import Campaign
from campaigns.queries.plan import steps_of
from campaigns.services.plan_content import arrangement_content, chosen_arrangement, plan_answer
from teams.domain.message import Message


def packages_page(campaign: Campaign, *, on: date) -> dict[str, Any]:
    """The comparison of the packages of that day, or why there is none."""
    page: dict[str, Any] = {"editable": can_edit(CampaignState(campaign.state), campaign.amendment_open)}
    steps = steps_of(campaign)
    if not steps:
        return page
    try:
        answer = plan_answer(campaign, on=on, steps=steps)
    except ImpossiblePlan as impossible:
        return page | {"problems": impossible.problems}
    opening = WindowOpening(campaign.window_opening)
    chosen = chosen_arrangement(campaign, [row.arrangement.package for row in answer.arrangements])
    return page | {
        "answer": answer,
        "arrangements": [
            arrangement_content(row) | {"chosen": row.arrangement == chosen} for row in answer.arrangements
        ],
        "savings": [
            (row.arrangement.package.sku, row.what_it_saves)
            for row in answer.arrangements
            if row.what_it_saves
        ],
        "bars": window_bars(
            [_bar(row, answer.steps, opening) for row in answer.arrangements if row.schedule]
        ),
    }


def _bar(row: ComparedArrangement, steps: Any, opening: WindowOpening) -> WindowOfPlan:
    assert row.schedule is not None
    words = row.verdict.message if row.verdict else row.why_not[0] if row.why_not else Message("")
    return WindowOfPlan(
        label=f"{row.arrangement.package.sku} {_batches(row.arrangement)}",
        used=used_time(row.schedule, steps, opening),
        window=row.window,
        words=words,
    )


def _batches(arrangement: Arrangement) -> str:
    """A short mark that reads the same in every language: 2 beside each other, 2 in a row."""
    if arrangement.side_by_side > 1:
        return f"{arrangement.side_by_side} ∥"
    return f"{arrangement.one_after_another} →" if arrangement.one_after_another > 1 else ""
