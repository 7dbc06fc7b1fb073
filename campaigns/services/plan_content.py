"""What planning computes for a campaign: solved with stored answers, and written down as a plan version keeps it."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Any

from campaigns.domain.arrangements import Arrangement
from campaigns.domain.calendar import WorkingHours, closed_intervals
from campaigns.domain.comparison import ComparedArrangement, Conditions
from campaigns.domain.plan_answer import PlanAnswer, answer_plan
from campaigns.domain.schedule import Closed, Lanes, Schedule, Step, Walls, to_json
from campaigns.domain.steps import longest_open
from campaigns.domain.vocabulary import WindowOpening
from campaigns.domain.window import Fits, WindowVerdict
from campaigns.models import Campaign
from campaigns.queries.goal import readiness_of
from campaigns.queries.plan import steps_of
from campaigns.services.schedules import solved
from pricing.domain.packages import Package
from pricing.models import Price
from pricing.queries.catalogue import packages_for
from teams.domain.message import Message, gettext_noop

MINUTE = timedelta(minutes=1)


def plan_answer(campaign: Campaign, *, on: date, steps: Sequence[Step] | None = None) -> PlanAnswer:
    """Solve the campaign's plan and compare the packages of that day. Raises ``ImpossiblePlan``.

    ``steps`` stand in for the campaign's own, e.g. with measured durations.
    """
    packages = tuple(package for _row, _price, package in packages_for(campaign.team, on=on))
    return answer_plan(
        steps_of(campaign) if steps is None else steps,
        packages,
        chosen_arrangement(campaign, packages),
        conditions_of(campaign),
        _solve,
    )


def chosen_arrangement(campaign: Campaign, packages: Collection[Package]) -> Arrangement | None:
    """The package and batches that the planner chose; None while none is chosen or it is no longer on sale."""
    if campaign.window_package is None:
        return None
    sku = campaign.window_package.sku
    package = next((each for each in packages if each.sku == sku), None)
    if package is None:
        return None
    return Arrangement(package, campaign.side_by_side, campaign.one_after_another)


def conditions_of(campaign: Campaign) -> Conditions:
    """People, working hours and what opens the window."""
    return Conditions(
        opening=WindowOpening(campaign.window_opening),
        people=campaign.people,
        closed=closed_of(campaign),
        environment_persists=campaign.environment_persists,
    )


def closed_of(campaign: Campaign) -> Closed:
    """When people do not work; nothing while the team has no working hours or the plan has no start (R3.4)."""
    team = campaign.team
    if team.works_from is None or team.works_until is None or campaign.planned_start is None:
        return ()
    hours = WorkingHours(team.works_from, team.works_until, team.working_days, team.time_zone)
    return closed_intervals(hours, campaign.planned_start)


def needs_its_start(campaign: Campaign) -> bool:
    """Say whether people's steps cannot keep the team's working hours because the plan has no start (R3.4)."""
    return campaign.team.works_from is not None and campaign.planned_start is None


def computed_content(campaign: Campaign, *, on: date) -> dict[str, Any]:
    """Schedule, figures, verdict, comparison, the day's prices and the warnings, as a plan version keeps them."""
    answer = plan_answer(campaign, on=on)
    return {
        **answer_content(answer),
        "prices": [_price(price) for _row, price, _package in packages_for(campaign.team, on=on) if price],
        "warnings": [str(message) for message in plan_warnings(campaign, answer)],
    }


def plan_warnings(campaign: Campaign, answer: PlanAnswer) -> list[object]:
    """What a person should know before they submit; nothing here forbids it."""
    found: list[object] = [item.message for item in readiness_of(campaign).warnings]
    if not campaign.stop_rules.exists():
        found.append(Message(gettext_noop("No stop rule is fixed: nothing ends a run that went wrong.")))
    planned = {step.variant for step in answer.steps}
    for variant in campaign.variants.filter(dropped_at=None):
        if variant.identifier not in planned:
            text = gettext_noop("No step of the plan belongs to %(variant)s.")
            found.append(Message(text, {"variant": str(variant)}))
    if answer.verdict is None or isinstance(answer.verdict, Fits):
        return found
    return [answer.verdict.message, *found]


def answer_content(answer: PlanAnswer) -> dict[str, Any]:
    """An answer as JSON values: durations in minutes, money as text with its currency."""
    shown = answer.figures
    return {
        "schedule": to_json(answer.schedule),
        "critical_chain": list(answer.chain),
        "figures": {
            "elapsed_minutes": shown.elapsed // MINUTE,
            "rented_minutes": shown.rented // MINUTE,
            "lane_minutes": shown.lane_hours // MINUTE,
            "person_minutes": shown.person_hours // MINUTE,
            "network_minutes": shown.network_hours // MINUTE,
        },
        "verdict": verdict_content(answer.verdict),
        "arrangements": [arrangement_content(row) for row in answer.arrangements],
    }


def verdict_content(verdict: WindowVerdict | None) -> dict[str, Any] | None:
    """A verdict as minutes; None while no window is chosen."""
    if verdict is None:
        return None
    fits = isinstance(verdict, Fits)
    difference = verdict.unused if isinstance(verdict, Fits) else verdict.by
    return {
        "kind": "fits" if fits else "exceeds",
        "window_minutes": verdict.window // MINUTE,
        "difference_minutes": difference // MINUTE,
    }


def arrangement_content(row: ComparedArrangement) -> dict[str, Any]:
    """One compared arrangement; what is not stated is None."""
    arrangement = row.arrangement
    return {
        "package": arrangement.package.sku,
        "gpu_model": arrangement.package.gpu_model,
        "side_by_side": arrangement.side_by_side,
        "one_after_another": arrangement.one_after_another,
        "lanes": arrangement.lanes().total,
        "memory_per_gpu_gb": f"{arrangement.package.memory_per_gpu_gb.normalize():f}",
        "cost": f"{row.cost.amount:f}" if row.cost else None,
        "currency": row.cost.currency if row.cost else None,
        "window_minutes": row.window // MINUTE if row.window else None,
        "elapsed_minutes": row.schedule.elapsed // MINUTE if row.schedule else None,
        "rented_minutes": row.rented // MINUTE if row.rented is not None else None,
        "change_overs": row.change_overs,
        "verdict": verdict_content(row.verdict),
        "usable": row.usable,
        "why_not": " ".join(str(message) for message in row.why_not),
        "saves": str(row.what_it_saves) if row.what_it_saves else "",
        "cheapest_that_fits": row.is_cheapest_that_fits,
        "non_dominated": row.is_non_dominated,
    }


def _price(price: Price) -> dict[str, Any]:
    return {
        "package": price.package.sku,
        "amount": None if price.amount is None else f"{price.amount:f}",
        "currency": price.currency,
        "source": price.source,
        "captured_on": price.captured_on.isoformat(),
        "valid_until": price.valid_until.isoformat() if price.valid_until else None,
    }


def _solve(
    steps: Sequence[Step], lanes: Lanes, closed: Closed, walls: Walls | None, opening: WindowOpening
) -> Schedule:
    return solved(steps, lanes, closed, walls, opening=opening)


def working_day_of(campaign: Campaign) -> timedelta | None:
    """How long people work without a break, as the schedule sees it; None when they never stop."""
    return longest_open(closed_of(campaign))
