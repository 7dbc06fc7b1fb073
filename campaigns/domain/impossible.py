"""What makes a plan impossible, found by name before anything is solved (R3.1, R3.2, R3.4).

Worked: ``write`` that waits for ``reload`` while ``reload`` waits for ``write`` is a circle, and both are
named.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from campaigns.domain.durations import hours_text
from campaigns.domain.steps import NO_TIME, Lanes, Step
from campaigns.domain.tasks import in_order
from campaigns.domain.vocabulary import ResourceKind
from teams.domain.message import Message, gettext_noop


@dataclass(frozen=True)
class Problem:
    """Why no schedule exists: the step, its field, and the sentence for the person who typed it."""

    key: str
    field: str
    message: Message


class ImpossiblePlan(ValueError):
    """A schedule was asked for although there can be none; ``problems`` says why."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(str(problem.message) for problem in problems))


def find_impossible(
    steps: Sequence[Step], lanes: Lanes | None = None, working_day: timedelta | None = None
) -> tuple[Problem, ...]:
    """List all that no schedule can satisfy; empty when there is one.

    Without ``lanes`` the resources, without ``working_day`` the length of people's steps are not looked at.
    """
    own = [problem for step in steps for problem in _of_step(step, working_day)]
    against = [problem for step in steps for problem in _of_resources(step, lanes)] if lanes else []
    return (*_repeated_keys(steps), *_of_dependencies(steps), *own, *against)


def _repeated_keys(steps: Sequence[Step]) -> Iterator[Problem]:
    for key, times in Counter(step.key for step in steps).items():
        if times > 1:
            yield Problem(
                key,
                "key",
                Message(
                    gettext_noop('%(times)s steps have the key "%(key)s"; each step needs its own.'),
                    {"times": times, "key": key},
                ),
            )


def _of_dependencies(steps: Sequence[Step]) -> Iterator[Problem]:
    keys = {step.key for step in steps}
    for step in steps:
        for key in step.after:
            if key == step.key:
                text = gettext_noop("%(step)s waits for itself.")
                yield Problem(step.key, "after", Message(text, {"step": step.label}))
            elif key not in keys:
                text = gettext_noop('%(step)s waits for "%(missing)s", which is not a step of this plan.')
                yield Problem(step.key, "after", Message(text, {"step": step.label, "missing": key}))
    for circle in find_circles(steps):
        named = " → ".join(step.label for step in (*circle, circle[0]))
        text = gettext_noop("These steps wait for each other in a circle, so none can start: %(steps)s.")
        yield Problem(circle[0].key, "after", Message(text, {"steps": named}))


def find_circles(steps: Sequence[Step]) -> tuple[tuple[Step, ...], ...]:
    """Find circles of two steps or more, each from its first step in the plan on, each step before the one it
    makes wait; circles that share a step are one after the other: mending the first shows the next."""
    by_key = {step.key: step for step in steps}
    known = [_with_known_others(step, by_key) for step in by_key.values()]
    ordered = {step.key for step in in_order(known)}
    left = {step.key: [key for key in step.after if key not in ordered] for step in known}
    circles: list[tuple[Step, ...]] = []
    seen = set(ordered)
    for step in known:
        walk: list[str] = []
        key = step.key
        while key not in seen and key not in walk:
            walk.append(key)
            key = left[key][0]
        if key in walk:
            circles.append(_from_first(walk[walk.index(key) :], by_key))
        seen.update(walk)
    return tuple(circles)


def _with_known_others(step: Step, by_key: dict[str, Step]) -> Step:
    after = tuple(key for key in step.after if key in by_key and key != step.key)
    return replace(step, after=after)


def _from_first(backwards: list[str], by_key: dict[str, Step]) -> tuple[Step, ...]:
    """Turn a walk from each step to what it waits for around, and start it with the plan's first step."""
    forwards = backwards[::-1]
    position = list(by_key).index
    first = forwards.index(min(forwards, key=position))
    return tuple(by_key[key] for key in forwards[first:] + forwards[:first])


def _of_step(step: Step, working_day: timedelta | None) -> Iterator[Problem]:
    if step.duration <= NO_TIME:
        text = gettext_noop("%(step)s takes no time; a step takes at least one minute.")
        yield Problem(step.key, "duration", Message(text, {"step": step.label}))
    if step.gpus < 1:
        text = gettext_noop("%(step)s needs at least one GPU.")
        yield Problem(step.key, "gpus", Message(text, {"step": step.label}))
    if step.people < 1:
        text = gettext_noop("%(step)s needs at least one person.")
        yield Problem(step.key, "people", Message(text, {"step": step.label}))
    by_person = step.resource is ResourceKind.PERSON
    if by_person and working_day is not None and step.duration > working_day:
        text = gettext_noop(
            "%(step)s takes %(duration)s of a person, longer than a working day of %(day)s: "
            "split it into steps that fit in one."
        )
        values: dict[str, object] = {
            "step": step.label,
            "duration": hours_text(step.duration),
            "day": hours_text(working_day),
        }
        yield Problem(step.key, "duration", Message(text, values))


def _of_resources(step: Step, lanes: Lanes) -> Iterator[Problem]:
    if step.resource is ResourceKind.GPU and step.gpus > lanes.gpus_per_batch:
        text = gettext_noop(
            "%(step)s needs %(needed)s GPUs in one batch, and a batch has %(held)s; "
            "GPUs of different batches are never taken together."
        )
        yield Problem(step.key, "gpus", _too_few(text, step, step.gpus, lanes.gpus_per_batch))
    if step.resource is ResourceKind.PERSON and step.people > lanes.people:
        text = gettext_noop("%(step)s needs %(needed)s people, and the plan has %(held)s.")
        yield Problem(step.key, "people", _too_few(text, step, step.people, lanes.people))


def _too_few(text: str, step: Step, needed: int, held: int) -> Message:
    return Message(text, {"step": step.label, "needed": needed, "held": held})


def cannot_open(step: Step) -> Problem:
    """Say that a step that comes first is too long for the first of several consecutive batches (R4.3)."""
    text = gettext_noop(
        "%(step)s does not resume from a checkpoint and is too long to end before the first change-over."
    )
    return Problem(step.key, "duration", Message(text, {"step": step.label}))
