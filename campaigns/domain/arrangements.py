"""How many batches of which package, side by side or one after another, and what each cannot do (R4.2-R4.4).

Worked: two RTX 4090 batches of 3 days side by side are two lanes in 72 h, one after another one lane in 144 h; both
cost 94.28 USD. One B200 batch is two lanes for one price.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

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


def lacks(arrangement: Arrangement, steps: Sequence[Step]) -> tuple[Message, ...]:
    """Say what the arrangement cannot do, with each step's name; memory of GPUs is never added up (R3.2, R4.4)."""
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
    return tuple(found)


def walls_of(
    arrangement: Arrangement, steps: Sequence[Step], opening: WindowOpening, environment_persists: bool
) -> Walls | None:
    """Where consecutive batches end, with the change-over that the plan's own steps imply (R4.3).

    Retrieval before the end takes what the plan's retrieval takes; after it, what is done on every batch and the
    restore are done again. Nothing of it when the environment persists, but a step that goes on restores once.
    """
    length = arrangement.package.duration
    if length is None or arrangement.one_after_another == 1:
        return None
    restore = _time_of(steps, lambda step: step.phase is Phase.RESTORE)
    if environment_persists:
        return Walls(length, arrangement.one_after_another, NO_TIME, NO_TIME, opening, restore)
    before = _time_of(steps, lambda step: step.phase is Phase.RETRIEVE)
    set_up = _time_of(steps, lambda step: step.per_batch)
    return Walls(length, arrangement.one_after_another, before, set_up + restore, opening)


def _time_of(steps: Sequence[Step], belongs: Callable[[Step], bool]) -> timedelta:
    return sum((step.duration for step in steps if belongs(step)), NO_TIME)
