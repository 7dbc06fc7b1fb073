"""What trackers and schedulers say about a run's end, and the state that follows (R7.5).

A reported end accepts nothing (R9.2).

Worked: a row that says ``success`` or ``FINISHED`` becomes *finished*; ``TIMEOUT`` becomes *stopped*.
"""

from enum import StrEnum

from campaigns.domain.vocabulary import RunState


class ReportedEnd(StrEnum):
    """How a run is said to have ended."""

    ENDED = "ended, process said ok"
    FAILED = "failed"
    OUT_OF_MEMORY = "out of memory"
    STOPPED_BY_A_PERSON = "stopped by a person"
    TIME_RAN_OUT = "time ran out"
    MACHINE_LOST = "machine lost"
    UNKNOWN = "unknown"


STATES: dict[ReportedEnd, RunState] = {
    ReportedEnd.ENDED: RunState.FINISHED,
    ReportedEnd.FAILED: RunState.FAILED,
    ReportedEnd.OUT_OF_MEMORY: RunState.FAILED,
    ReportedEnd.MACHINE_LOST: RunState.FAILED,
    ReportedEnd.STOPPED_BY_A_PERSON: RunState.STOPPED,
    ReportedEnd.TIME_RAN_OUT: RunState.STOPPED,
    ReportedEnd.UNKNOWN: RunState.UNKNOWN,
}

WORDS: dict[ReportedEnd, tuple[str, ...]] = {
    ReportedEnd.ENDED: ("finished", "completed", "complete", "success", "succeeded", "ok", "done", "ended"),
    ReportedEnd.FAILED: ("failed", "failure", "fail", "error", "boot_fail"),
    ReportedEnd.OUT_OF_MEMORY: ("out_of_memory", "out of memory", "oom"),
    ReportedEnd.STOPPED_BY_A_PERSON: ("killed", "cancelled", "canceled", "stopped", "aborted", "interrupted"),
    ReportedEnd.TIME_RAN_OUT: ("timeout", "timed out", "time limit", "deadline"),
    ReportedEnd.MACHINE_LOST: ("preempted", "node_fail", "crashed"),
    ReportedEnd.UNKNOWN: ("running", "pending", "scheduled", "queued", "unknown"),
}
_BY_WORD = {word: end for end, words in WORDS.items() for word in words}
_BY_EXIT = {
    0: ReportedEnd.ENDED,
    130: ReportedEnd.STOPPED_BY_A_PERSON,
    137: ReportedEnd.OUT_OF_MEMORY,
    143: ReportedEnd.STOPPED_BY_A_PERSON,
    152: ReportedEnd.TIME_RAN_OUT,
}
LAST_ORDINARY_EXIT = 125


def guess_end(word: str) -> ReportedEnd:
    """Suggest what a status word or an exit code means; what is not in the table is unknown.

    137, 143 and ``crashed`` have several causes: the person sees the suggestion and can change it.
    """
    text = word.strip().lower()
    if text.isdecimal():
        code = int(text)
        ordinary = ReportedEnd.FAILED if 0 < code <= LAST_ORDINARY_EXIT else ReportedEnd.UNKNOWN
        return _BY_EXIT.get(code, ordinary)
    first = text.split(" by ")[0].rstrip("+")
    return _BY_WORD.get(first, ReportedEnd.UNKNOWN)


def state_of(end: ReportedEnd) -> RunState:
    """The run's state after this reported end."""
    return STATES[end]
