"""What may become of a run (R7.2), and how long it held its machine.

Worked: a run that started at 09:00 and failed at 11:30 took 2 h 30 min of its machine; it stays failed.
"""

from datetime import datetime, timedelta

from campaigns.domain.vocabulary import RunState as State
from campaigns.domain.workflow import NotAllowed
from teams.domain.message import Message, gettext_noop

ENDED = frozenset({State.FINISHED, State.STOPPED, State.FAILED})
NEVER_ACCEPTED = frozenset({State.STOPPED, State.FAILED})
"""States that no later word leads out of: such a run never becomes an accepted result."""

DECLARED_LOST = "declared lost"
"""The reported end of an unknown run of which nobody expects news any more (R11.5)."""

TRANSITIONS: dict[State, frozenset[State]] = {
    State.PLANNED: frozenset({State.RUNNING, State.FINISHED, State.STOPPED, State.FAILED, State.UNKNOWN}),
    State.RUNNING: frozenset({State.FINISHED, State.STOPPED, State.FAILED, State.UNKNOWN}),
    State.UNKNOWN: frozenset({State.RUNNING, State.FINISHED, State.STOPPED, State.FAILED, State.UNKNOWN}),
    State.FINISHED: frozenset({State.STOPPED, State.FAILED}),
    State.STOPPED: frozenset(),
    State.FAILED: frozenset(),
}
"""``finished`` is only what was reported: such a run can turn out to have been stopped or failed."""


def check_change(old: State, new: State) -> None:
    """Refuse a change of state that the table does not hold."""
    if new in TRANSITIONS[old]:
        return
    if old in NEVER_ACCEPTED:
        text = gettext_noop("A run that was %(old)s stays %(old)s, whatever its metrics.")
        raise NotAllowed(Message(text, {"old": old}))
    text = gettext_noop("A run that is %(old)s cannot become %(new)s.")
    raise NotAllowed(Message(text, {"old": old, "new": new}))


def can_change(old: State, new: State) -> bool:
    """Say whether the run may become this."""
    return new in TRANSITIONS[old]


def machine_time(started_at: datetime | None, ended_at: datetime | None) -> timedelta | None:
    """The time between start and end, or nothing when one of them was not recorded."""
    return ended_at - started_at if started_at is not None and ended_at is not None else None


def awaits_its_end(state: State, reported_end: str) -> bool:
    """Say whether closing still waits for this run: it neither ended nor was declared lost (R11.5)."""
    return state not in ENDED and not (state is State.UNKNOWN and reported_end == DECLARED_LOST)
