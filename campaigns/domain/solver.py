"""The proven schedule (R3.2, R4.3) by CP-SAT on whole minutes; the only module that imports OR-Tools.

First the end of the last step alone is made as early as possible. Then, each in a stage of its own with a
limit: the rented time, where it opens the window and may start later; the ends of the essential steps, added
up; the end of the last step on the machine. A stage that does not end gives the best it found, which is never
worse than the answer before it, and says so. At last every step is moved as early as the order found allows.

Eight workers, also on two cores: fewer leave out the searches that prove an answer best. A parallel search
has equal elapsed times and other start times each run: an answer is stored under the digest of its input.

Worked: the worked campaign is proved to take 48 h on one lane, 35 h on two batches side by side, 27 h on
three.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from typing import TYPE_CHECKING

from campaigns.domain.impossible import ImpossiblePlan, find_impossible
from campaigns.domain.placement import Placed, to_schedule
from campaigns.domain.serial import Plan, as_early_as_ordered, by_longest_chain, place
from campaigns.domain.steps import MINUTE, Closed, Lanes, Step, Walls, longest_open, whole_minutes
from campaigns.domain.stored import input_digest
from campaigns.domain.tasks import Task
from campaigns.domain.timetable import Schedule, ScheduleStatus
from campaigns.domain.unit import common_unit, in_minutes, in_units
from campaigns.domain.vocabulary import Priority, ResourceKind, WindowOpening

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntervalVar, IntVar, LinearExprT

__all__ = ["input_digest", "solve", "solver_version"]

WORKERS = 8
FEW_LANES = 4
LATER_STAGES_SHARE = 0.2  # of the limit, for all stages after the first one together


def solver_version() -> str:
    """Name the solver and its version, to be stored beside its answers."""
    return f"OR-Tools {version('ortools')}"


def solve(
    steps: Sequence[Step],
    lanes: Lanes,
    closed: Closed = (),
    walls: Walls | None = None,
    limit_seconds: float = 10,
    *,
    opening: WindowOpening = WindowOpening.FIRST_STEP,
) -> Schedule:
    """Compute the schedule, or raise ``ImpossiblePlan``. ``walls`` bring their own opening."""
    if problems := find_impossible(steps, lanes, longest_open(closed)):
        raise ImpossiblePlan(problems)
    plan = Plan.of(steps, lanes, closed, walls, opening)
    unit = common_unit(plan)
    coarse = in_units(plan, unit)
    preview = place(coarse)
    if not preview:
        return to_schedule(plan.graph, preview, walls, status=ScheduleStatus.OPTIMAL)
    model = _Model(coarse, preview)
    first = model.minimise(model.end, limit_seconds * (1 - LATER_STAGES_SHARE))
    later = _later_stages(model, coarse, limit_seconds * LATER_STAGES_SHARE)
    return to_schedule(
        plan.graph,
        as_early_as_ordered(plan, in_minutes(model.best, unit)),
        walls,
        status=first.status,
        bound=first.bound * unit,
        essentials_status=later if first.found else ScheduleStatus.PREVIEW,
    )


@dataclass(frozen=True)
class _Answer:
    """How a stage ended; no schedule of the stage lies below ``bound``."""

    found: bool
    status: ScheduleStatus
    bound: int
    seconds: float


def _later_stages(model: "_Model", plan: Plan, seconds: float) -> ScheduleStatus:
    """Settle what equal ends leave open; say how well it is known that essentials end earliest (R3.2)."""
    from_machine = plan.opening is WindowOpening.FIRST_MACHINE_STEP
    if from_machine:
        seconds -= model.minimise(model.machine_end - model.opened, seconds / 2).seconds
    status = ScheduleStatus.OPTIMAL
    if essential := model.ends_of(task.step.priority is Priority.ESSENTIAL for task in plan.graph.tasks):
        answer = model.minimise(sum(essential), seconds * 3 / 4)
        status, seconds = answer.status, seconds - answer.seconds
    if not from_machine and not all(task.step.on_machine for task in plan.graph.tasks):
        model.minimise(model.machine_end, seconds)
    return status


class _Model:
    """The constraints of a plan, solved for one objective after another; ``best`` is the answer so far."""

    def __init__(self, plan: Plan, preview: tuple[Placed, ...]) -> None:
        from ortools.sat.python import cp_model  # noqa: PLC0415  (0.35 s and 90 MB: only where it is used)

        self.cp = cp_model
        self.model = cp_model.CpModel()
        self.plan = plan
        self.graph, self.tasks, self.lanes = plan.graph, plan.graph.tasks, plan.graph.lanes
        self.horizon = max(at.end for at in preview)
        self.variables: list[IntVar] = []
        self.best = preview
        self._make_variables()
        self._keep_order()
        self._keep_resources()
        self._mark_ends()
        if plan.walls:
            self._keep_walls(plan.walls)
        for number, at in enumerate(preview):
            self.model.add_hint(self.starts[number], at.start)
            for batch, literal in enumerate(self.on[number]):
                self.model.add_hint(literal, at.batch == batch)

    def minimise(self, objective: "LinearExprT", seconds: float) -> _Answer:
        """Solve one stage; the best it finds is kept and binds the stages after it."""
        self.model.minimize(objective)
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = WORKERS
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(self.model)
        found = status in (self.cp.OPTIMAL, self.cp.FEASIBLE)
        if found:
            self.best = tuple(
                Placed(self._batch(number, solver.value), solver.value(start), solver.value(end))
                for number, (start, end) in enumerate(zip(self.starts, self.ends, strict=True))
            )
            self.model.clear_hints()  # type: ignore[no-untyped-call]
            for variable in self.variables:
                self.model.add_hint(variable, solver.value(variable))
            self.model.add(objective <= round(solver.objective_value))
        told = ScheduleStatus.OPTIMAL if status == self.cp.OPTIMAL else ScheduleStatus.BEST_FOUND
        return _Answer(found, told, math.ceil(solver.best_objective_bound - 1e-6), solver.wall_time)

    def ends_of(self, chosen: Iterable[bool]) -> list["LinearExprT"]:
        """List the ends of chosen tasks."""
        return [end for end, is_chosen in zip(self.ends, chosen, strict=True) if is_chosen]

    def _integer(self, low: int, high: int, name: str) -> "IntVar":
        self.variables.append(self.model.new_int_var(low, high, name))
        return self.variables[-1]

    def _literal(self, name: str) -> "IntVar":
        self.variables.append(self.model.new_bool_var(name))
        return self.variables[-1]

    def _make_variables(self) -> None:
        """Give each task a start, a length, an end, and a yes or no for each batch it may choose."""
        self.starts: list[IntVar] = []
        self.sizes: list[IntVar | int] = []
        self.ends: list[LinearExprT] = []
        self.on: list[list[IntVar]] = []
        for number, task in enumerate(self.tasks):
            minutes, start = task.step.minutes, self._integer(0, self.horizon, f"start {number}")
            self.starts.append(start)
            if self._stands_still(task):
                self.sizes.append(self._integer(minutes, self.horizon, f"size {number}"))
                self.ends.append(self._integer(0, self.horizon, f"end {number}"))
            else:
                self.sizes.append(minutes)
                self.ends.append(start + minutes)
            self.model.add(start + self.sizes[number] == self.ends[number])
            several = task.chooses_batch and self.lanes.batches > 1
            batches = range(self.lanes.batches) if several else ()
            self.on.append([self._literal(f"task {number} on batch {batch}") for batch in batches])

    def _stands_still(self, task: Task) -> bool:
        return self.plan.walls is not None and task.step.resumes and task.step.on_machine

    def _batch(self, number: int, value: "Callable[[IntVar], int]") -> int | None:
        task = self.tasks[number]
        if not task.chooses_batch:
            return task.batch
        return next((batch for batch, literal in enumerate(self.on[number]) if value(literal)), 0)

    def _keep_order(self) -> None:
        """Start each task after what it waits for, on the batch it takes."""
        for number, start in enumerate(self.starts):
            for other in self.graph.waits_for[number]:
                self.model.add(start >= self.ends[other])
            for batch, others in enumerate(self.graph.waits_for_on[number]):
                for other in others:
                    waits = self.model.add(start >= self.ends[other])
                    if self.on[number]:
                        waits.only_enforce_if(self.on[number][batch])
        self._tell_batches_apart()

    def _tell_batches_apart(self) -> None:
        """Batches are alike: the first task that chooses takes the first, the second one of the first two."""
        places = count(1)
        for number in by_longest_chain(self.graph):
            if self.on[number]:
                self.model.add_exactly_one(self.on[number])
                self.model.add(sum(self.on[number][next(places) :]) == 0)

    def _keep_resources(self) -> None:
        for resource in (ResourceKind.PERSON, ResourceKind.NETWORK):
            using = [number for number, task in enumerate(self.tasks) if task.step.resource is resource]
            intervals = [self._interval(number) for number in using]
            demands = [self.tasks[number].step.demand for number in using]
            capacity = self.lanes.capacity(resource)
            for start, end in self.plan.closed if resource is ResourceKind.PERSON and using else ():
                first, last = max(start // MINUTE, 0), min(whole_minutes(end), self.horizon)
                if first < last:
                    intervals.append(self.model.new_fixed_size_interval_var(first, last - first, "closed"))
                    demands.append(capacity)
            self._limit(intervals, demands, capacity)
        self._keep_lanes()

    def _keep_lanes(self) -> None:
        """Hold the GPUs of each batch; to help the proof, all together too, and where few each by itself."""
        using = [n for n in by_longest_chain(self.graph) if self.tasks[n].step.resource is ResourceKind.GPU]
        for batch in range(self.lanes.batches):
            here = [n for n in using if self.tasks[n].batch in (None, batch)]
            intervals = [self._interval(n, self.on[n][batch] if self.on[n] else None) for n in here]
            self._limit(intervals, [self.tasks[n].step.gpus for n in here], self.lanes.gpus_per_batch)
            if self.lanes.gpus_per_batch > 1 and self.lanes.total <= FEW_LANES:
                self._keep_each_lane(batch, here)
        if self.lanes.batches > 1:
            demands = [self.tasks[n].step.gpus for n in using]
            self._limit([self._interval(n) for n in using], demands, self.lanes.total)

    def _keep_each_lane(self, batch: int, here: list[int]) -> None:
        """Give each task as many lanes as it needs; lanes are alike, so the first task takes the first."""
        lanes = range(self.lanes.gpus_per_batch)
        taken = [[self._literal(f"task {n} on lane {lane} of batch {batch}") for lane in lanes] for n in here]
        rows = list(zip(here, taken, strict=True))
        for n, literals in rows:
            gpus = self.tasks[n].step.gpus
            self.model.add(sum(literals) == (gpus * self.on[n][batch] if self.on[n] else gpus))
        for lane in lanes:
            self.model.add_no_overlap([self._interval(n, literals[lane]) for n, literals in rows])
        for n, literals in rows[:1]:
            self.model.add(sum(literals[self.tasks[n].step.gpus :]) == 0)

    def _interval(self, number: int, literal: "IntVar | None" = None) -> "IntervalVar":
        start, size, end = self.starts[number], self.sizes[number], self.ends[number]
        if literal is None:
            return self.model.new_interval_var(start, size, end, f"task {number}")
        return self.model.new_optional_interval_var(start, size, end, literal, f"task {number} if there")

    def _limit(self, intervals: list["IntervalVar"], demands: list[int], capacity: int) -> None:
        if capacity == 1:
            self.model.add_no_overlap(intervals)
        elif intervals:
            self.model.add_cumulative(intervals, demands, capacity)

    def _mark_ends(self) -> None:
        """Make the ends and the opening that objectives and walls speak of."""
        self.end = self._integer(max(self.graph.tails), self.horizon, "end")
        self.model.add_max_equality(self.end, self.ends)
        on_machine = self.ends_of(task.step.on_machine for task in self.tasks)
        pairs = zip(self.starts, self.tasks, strict=True)
        opening: list[LinearExprT] = [start for start, task in pairs if self.plan.opens(task.step)]
        self.machine_end = self._integer(0, self.horizon, "machine end")
        self.model.add_max_equality(self.machine_end, on_machine or [0])
        self.opened = self._integer(0, self.horizon, "opened")
        self.model.add_min_equality(self.opened, opening or [0])

    def _keep_walls(self, walls: Walls) -> None:
        """Keep every step on the machine off the ends of batches after which work goes on (R4.3)."""
        crossed: dict[int, list[IntVar]] = {number: [] for number in range(len(self.tasks))}
        for offset in walls.positions(0):
            wall = self.opened + offset
            active = self._literal(f"work goes on after {offset}")
            self.model.add(self.machine_end <= wall).only_enforce_if(~active)
            self.model.add(self.machine_end > wall).only_enforce_if(active)
            for number, task in enumerate(self.tasks):
                if task.step.on_machine:
                    crossed[number] += self._pass_wall(number, wall, active, walls)
        for number, task in enumerate(self.tasks):
            if self._stands_still(task):
                longer = walls.standstill * sum(crossed[number])
                self.model.add(self.sizes[number] == task.step.minutes + longer)

    def _pass_wall(self, number: int, wall: "LinearExprT", active: "IntVar", walls: Walls) -> "list[IntVar]":
        """Put a task before a wall, after it or, when it resumes, across it; tell whether across."""
        start, end = self.starts[number], self.ends[number]
        before, after = self._literal("before"), self._literal("after")
        across = [self._literal("across")] if self._stands_still(self.tasks[number]) else []
        self.model.add_exactly_one([before, after, *across])
        self.model.add(end <= wall).only_enforce_if(before)
        self.model.add(end <= wall - walls.before).only_enforce_if(before, active)
        self.model.add(start >= wall + walls.after).only_enforce_if(after)
        for literal in across:
            self.model.add(start < wall - walls.before).only_enforce_if(literal)
            self.model.add(end > wall + walls.after).only_enforce_if(literal)
        return across
