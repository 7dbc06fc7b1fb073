"""How often a run writes a checkpoint, and what share of its time the writing takes (R8.4).

Worked: a tolerated loss of 1 h and a write time of 3 min leave at most 57 min between two checkpoints. With a
mean of 72 h between interruptions Daly's optimum for 3 min is 2.65 h, so the tolerated loss decides; with a
tolerated loss of 4 h the optimum does.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from math import sqrt

from campaigns.domain.durations import hours_text
from teams.domain.message import Message, gettext_noop

NO_TIME = timedelta(0)
SECOND = timedelta(seconds=1)
FOUR_PLACES = Decimal("0.0001")


@dataclass(frozen=True)
class CheckpointInterval:
    """The longest interval that keeps the tolerated loss, the optimum when it is known, and what is suggested."""

    at_most: timedelta
    optimum: timedelta | None
    suggested: timedelta
    writing_share: Decimal


@dataclass(frozen=True)
class NoInterval:
    """No interval keeps the tolerated loss, and why."""

    reason: Message


def checkpoint_interval(
    tolerated_loss: timedelta, write_time: timedelta, between_interruptions: timedelta | None = None
) -> CheckpointInterval | NoInterval:
    """Suggest the smaller of the tolerated loss less the write time and, where it is known, Daly's optimum (R8.4).

    ``between_interruptions`` is the mean of the team's own record; without one the tolerated loss decides.
    """
    if write_time <= NO_TIME:
        raise ValueError("writing a checkpoint takes time")
    if tolerated_loss <= write_time:
        text = gettext_noop(
            "A tolerated loss of %(loss)s is impossible: writing one checkpoint takes %(write)s already."
        )
        values = {"loss": hours_text(tolerated_loss), "write": hours_text(write_time)}
        return NoInterval(Message(text, values))
    at_most = tolerated_loss - write_time
    optimum = None if between_interruptions is None else daly_optimum(write_time, between_interruptions)
    suggested = at_most if optimum is None else min(at_most, optimum)
    return CheckpointInterval(at_most, optimum, suggested, writing_share(suggested, write_time))


def daly_optimum(write_time: timedelta, between_interruptions: timedelta) -> timedelta:
    """Give Daly's optimal interval (2006) to the second; its first term is Young's (1974).

    Worked: 3 min and 72 h give sqrt(2 x 0.05 x 72) = 2.683 h, times 1 + 0.00621 + 0.00004, less 0.05 h: 2.65 h.
    From a write time of twice the mean on, the optimum is the mean itself.
    """
    if write_time <= NO_TIME or between_interruptions <= NO_TIME:
        raise ValueError("writing takes time, and so does the work between two interruptions")
    if write_time >= 2 * between_interruptions:
        return between_interruptions
    write, mean = write_time / SECOND, between_interruptions / SECOND
    ratio = write / (2 * mean)
    return round(sqrt(2 * write * mean) * (1 + sqrt(ratio) / 3 + ratio / 9) - write) * SECOND


def writing_share(interval: timedelta, write_time: timedelta) -> Decimal:
    """Give the share of time that is spent on writing, to four places: 3 min after each 57 min are 0.0500."""
    seconds = [Decimal(time // SECOND) for time in (write_time, interval + write_time)]
    return (seconds[0] / seconds[1]).quantize(FOUR_PLACES, ROUND_HALF_EVEN)
