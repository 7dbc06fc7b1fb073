"""Steps and what they run on (R3.1, R4.3), as plain values on whole minutes.

Worked: ``validate`` of the worked campaign is a step of 3 h on one GPU that waits for three trainings; a
batch of two GPUs, or two batches of one, are two lanes.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from campaigns.domain.vocabulary import Phase, Priority, ResourceKind, WindowOpening

MINUTE = timedelta(minutes=1)
NO_TIME = timedelta(0)

Closed = tuple[tuple[timedelta, timedelta], ...]
"""Intervals in which people do not work (R3.4), relative to the plan's start, in order, not touching."""


def whole_minutes(duration: timedelta) -> int:
    """Count the minutes of a duration; a part of a minute counts as a whole one (20 s are 1 min)."""
    return -(-duration // MINUTE)


@dataclass(frozen=True)
class Step:
    """One row of the schedule (R3.1).

    ``per_batch`` is done once on every batch; ``gpus`` are GPUs of one batch; ``memory_gb`` is needed on
    each GPU.
    """

    key: str
    title: str
    phase: Phase
    resource: ResourceKind
    duration: timedelta
    after: tuple[str, ...]
    priority: Priority
    needs_machine: bool
    per_batch: bool = False
    gpus: int = 1
    people: int = 1
    resumes: bool = False
    memory_gb: Decimal | None = None
    variant: str | None = None

    @property
    def minutes(self) -> int:
        """Count the whole minutes that the schedule gives to the step."""
        return whole_minutes(self.duration)

    @property
    def on_machine(self) -> bool:
        """Say whether the step needs the rented machine; a step on a GPU always does."""
        return self.needs_machine or self.resource is ResourceKind.GPU

    @property
    def demand(self) -> int:
        """Count the GPUs or people that the step takes; the network link is taken as one."""
        match self.resource:
            case ResourceKind.GPU:
                return self.gpus
            case ResourceKind.PERSON:
                return self.people
            case ResourceKind.NETWORK:
                return 1

    @property
    def label(self) -> str:
        """Name the step for a sentence: its title, with the key where that differs."""
        return self.key if self.title in ("", self.key) else f"{self.title} ({self.key})"


@dataclass(frozen=True)
class Lanes:
    """What a plan runs on: batches side by side with their GPUs, people, network links (R4.3)."""

    batches: int
    gpus_per_batch: int
    people: int = 1
    network: int = 1

    def __post_init__(self) -> None:
        if min(self.batches, self.gpus_per_batch, self.people, self.network) < 1:
            raise ValueError(
                "a plan runs on at least one of each: batch, GPU in a batch, person, network link"
            )

    @property
    def total(self) -> int:
        """Count the lanes: one B200 batch of two GPUs gives two."""
        return self.batches * self.gpus_per_batch

    def capacity(self, resource: ResourceKind) -> int:
        """Count what of a resource can work at the same time, of GPUs those of one batch."""
        match resource:
            case ResourceKind.GPU:
                return self.gpus_per_batch
            case ResourceKind.PERSON:
                return self.people
            case ResourceKind.NETWORK:
                return self.network


@dataclass(frozen=True)
class Walls:
    """Batches one after another (R4.3): each but the last ends at a wall, ``length`` after the one before.

    No step on the machine runs from ``change_over_before`` a wall (retrieval) to ``change_over_after`` it
    (set-up and restore), as far as work goes on after that wall. A step that resumes may stand still in
    between; ``restore`` is added to it where the change-over does not hold it already (an environment that
    persists).
    """

    length: timedelta
    count: int
    change_over_before: timedelta
    change_over_after: timedelta
    opening: WindowOpening = WindowOpening.FIRST_STEP
    restore: timedelta = NO_TIME

    def __post_init__(self) -> None:
        if self.length <= NO_TIME or self.count < 1:
            raise ValueError("consecutive batches have a length and are at least one")
        if min(self.change_over_before, self.change_over_after, self.restore) < NO_TIME:
            raise ValueError("a change-over takes no negative time")
        if self.before + self.after >= self.length // MINUTE:
            raise ValueError("a change-over is shorter than a batch")

    def positions(self, opened: int) -> tuple[int, ...]:
        """List the minutes at which a batch ends and the next one starts, for a window opened at a minute."""
        return tuple(opened + number * (self.length // MINUTE) for number in range(1, self.count))

    @property
    def before(self) -> int:
        """Count the minutes that the retrieval takes before a wall."""
        return whole_minutes(self.change_over_before)

    @property
    def after(self) -> int:
        """Count the minutes that set-up and restore take after a wall."""
        return whole_minutes(self.change_over_after)

    @property
    def standstill(self) -> int:
        """Count the minutes by which a resuming step gets longer at each wall it crosses."""
        return self.before + self.after + whole_minutes(self.restore)


def longest_open(closed: Closed) -> timedelta | None:
    """Find the longest time in which people work without a break; ``None`` when they never stop.

    Closed from 8 h to 24 h and from 32 h to 48 h: 8 h.
    """
    ends = (NO_TIME, *(end for _, end in closed))
    return max((start - end for end, (start, _) in zip(ends, closed, strict=False)), default=None)
