"""From start minutes to a schedule: lane numbers, parts around ends of batches, the bound (R3.2, R4.3).

Lanes belong to batches and are given by colouring intervals: sorted by start, each takes the lowest free
ones. Worked: two steps of 10 h at hour 0 on a batch of two GPUs take lane 0 and lane 1, a third at hour 10
lane 0.
"""

from dataclasses import dataclass

from campaigns.domain.standing import Standing, count_active
from campaigns.domain.steps import MINUTE, Walls
from campaigns.domain.tasks import Task, TaskGraph
from campaigns.domain.timetable import ChangeOver, Schedule, ScheduledStep, ScheduleStatus
from campaigns.domain.vocabulary import ResourceKind, WindowOpening


@dataclass(frozen=True)
class Placed:
    """The batch of a task, where it has one, and its first and last minute."""

    batch: int | None
    start: int
    end: int


def opened_at(graph: TaskGraph, placed: tuple[Placed, ...], opening: WindowOpening) -> int:
    """Find the minute at which the window opens (R3.4)."""
    every = opening is WindowOpening.FIRST_STEP
    counted = [
        at.start for task, at in zip(graph.tasks, placed, strict=True) if every or task.step.on_machine
    ]
    return min(counted, default=0)


def machine_end(graph: TaskGraph, placed: tuple[Placed, ...]) -> int:
    """Find the minute after which nothing needs the machine."""
    ends = [at.end for task, at in zip(graph.tasks, placed, strict=True) if task.step.on_machine]
    return max(ends, default=0)


def standing(graph: TaskGraph, placed: tuple[Placed, ...], walls: Walls | None) -> Standing | None:
    """Find the ends of batches that matter to placed tasks."""
    if walls is None:
        return None
    opened = opened_at(graph, placed, walls.opening)
    return Standing(walls, opened, count_active(walls, opened, machine_end(graph, placed)))


def to_schedule(
    graph: TaskGraph,
    placed: tuple[Placed, ...],
    walls: Walls | None,
    *,
    status: ScheduleStatus,
    bound: int | None = None,
    essentials_status: ScheduleStatus = ScheduleStatus.PREVIEW,
) -> Schedule:
    """Write placed tasks as a schedule in the order of their starts; ``bound`` is a minute, not a length."""
    ends = standing(graph, placed, walls)
    lanes = colour(graph, placed)
    rows = [
        row
        for number, (task, at) in enumerate(zip(graph.tasks, placed, strict=True))
        for row in _rows(task, at, lanes[number], ends)
    ]
    rows.sort(key=lambda row: (row.start, row.end, row.batch or 0, row.key))
    first = min((at.start for at in placed), default=0)
    least = max(graph.tails, default=0) if bound is None else bound - first
    changes: tuple[ChangeOver, ...] = ends.change_overs() if ends else ()
    return Schedule(tuple(rows), status, max(least, 0) * MINUTE, changes, essentials_status)


def _rows(task: Task, at: Placed, lanes: tuple[int, ...], ends: Standing | None) -> list[ScheduledStep]:
    parts = ends.parts(at.start, at.end) if ends and task.step.on_machine else ((at.start, at.end),)
    return [
        ScheduledStep(
            key=task.step.key,
            batch=at.batch,
            lane=lanes[0] if lanes else None,
            start=start * MINUTE,
            end=end * MINUTE,
            more_lanes=lanes[1:],
            part=number if len(parts) > 1 else 0,
        )
        for number, (start, end) in enumerate(parts, start=1)
    ]


def colour(graph: TaskGraph, placed: tuple[Placed, ...]) -> tuple[tuple[int, ...], ...]:
    """Give each task on a GPU the lowest lanes of its batch that are free; others get none."""
    free_from = [[0] * graph.lanes.gpus_per_batch for _ in range(graph.lanes.batches)]
    lanes: list[tuple[int, ...]] = [()] * len(placed)
    for number in sorted(range(len(placed)), key=lambda number: (placed[number].start, placed[number].end)):
        step, at = graph.tasks[number].step, placed[number]
        if step.resource is not ResourceKind.GPU:
            continue
        of_batch = free_from[at.batch or 0]
        free = [lane for lane, minute in enumerate(of_batch) if minute <= at.start]
        lanes[number] = tuple(free[: step.gpus])
        for lane in lanes[number]:
            of_batch[lane] = at.end
    return tuple(lanes)
