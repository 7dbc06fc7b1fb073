"""The coarsest grid on which a plan's best schedule lies: all that it is made of are multiples of one length.

The best schedule starts each step where another one, a closed interval or a change-over ends, so it lies on
that grid too, and the solver has fewer times to rule out. Worked: a plan of whole hours is solved on hours,
with closed hours from 17:30 on it is solved on half hours.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from campaigns.domain.placement import Placed
from campaigns.domain.serial import Plan
from campaigns.domain.steps import MINUTE, Step, Walls, whole_minutes


def common_unit(plan: Plan) -> int:
    """Count the minutes of the coarsest grid that holds every length and interval of a plan."""
    return gcd(*_lengths(plan)) or 1


def _lengths(plan: Plan) -> Iterator[int]:
    for task in plan.graph.tasks:
        yield task.step.minutes
    for start, end in plan.closed:
        yield start // MINUTE
        yield whole_minutes(end)
    if plan.walls:
        yield plan.walls.length // MINUTE
        yield plan.walls.before
        yield plan.walls.after
        yield plan.walls.standstill


def in_units(plan: Plan, unit: int) -> Plan:
    """Write a plan so that one unit is one minute."""
    tasks = tuple(replace(task, step=_step_in_units(task.step, unit)) for task in plan.graph.tasks)
    closed = tuple(
        (start // MINUTE // unit * MINUTE, whole_minutes(end) // unit * MINUTE) for start, end in plan.closed
    )
    walls = plan.walls and _walls_in_units(plan.walls, unit)
    return replace(plan, graph=replace(plan.graph, tasks=tasks), closed=closed, walls=walls)


def _step_in_units(step: Step, unit: int) -> Step:
    return replace(step, duration=step.minutes // unit * MINUTE)


def _walls_in_units(walls: Walls, unit: int) -> Walls:
    return replace(
        walls,
        length=walls.length // MINUTE // unit * MINUTE,
        change_over_before=walls.before // unit * MINUTE,
        change_over_after=walls.after // unit * MINUTE,
        restore=(walls.standstill - walls.before - walls.after) // unit * MINUTE,
    )


def in_minutes(placed: tuple[Placed, ...], unit: int) -> tuple[Placed, ...]:
    """Write placed tasks of such a plan in minutes again."""
    return tuple(Placed(at.batch, at.start * unit, at.end * unit) for at in placed)
