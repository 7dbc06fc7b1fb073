"""The window against the schedule, exactly (R3.3-R3.5).

Worked: 48 h on one lane in a window of 72 h that opens with the first step *fits, leaves 24 h unused*; when
it opens with the first machine step it leaves 27 h. With each training 10 h longer 78 h *exceeds by 6 h*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from campaigns.domain.durations import hours_text
from campaigns.domain.steps import NO_TIME, Step
from campaigns.domain.timetable import Schedule
from campaigns.domain.vocabulary import Phase, WindowOpening
from teams.domain.message import Message, gettext_noop

PROMISES_NOTHING = Message(
    gettext_noop(
        "This subtraction checks the schedule and promises nothing: neither an installation nor a training time "
        "is a guarantee of the provider. Unused time is a reserve, not a target."
    )
)


@dataclass(frozen=True)
class Fits:
    """The last machine step ends within the window; ``unused`` is a reserve, not a target."""

    window: timedelta
    unused: timedelta

    @property
    def message(self) -> Message:
        """Say it in a sentence."""
        text = gettext_noop("Fits the %(window)s window and leaves %(unused)s unused.")
        return Message(text, {"window": hours_text(self.window), "unused": hours_text(self.unused)})


@dataclass(frozen=True)
class Exceeds:
    """The last machine step ends after the window."""

    window: timedelta
    by: timedelta

    @property
    def message(self) -> Message:
        """Say it in a sentence."""
        text = gettext_noop("Exceeds the %(window)s window by %(by)s.")
        return Message(text, {"window": hours_text(self.window), "by": hours_text(self.by)})


WindowVerdict = Fits | Exceeds


@dataclass(frozen=True)
class Figures:
    """The four time figures, and the network's, of one schedule (R3.3)."""

    elapsed: timedelta
    rented: timedelta
    lane_hours: timedelta
    person_hours: timedelta
    network_hours: timedelta


def figures(schedule: Schedule, steps: Sequence[Step]) -> Figures:
    """Measure a schedule: the worked campaign is 48 h elapsed, 45 h rented, 42 lane hours and 7 person
    hours."""
    return Figures(
        elapsed=schedule.elapsed,
        rented=schedule.rented(steps),
        lane_hours=schedule.lane_hours(steps),
        person_hours=schedule.person_hours(steps),
        network_hours=schedule.network_hours(steps),
    )


def opens_at(schedule: Schedule, steps: Sequence[Step], opening: WindowOpening) -> timedelta:
    """Say when the window opens, relative to the plan's start (R3.4)."""
    rows = schedule.steps if opening is WindowOpening.FIRST_STEP else schedule.on_machine(steps)
    return min((row.start for row in rows), default=NO_TIME)


def used_time(schedule: Schedule, steps: Sequence[Step], opening: WindowOpening) -> timedelta:
    """Measure from the opening of the window to the end of the last step that needs the machine."""
    last = max((row.end for row in schedule.on_machine(steps)), default=None)
    return NO_TIME if last is None else max(NO_TIME, last - opens_at(schedule, steps, opening))


def assess(
    schedule: Schedule, steps: Sequence[Step], opening: WindowOpening, window: timedelta
) -> WindowVerdict:
    """Compare the window with the time that the schedule uses of it; equal fits and leaves nothing unused."""
    used = used_time(schedule, steps, opening)
    return Fits(window, window - used) if used <= window else Exceeds(window, used - window)


def retrieved_too_late(
    schedule: Schedule, steps: Sequence[Step], opening: WindowOpening, window: timedelta
) -> timedelta | None:
    """Say how long after the window has closed the retrieval ends; None when it ends in time (R3.6)."""
    keys = {step.key for step in steps if step.phase is Phase.RETRIEVE}
    last = max((row.end for row in schedule.steps if row.key in keys), default=NO_TIME)
    late = last - opens_at(schedule, steps, opening) - window
    return late if late > NO_TIME else None
