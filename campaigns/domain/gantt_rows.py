"""Which row of the Gantt a step stands on: people first, then the lanes of each batch, then the network.

Worked: two people's steps that overlap stand on the rows of person 1 and person 2; a step on two GPUs of a
batch stands on both of its lanes, named once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from campaigns.domain.steps import NO_TIME, Lanes, Step
from campaigns.domain.timetable import Schedule, ScheduledStep
from campaigns.domain.vocabulary import ResourceKind
from teams.domain.message import Message, gettext_noop

ORDER = (ResourceKind.PERSON, ResourceKind.GPU, ResourceKind.NETWORK)


@dataclass(frozen=True)
class Placed:
    """A scheduled step with its step, on one row; its first row carries the name."""

    scheduled: ScheduledStep
    step: Step
    row: int
    is_first: bool


def place(
    steps: Iterable[Step], schedule: Schedule, lanes: Lanes
) -> tuple[tuple[Message, ...], tuple[Placed, ...]]:
    """Name the rows and give every scheduled step its rows, in time order."""
    by_key = {step.key: step for step in steps}
    in_time = sorted(schedule.steps, key=lambda one: (one.start, one.end, one.key))
    labels: list[Message] = []
    placed: list[Placed] = []
    for kind in ORDER:
        mine = [one for one in in_time if one.key in by_key and by_key[one.key].resource is kind]
        numbers = _numbers(kind, mine, by_key, lanes)
        for one, several in zip(mine, numbers, strict=True):
            placed.extend(
                Placed(one, by_key[one.key], len(labels) + number, number == several[0]) for number in several
            )
        labels.extend(_labels(kind, numbers, lanes))
    return tuple(labels), tuple(placed)


def _numbers(
    kind: ResourceKind, mine: Sequence[ScheduledStep], by_key: dict[str, Step], lanes: Lanes
) -> list[tuple[int, ...]]:
    if kind is not ResourceKind.GPU:
        return _side_by_side(mine, by_key)
    return [
        tuple((one.batch or 0) * lanes.gpus_per_batch + lane for lane in one.lanes or (0,)) for one in mine
    ]


def _side_by_side(mine: Sequence[ScheduledStep], by_key: dict[str, Step]) -> list[tuple[int, ...]]:
    """Number the people or links of steps in time order: each takes the lowest that are free."""
    free_at: list[timedelta] = []
    numbers = []
    for one in mine:
        demand = by_key[one.key].demand
        taken = [number for number, free in enumerate(free_at) if free <= one.start][:demand]
        while len(taken) < demand:
            taken.append(len(free_at))
            free_at.append(NO_TIME)
        for number in taken:
            free_at[number] = one.end
        numbers.append(tuple(taken))
    return numbers


def _labels(kind: ResourceKind, numbers: Sequence[tuple[int, ...]], lanes: Lanes) -> list[Message]:
    if not numbers:
        return []
    if kind is ResourceKind.GPU:
        return [_lane_label(lanes, number) for number in range(lanes.total)]
    count = 1 + max(max(several) for several in numbers)
    if kind is ResourceKind.NETWORK and count == 1:
        return [Message(gettext_noop("Network"))]
    person, network = gettext_noop("Person %(number)s"), gettext_noop("Network %(number)s")
    template = person if kind is ResourceKind.PERSON else network
    return [Message(template, {"number": number + 1}) for number in range(count)]


def _lane_label(lanes: Lanes, number: int) -> Message:
    batch, lane = divmod(number, lanes.gpus_per_batch)
    if lanes.batches == 1:
        return Message(gettext_noop("Lane %(lane)s"), {"lane": lane + 1})
    if lanes.gpus_per_batch == 1:
        return Message(gettext_noop("Batch %(batch)s"), {"batch": batch + 1})
    return Message(gettext_noop("Batch %(batch)s, lane %(lane)s"), {"batch": batch + 1, "lane": lane + 1})
