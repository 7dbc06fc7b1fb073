"""The evidence of a pilot: assumptions beside measurements, the plan solved before and after (R6.1)."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from campaigns.domain.reduced import without_keys
from campaigns.domain.schedule import Step
from campaigns.models import Campaign, Measurement
from campaigns.queries.plan import steps_of
from campaigns.queries.versions import newest_version
from campaigns.services.plan_content import answer_content, plan_answer

AS_APPROVED = ("schedule", "critical_chain", "figures", "verdict", "arrangements")
"""What a plan version keeps of its answer: the plan before the pilot is the one that was approved (R6.1)."""


def measurements_of(campaign: Campaign) -> dict[str, Measurement]:
    """The latest measurement of each step by its key. One query."""
    rows = campaign.measurements.select_related("step").order_by("recorded_at", "pk")
    return {row.step.key: row for row in rows}


def measured_steps(campaign: Campaign, dropped: Collection[str] = ()) -> tuple[Step, ...]:
    """The plan with measured durations in place of assumed ones, without the steps of dropped variants."""
    measured = measurements_of(campaign)
    steps = steps_of(campaign)
    left_out = {step.key for step in steps if step.variant in dropped}
    return tuple(
        replace(step, duration=timedelta(minutes=measured[step.key].minutes))
        if step.key in measured
        else step
        for step in without_keys(steps, left_out)
    )


def pilot_evidence(campaign: Campaign, *, on: date, dropped: Collection[str] = ()) -> dict[str, Any]:
    """Everything that is shown before anybody decides, as JSON values. Raises ``ImpossiblePlan``.

    The outcomes are those that were approved: that no variant meets is one of them (R1.2).
    """
    measured = measurements_of(campaign)
    steps = steps_of(campaign)
    after = answer_content(plan_answer(campaign, on=on, steps=measured_steps(campaign, dropped)))
    keys = {step.key for step in steps}
    version = newest_version(campaign)
    return {
        "outcomes": version.content["outcomes"] if version else [],
        "assumptions": [_assumption(step, measured.get(step.key)) for step in steps],
        "measured_count": len(keys & set(measured)),
        "before": {name: version.content[name] for name in AS_APPROVED} if version else after,
        "after": after | {"dropped": sorted(dropped)},
    }


def _assumption(step: Step, measurement: Measurement | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "key": step.key,
        "phase": str(step.phase),
        "assumed_minutes": step.minutes,
        "measured_minutes": None,
    }
    if measurement is None:
        return row
    difference = measurement.minutes - step.minutes
    return row | {
        "measured_minutes": measurement.minutes,
        "difference_minutes": difference,
        "shorter_minutes": max(0, -difference),
        "source": measurement.source,
    }
