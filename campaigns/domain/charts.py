"""Bars for the page and the report: windows against plans, and provided against recorded time.

Worked: 72 h on 720 points are 10 points an hour, so a plan of 48 h is a bar of 480 points and the window's
last 24 h stay light; a plan of 78 h shows its last 6 h as exceeding. A template draws these plain numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from campaigns.domain.chart_shapes import HOUR, Box, Scale, Tick, box, shortened
from campaigns.domain.durations import hours_text
from campaigns.domain.steps import NO_TIME
from teams.domain.message import Message, gettext_noop

LONGEST_TO_SHOWN = 4
ROW = 46
AXIS = 26
BAR = 14
FIGURES = 16
MARGIN = 18
FOR_LABELS = 170.0
FOR_WORDS = 150.0
ROW_OF_TWO = 24


@dataclass(frozen=True)
class WindowOfPlan:
    """One line of the comparison: how long a plan takes on an arrangement, and its window.

    ``window`` is None where the source does not state it, ``used`` where the arrangement cannot run the plan.
    """

    label: str
    used: timedelta | None
    window: timedelta | None
    words: Message | str


@dataclass(frozen=True)
class WindowBar:
    """The bars of one arrangement: the window outlined, the plan in it, what exceeds it hatched."""

    label: str
    words: Message | str
    y: float
    window: Box | None
    plan: Box | None
    exceeding: Box | None
    is_cut: bool
    used_time: timedelta | None
    window_time: timedelta | None

    @property
    def text_top(self) -> float:
        """Where the line of text above the bars starts."""
        return self.y - 11

    @property
    def cut_x(self) -> float:
        """Where the mark of a window that was cut short stands."""
        return (self.window.right if self.window else 0) - 6


@dataclass(frozen=True)
class WindowBars:
    """Windows against plans, all on one hour axis."""

    width: float
    height: float
    axis_y: float
    ticks: tuple[Tick, ...]
    bars: tuple[WindowBar, ...]
    description: Message

    @property
    def full_width(self) -> float:
        """The width with room for the last figure of the axis and the edges of the bars."""
        return self.width + MARGIN

    @property
    def tick_text_y(self) -> float:
        """Where the figures of the axis stand."""
        return self.axis_y + FIGURES


def window_bars(rows: Sequence[WindowOfPlan], width: float = 720) -> WindowBars:
    """Set the plan's time into each window; one of more than four times the plan is cut."""
    scale = Scale(NO_TIME, _longest_shown(rows), 0, width)
    bars = tuple(_window_bar(row, number, scale) for number, row in enumerate(rows))
    axis_y = float(len(rows) * ROW)
    text = gettext_noop("Hours that the plan takes on each arrangement, against the hours of its window.")
    return WindowBars(width, axis_y + AXIS, axis_y, scale.ticks(), bars, Message(text))


def _longest_shown(rows: Iterable[WindowOfPlan]) -> timedelta:
    used = max((row.used for row in rows if row.used is not None), default=NO_TIME)
    longest = max((row.window for row in rows if row.window is not None), default=NO_TIME)
    limit = used * LONGEST_TO_SHOWN if used else longest
    return max(HOUR, used, min(longest, limit))


def _window_bar(row: WindowOfPlan, number: int, scale: Scale) -> WindowBar:
    y = number * ROW
    window = box(scale, NO_TIME, row.window, y + 20, BAR) if row.window else None
    plan = exceeding = None
    if row.used is not None:
        inside = row.used if row.window is None else min(row.used, row.window)
        plan = box(scale, NO_TIME, inside, y + 23, BAR - 6)
        exceeding = box(scale, inside, row.used, y + 23, BAR - 6) if row.used > inside else None
    return WindowBar(
        label=row.label,
        words=row.words,
        y=float(y + 12),
        window=window,
        plan=plan,
        exceeding=exceeding,
        is_cut=row.window is not None and row.window > scale.end,
        used_time=row.used,
        window_time=row.window,
    )


@dataclass(frozen=True)
class ProvidedAndRecorded:
    """One step or phase of the close-out; ``recorded`` is None where no record exists (R11.1)."""

    label: str
    provided: timedelta
    recorded: timedelta | None


@dataclass(frozen=True)
class RecordedBar:
    """Provided time outlined, recorded time filled; the words stand where a record is missing."""

    full_label: str
    label: str
    y: float
    provided: Box
    recorded: Box | None
    words: Message
    words_x: float
    provided_time: timedelta
    recorded_time: timedelta | None
    difference: timedelta | None


@dataclass(frozen=True)
class RecordedBars:
    """Provided against recorded time, all on one hour axis."""

    width: float
    height: float
    axis_y: float
    left: float
    ticks: tuple[Tick, ...]
    bars: tuple[RecordedBar, ...]
    description: Message

    @property
    def axis_right(self) -> float:
        """Where the axis ends."""
        return self.width - FOR_WORDS

    @property
    def tick_text_y(self) -> float:
        """Where the figures of the axis stand."""
        return self.axis_y + FIGURES


def recorded_bars(rows: Sequence[ProvidedAndRecorded], width: float = 720) -> RecordedBars:
    """Set recorded beside provided time; what was not recorded stays so, in words (R11.1)."""
    longest = max((max(row.provided, row.recorded or NO_TIME) for row in rows), default=NO_TIME)
    scale = Scale(NO_TIME, max(HOUR, longest), FOR_LABELS, width - FOR_LABELS - FOR_WORDS)
    bars = tuple(_recorded_bar(row, number * ROW_OF_TWO, scale) for number, row in enumerate(rows))
    axis_y = float(len(rows) * ROW_OF_TWO + 4)
    text = gettext_noop("Hours that the baseline provided, and hours that were recorded.")
    return RecordedBars(width, axis_y + AXIS, axis_y, FOR_LABELS, scale.ticks(), bars, Message(text))


def _recorded_bar(row: ProvidedAndRecorded, y: int, scale: Scale) -> RecordedBar:
    provided = box(scale, NO_TIME, row.provided, y + 5, 7)
    recorded = None if row.recorded is None else box(scale, NO_TIME, row.recorded, y + 13, 7)
    difference = None if row.recorded is None else row.recorded - row.provided
    return RecordedBar(
        full_label=row.label,
        label=shortened(row.label, scale.left - 10, 11),
        y=float(y + 16),
        provided=provided,
        recorded=recorded,
        words=_difference_words(difference),
        words_x=round(max(provided.right, recorded.right if recorded else 0) + 8, 1),
        provided_time=row.provided,
        recorded_time=row.recorded,
        difference=difference,
    )


def _difference_words(difference: timedelta | None) -> Message:
    if difference is None:
        return Message(gettext_noop("not recorded"))
    if difference > NO_TIME:
        return Message(gettext_noop("%(time)s longer"), {"time": hours_text(difference)})
    if difference < NO_TIME:
        return Message(gettext_noop("%(time)s shorter"), {"time": hours_text(-difference)})
    return Message(gettext_noop("as provided"))
