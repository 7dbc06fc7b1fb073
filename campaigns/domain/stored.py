"""Under which name the answer to a schedule is stored, so that the same input is solved once (planning).

Worked: a step that is renamed keeps the digest of its plan, a step that takes a minute longer does not.
"""

import hashlib
import json
from collections.abc import Sequence

from campaigns.domain.steps import MINUTE, Closed, Lanes, Step, Walls, whole_minutes
from campaigns.domain.vocabulary import WindowOpening

ANSWERS_VERSION = 1
"""Raise it when the same input is to be solved anew, because the solver now answers differently."""


def input_digest(
    steps: Sequence[Step],
    lanes: Lanes,
    closed: Closed = (),
    walls: Walls | None = None,
    opening: WindowOpening = WindowOpening.FIRST_STEP,
) -> str:
    """Digest all that the schedule depends on, and nothing else: 64 hexadecimal digits."""
    described = {
        "version": ANSWERS_VERSION,
        "steps": sorted(_describe_step(step) for step in steps),
        "lanes": [lanes.batches, lanes.gpus_per_batch, lanes.people, lanes.network],
        "closed": [[start // MINUTE, whole_minutes(end)] for start, end in closed],
        "walls": _describe_walls(walls),
        "opening": str(walls.opening if walls else opening),
    }
    text = json.dumps(described, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _describe_step(step: Step) -> list[object]:
    return [
        step.key,
        str(step.resource),
        step.minutes,
        sorted(step.after),
        str(step.priority),
        step.on_machine,
        step.per_batch,
        step.demand,
        step.resumes,
    ]


def _describe_walls(walls: Walls | None) -> list[int] | None:
    if walls is None:
        return None
    return [walls.length // MINUTE, walls.count, walls.before, walls.after, walls.standstill]
