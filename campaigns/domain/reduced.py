"""A plan without some of its steps (R4.5).

Worked: without its useful step the worked campaign takes 38 h instead of 48 h, and ``validate`` waits for two
trainings instead of three.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from campaigns.domain.steps import Step
from campaigns.domain.vocabulary import Priority


def without_priorities(steps: Iterable[Step], priorities: Collection[Priority]) -> tuple[Step, ...]:
    """Leave out the steps of some priorities, also out of what waits for them."""
    every = tuple(steps)
    return without_keys(every, {step.key for step in every if step.priority in priorities})


def without_keys(steps: Iterable[Step], left_out: Collection[str]) -> tuple[Step, ...]:
    """Leave out steps by their keys, e.g. those of a dropped variant (R6.4).

    What waited for a step that is left out waits for what that step waited for, unless it does so already, so
    that nothing starts before it could have started with that step.
    """
    every = tuple(steps)
    by_key = {step.key: step for step in every}
    return tuple(
        replace(step, after=_without(step, left_out, by_key)) for step in every if step.key not in left_out
    )


def _without(step: Step, left_out: Collection[str], by_key: dict[str, Step]) -> tuple[str, ...]:
    kept = [key for key in step.after if key not in left_out]
    for key in _before((key for key in step.after if key in left_out), by_key, through=left_out):
        if key not in left_out and key not in kept and key not in _before(kept, by_key):
            kept.append(key)
    return tuple(kept)


def _before(
    keys: Iterable[str], by_key: dict[str, Step], through: Collection[str] | None = None
) -> dict[str, None]:
    """Name what steps wait for, directly or through others (of those in ``through`` only), nearest first."""
    found: dict[str, None] = {}
    waiting = list(keys)
    while waiting:
        key = waiting.pop(0)
        for other in by_key[key].after if key in by_key and (through is None or key in through) else ():
            if other not in found:
                found[other] = None
                waiting.append(other)
    return found
