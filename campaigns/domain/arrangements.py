"""How many batches of which package, side by side or one after another, and what each cannot do (R4.2-R4.4).

Worked: two RTX 4090 batches of 3 days side by side are two lanes in 72 h, one after another one lane in 144
h; both cost 94.28 USD. One B200 batch is two lanes for one price.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from campaigns.domain.durations import hours_text
from campaigns.domain.steps import NO_TIME, Lanes, Step, Walls
from campaigns.domain.vocabulary import Phase, ResourceKind, WindowOpening
from pricing.domain.money import Money, Undefined
from pricing.domain.packages import Package
from teams.domain.message import Message, gettext_noop


@dataclass(frozen=True)
class Arrangement:
    """Batches of one package: ``side_by_side`` at a time, ``one_after_another`` times."""

    package: Package
    side_by_side: int = 1
    one_after_another: int = 1

    def __post_init__(self) -> None:
        if self.side_by_side < 1 or self.one_after_another < 1:
            raise ValueError("an arrangement has at least one batch")

    @property
    def batches(self) -> int:
        """Count the batches that are bought."""
        return self.side_by_side * self.one_after_another

    @property
    def cost(self) -> Money | Undefined:
        """Price times batches, whatever the GPUs in one (R4.2)."""
        return self.package.cost(self.batches)

    @property
    def window(self) -> timedelta | None:
        """The consecutive time that the order covers; None when the source states no duration."""
        return None if self.package.duration is None else self.package.duration * self.one_after_another

    def lanes(self, people: int = 1) -> Lanes:
        """What the plan runs on."""
        return Lanes(batches=self.side_by_side, gpus_per_batch=self.package.gpus_per_batch, people=people)


def candidates(
    packages: Iterable[Package], most_side_by_side: int = 2, most_one_after_another: int = 2
) -> Iterator[Arrangement]:
    """Offer one batch, several side by side, and several one after another, of every package."""
    for package in packages:
        yield Arrangement(package)
        for count in range(2, most_side_by_side + 1):
            yield Arrangement(package, side_by_side=count)
        for count in range(2, most_one_after_another + 1):
            yield Arrangement(package, one_after_another=count)


def lacks(
    arrangement: Arrangement, steps: Sequence[Step], environment_persists: bool = False
) -> tuple[Message, ...]:
    """Say what the arrangement cannot do, with each step's name; memory of GPUs is never added up (R3.2,
    R4.4)."""
    package = arrangement.package
    found = []
    for step in steps:
        if step.resource is not ResourceKind.GPU:
            continue
        if step.memory_gb is not None and step.memory_gb > package.memory_per_gpu_gb:
            text = gettext_noop("%(step)s needs %(needed)s GB on each GPU, and one has %(held)s GB.")
            values = {"needed": f"{step.memory_gb:f}", "held": f"{package.memory_per_gpu_gb:f}"}
            found.append(Message(text, {"step": step.label, **values}))
        if step.gpus > package.gpus_per_batch:
            text = gettext_noop("%(step)s needs %(needed)s GPUs in one batch, and a batch has %(held)s.")
            values = {"needed": str(step.gpus), "held": str(package.gpus_per_batch)}
            found.append(Message(text, {"step": step.label, **values}))
    if not environment_persists:
        found += _change_over_too_long(arrangement, steps)
    return tuple(found)


def _change_over_too_long(arrangement: Arrangement, steps: Sequence[Step]) -> list[Message]:
    length, change = arrangement.package.duration, change_over_of(steps)
    takes = change.before + change.after
    if length is None or arrangement.one_after_another == 1 or takes < length:
        return []
    text = gettext_noop(
        "A change-over takes %(takes)s and a batch lasts %(length)s: no time is left to work."
    )
    return [Message(text, {"takes": hours_text(takes), "length": hours_text(length)})]


@dataclass(frozen=True)
class ChangeOverTime:
    """What one change-over takes: retrieval ``before`` the end of a batch, set-up and restore ``after`` it."""

    before: timedelta
    after: timedelta


def change_over_of(steps: Sequence[Step]) -> ChangeOverTime:
    """Add up what the plan's own steps imply for a change-over (R4.3).

    Retrieval takes what the plan's retrieval takes; what is done on every batch and the restore are done again.
    Worked: 2 h before the end, and 1 h + 1 h + 1 h of install, load and restore after it.
    """
    restore = _time_of(steps, lambda step: step.phase is Phase.RESTORE and not step.per_batch)
    set_up = _time_of(steps, lambda step: step.per_batch)
    return ChangeOverTime(_time_of(steps, lambda step: step.phase is Phase.RETRIEVE), set_up + restore)


def walls_of(
    arrangement: Arrangement, steps: Sequence[Step], opening: WindowOpening, environment_persists: bool
) -> Walls | None:
    """Where consecutive batches end, with their change-overs (R4.3).

    Nothing of a change-over when the environment persists, but a step that goes on restores once. None for one
    batch, for a duration that is not stated, and for a change-over that no batch can hold.
    """
    length, count = arrangement.package.duration, arrangement.one_after_another
    if length is None or count == 1:
        return None
    if environment_persists:
        restore = _time_of(steps, lambda step: step.phase is Phase.RESTORE)
        return Walls(length, count, NO_TIME, NO_TIME, opening, restore)
    change = change_over_of(steps)
    if change.before + change.after >= length:
        return None
    return Walls(length, count, change.before, change.after, opening)


def _time_of(steps: Sequence[Step], belongs: Callable[[Step], bool]) -> timedelta:
    return sum((step.duration for step in steps if belongs(step)), NO_TIME)
