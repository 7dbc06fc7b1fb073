"""The instant preview: one pass that gives each task the first place where it fits (R3.2, R3.4, R4.3).

The pass is the solver's hint and upper limit, never the answer by itself: with working hours it can lie far
above the best schedule. The same pass, run in the order of a solved schedule, moves every step as early as
that order allows and makes no step later.

Worked: on one lane the pass finds the 48 h of the worked campaign.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from campaigns.domain.impossible import ImpossiblePlan, cannot_open
from campaigns.domain.placement import Placed, machine_end, opened_at, to_schedule
from campaigns.domain.profile import Profile
from campaigns.domain.standing import Standing, count_active
from campaigns.domain.steps import MINUTE, Closed, Lanes, Step, Walls, whole_minutes
from campaigns.domain.tasks import TaskGraph, expand
from campaigns.domain.timetable import Schedule, ScheduleStatus
from campaigns.domain.vocabulary import ResourceKind, WindowOpening


@dataclass(frozen=True)
class Plan:
    """What is to be scheduled: tasks, people's closed hours, ends of batches, what opens the window."""

    graph: TaskGraph
    closed: Closed = ()
    walls: Walls | None = None
    opening: WindowOpening = WindowOpening.FIRST_STEP

    @classmethod
    def of(
        cls,
        steps: Sequence[Step],
        lanes: Lanes,
        closed: Closed = (),
        walls: Walls | None = None,
        opening: WindowOpening = WindowOpening.FIRST_STEP,
    ) -> "Plan":
        """Expand steps into tasks; ``walls`` bring their own opening."""
        return cls(expand(steps, lanes), closed, walls, walls.opening if walls else opening)

    def opens(self, step: Step) -> bool:
        """Say whether the window can open with the step (R3.4)."""
        return self.opening is WindowOpening.FIRST_STEP or step.on_machine


@dataclass(frozen=True)
class Known:
    """What a solved schedule already settles: the batch of each task, the opening, the ends that matter."""

    batches: tuple[int | None, ...]
    opened: int
    active: int


def serial_pass(
    steps: Sequence[Step], lanes: Lanes, closed: Closed = (), walls: Walls | None = None
) -> Schedule:
    """Schedule possible steps in one pass; check ``find_impossible`` first."""
    plan = Plan.of(steps, lanes, closed, walls)
    return to_schedule(plan.graph, place(plan), walls, status=ScheduleStatus.PREVIEW)


def place(plan: Plan) -> tuple[Placed, ...]:
    """Place every task, in the order of ``graph.tasks``: before the first end of a batch when all fits there.

    Raises ``ImpossiblePlan`` when work must go on after an end and nothing that comes first fits before it.
    """
    if plan.walls is None:
        return _run(plan, by_longest_chain(plan.graph))
    in_one = place(replace(plan, walls=None))
    opened = opened_at(plan.graph, in_one, plan.opening)
    if count_active(plan.walls, opened, machine_end(plan.graph, in_one)) == 0:
        return in_one
    return _run(plan, _by_what_opens(plan, plan.walls))


def _run(plan: Plan, order: Sequence[int], known: Known | None = None) -> tuple[Placed, ...]:
    run = _Pass(plan, known)
    for task in order:
        run.place(task)
    return tuple(run.placed[number] for number in range(len(plan.graph.tasks)))


def as_early_as_ordered(plan: Plan, placed: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """Move every task as early as the order and the batches found allow; none gets later."""
    opened = opened_at(plan.graph, placed, plan.opening)
    order = sorted(range(len(placed)), key=lambda number: (placed[number].start, number))
    known = Known(
        batches=tuple(at.batch for at in placed),
        opened=opened,
        active=count_active(plan.walls, opened, machine_end(plan.graph, placed)) if plan.walls else 0,
    )
    return _run(plan, order, known)


def by_longest_chain(graph: TaskGraph) -> Sequence[int]:
    """Order the tasks so that each follows what it waits for, those with the longest chain behind them
    first."""
    order: list[int] = []
    left = set(range(len(graph.tasks)))
    needs = [graph.waits_for[number].union(*graph.waits_for_on[number]) for number in left]
    while left:
        ready = [number for number in left if not needs[number] & left]
        best = min(ready, key=lambda number: (-graph.tails[number], number))
        order.append(best)
        left.remove(best)
    return order


def _by_what_opens(plan: Plan, walls: Walls) -> Sequence[int]:
    """Put first what opens the window and ends before the first change-over, and what that waits for."""
    order = by_longest_chain(plan.graph)
    opening = [number for number in order if plan.opens(plan.graph.tasks[number].step)]
    can_be_first = [number for number in opening if plan.graph.all_before[number].isdisjoint(opening)]
    for number in can_be_first:
        step = plan.graph.tasks[number].step
        if not step.on_machine or step.resumes or step.minutes + walls.before <= walls.length // MINUTE:
            early = plan.graph.all_before[number]
            return sorted(order, key=lambda other: (other not in early, other != number))
    raise ImpossiblePlan(tuple(cannot_open(plan.graph.tasks[number].step) for number in can_be_first))


class _Pass:
    """One pass over the tasks; ``placed`` grows."""

    def __init__(self, plan: Plan, known: Known | None) -> None:
        self.plan = plan
        self.graph = plan.graph
        self.walls = plan.walls
        self.known = known
        self.opened = known.opened if known else None
        self.placed: dict[int, Placed] = {}
        lanes = plan.graph.lanes
        self.gpus = [Profile(lanes.gpus_per_batch) for _ in range(lanes.batches)]
        self.people = Profile(lanes.people)
        self.network = Profile(lanes.network)
        for start, end in plan.closed:
            self.people.take(max(start // MINUTE, 0), whole_minutes(end), lanes.people)

    def place(self, number: int) -> None:
        """Give a task its first place; on a batch of its choice the one where it ends first."""
        task = self.graph.tasks[number]
        batches: Sequence[int | None] = [task.batch]
        if task.chooses_batch:
            batches = [self.known.batches[number]] if self.known else range(self.graph.lanes.batches)
        best = min(
            map(partial(self._on, number), batches), key=lambda placed: (placed.end, placed.batch or 0)
        )
        self.placed[number] = best
        self._profile(task.step, best.batch).take(best.start, best.end, task.step.demand)
        if self.opened is None and self.plan.opens(task.step):
            self.opened = best.start

    def _on(self, number: int, batch: int | None) -> Placed:
        step = self.graph.tasks[number].step
        start = max((self.placed[other].end for other in self.graph.waits(number, batch)), default=0)
        if self.opened is not None and self._keeps_to_opening(step):
            start = max(start, self.opened)
        profile = self._profile(step, batch)
        while True:
            # The place between ends of batches is looked for anew: a step that waits may stand still no more.
            start, end = self._between_walls(step, start)
            blocked = profile.blocked_until(start, end, step.demand)
            if blocked is None:
                return Placed(batch, start, end)
            start = blocked

    def _keeps_to_opening(self, step: Step) -> bool:
        """Say whether the step may not start before the opening that was settled with others."""
        from_machine = self.known is not None and self.plan.opening is WindowOpening.FIRST_MACHINE_STEP
        return self.plan.opens(step) and (self.walls is not None or from_machine)

    def _between_walls(self, step: Step, start: int) -> tuple[int, int]:
        if self.walls is None or not step.on_machine:
            return start, start + step.minutes
        opened = start if self.opened is None else self.opened
        active = self.known.active if self.known else self.walls.count - 1
        return Standing(self.walls, opened, active).fit(step, start)

    def _profile(self, step: Step, batch: int | None) -> Profile:
        match step.resource:
            case ResourceKind.GPU:
                return self.gpus[batch or 0]
            case ResourceKind.PERSON:
                return self.people
            case ResourceKind.NETWORK:
                return self.network
