"""Why a schedule takes as long as it does (planning: explain the answer).

Worked: the chain of the worked campaign on one lane holds both trainings of 10 h and the control, since all
three wait for the same lane; on one lane the 42 lane hours alone bind the elapsed time from below.
"""

from collections.abc import Sequence
from datetime import timedelta

from campaigns.domain.steps import MINUTE, NO_TIME, Lanes, Step
from campaigns.domain.tasks import expand
from campaigns.domain.timetable import Schedule, ScheduledStep
from campaigns.domain.vocabulary import ResourceKind


def critical_chain(steps: Sequence[Step], schedule: Schedule) -> tuple[str, ...]:
    """Name the steps, in order, that set the elapsed time: each waited for the one before, or for its
    lane."""
    by_key = {step.key: step for step in steps}
    row = max(schedule.steps, key=lambda row: row.end, default=None)
    chain: list[str] = []
    while row is not None:
        if row.key not in chain[-1:]:
            chain.append(row.key)
        row = _held_by(row, schedule, by_key)
    return tuple(reversed(chain))


def _held_by(row: ScheduledStep, schedule: Schedule, by_key: dict[str, Step]) -> ScheduledStep | None:
    """Find what ended last before a row among what it waited for, else among what used its resource."""
    after = by_key[row.key].after
    candidates = [
        (other.end, other.key in after or other.key == row.key, other.start, other)
        for other in schedule.steps
        if other.end <= row.start and other.start < row.start and _may_hold(other, row, by_key)
    ]
    return max(candidates, key=lambda candidate: candidate[:3])[3] if candidates else None


def _may_hold(other: ScheduledStep, row: ScheduledStep, by_key: dict[str, Step]) -> bool:
    waits = other.key in by_key[row.key].after
    resource = by_key[row.key].resource
    if by_key[other.key].resource is not resource:
        return waits
    if resource is ResourceKind.GPU:
        same_lane = other.batch == row.batch and bool(set(other.lanes) & set(row.lanes))
        return waits or same_lane or (by_key[other.key].per_batch and other.batch == row.batch)
    return True


def lane_work_bound(steps: Sequence[Step], lanes: Lanes) -> timedelta:
    """Say how long the work on GPUs alone takes at least: 42 h on one lane, 44 h on two are 22 h."""
    graph = expand(steps, lanes)
    work = sum(
        task.step.minutes * task.step.gpus for task in graph.tasks if task.step.resource is ResourceKind.GPU
    )
    return -(-work // lanes.total) * MINUTE if work else NO_TIME
