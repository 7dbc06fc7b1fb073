"""What must be done how often and what waits for what, once the batches are known (R3.1, R3.2, R4.3).

A step that is done on every batch becomes one task for each batch that stands side by side. Then

- such a task waits for the same batch's task of every other per-batch step before it, directly or through
  other steps (each batch installs and loads for itself), and for what is done once;
- a step that is done once on a GPU may run on any batch. On the batch it takes it waits for that batch's
  tasks of every per-batch step before it, directly or through other steps: a training that waits for a
  decision that waited for a pilot still needs its own batch installed and loaded;
- a step that is done once by people or over the network belongs to no batch: it waits for the tasks of all
  batches of a per-batch step that it names itself, and only through those that it names for others.

Worked: on two batches the worked campaign has 18 steps and 20 tasks, since install and load are done twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from campaigns.domain.steps import Lanes, Step
from campaigns.domain.vocabulary import ResourceKind


@dataclass(frozen=True)
class Task:
    """One thing to be done once; ``batch`` is fixed for per-batch steps, open for others on a GPU."""

    step: Step
    batch: int | None

    @property
    def chooses_batch(self) -> bool:
        """Say whether the task may run on any batch."""
        return self.batch is None and self.step.resource is ResourceKind.GPU


@dataclass(frozen=True)
class TaskGraph:
    """The tasks of a plan in an order in which each comes after what it waits for."""

    tasks: tuple[Task, ...]
    lanes: Lanes
    waits_for: tuple[frozenset[int], ...]
    waits_for_on: tuple[tuple[frozenset[int], ...], ...]

    def waits(self, task: int, batch: int | None) -> frozenset[int]:
        """List what must have ended before a task starts on a batch."""
        on_batch = self.waits_for_on[task]
        return self.waits_for[task] | (on_batch[batch] if on_batch and batch is not None else frozenset())

    @cached_property
    def all_before(self) -> tuple[frozenset[int], ...]:
        """List for each task all that comes before it, directly or through others, on whichever batch."""
        found: list[frozenset[int]] = []
        for waits, on_each in zip(self.waits_for, self.waits_for_on, strict=True):
            direct = waits.union(*on_each)
            found.append(direct.union(*(found[other] for other in direct)))
        return tuple(found)

    @cached_property
    def tails(self) -> tuple[int, ...]:
        """Measure for each task the minutes from its start to the end of the longest chain after it."""
        tails = [task.step.minutes for task in self.tasks]
        for late in reversed(range(len(self.tasks))):
            for early in self.waits_for[late].union(*self.waits_for_on[late]):
                tails[early] = max(tails[early], self.tasks[early].step.minutes + tails[late])
        return tuple(tails)


def in_order(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Put each step after what it waits for, else as they were; steps in a circle are left out."""
    waiting = {step.key: set(step.after) for step in steps}
    ordered: list[Step] = []
    remaining = list(steps)
    while ready := [step for step in remaining if not waiting[step.key]]:
        ordered.extend(ready)
        done = {step.key for step in ready}
        remaining = [step for step in remaining if step.key not in done]
        for step in remaining:
            waiting[step.key] -= done
    return tuple(ordered)


def per_batch_before(steps: Sequence[Step]) -> dict[str, frozenset[str]]:
    """Name for each step, given in order, the per-batch steps before it, directly or through other steps."""
    by_key = {step.key: step for step in steps}
    found: dict[str, frozenset[str]] = {}
    for step in steps:
        names: set[str] = set()
        for key in step.after:
            names |= found[key] | ({key} if by_key[key].per_batch else set())
        found[step.key] = frozenset(names)
    return found


def expand(steps: Sequence[Step], lanes: Lanes) -> TaskGraph:
    """Make the tasks of steps on batches side by side, with what each waits for."""
    found = _Expansion(in_order(steps), lanes)
    return TaskGraph(
        tasks=tuple(found.tasks),
        lanes=lanes,
        waits_for=tuple(found.wherever(task) for task in found.tasks),
        waits_for_on=tuple(found.on_each(task) for task in found.tasks),
    )


class _Expansion:
    """The numbers of tasks by key and batch, and what they wait for."""

    def __init__(self, ordered: Sequence[Step], lanes: Lanes) -> None:
        self.batches = range(lanes.batches)
        self.before = per_batch_before(ordered)
        self.tasks: list[Task] = []
        self.numbers: dict[tuple[str, int | None], int] = {}
        for step in ordered:
            for batch in self.batches if step.per_batch else [None]:
                self.numbers[step.key, batch] = len(self.tasks)
                self.tasks.append(Task(step, batch))

    def wherever(self, task: Task) -> frozenset[int]:
        """Number what the task waits for wherever it runs."""
        once = {self.numbers[key, None] for key in task.step.after if (key, None) in self.numbers}
        if task.batch is not None:
            return self._of_batch(self.before[task.step.key], task.batch) | once
        if task.chooses_batch:
            return frozenset(once)
        named = frozenset(key for key in task.step.after if (key, 0) in self.numbers)
        return frozenset(once).union(*(self._of_batch(named, batch) for batch in self.batches))

    def on_each(self, task: Task) -> tuple[frozenset[int], ...]:
        """Number for each batch what the task waits for there, when it may choose."""
        if not task.chooses_batch:
            return ()
        return tuple(self._of_batch(self.before[task.step.key], batch) for batch in self.batches)

    def _of_batch(self, keys: frozenset[str], batch: int) -> frozenset[int]:
        return frozenset(self.numbers[key, batch] for key in keys)
