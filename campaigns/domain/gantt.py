"""The geometry of the Gantt: a row per person, lane and network link, the window's end as a line.

Worked: the worked campaign on one lane has three rows (person 1, lane 1, network); its 48 h stand in a window
of 72 h whose line says that 24 h stay unused. Steps on the critical chain are hatched and named below the
chart; a name that does not fit into its bar stands under it, with a line that leads there.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from campaigns.domain.chart_shapes import Box, Scale, Tick, box, shortened, text_width
from campaigns.domain.durations import hours_text
from campaigns.domain.gantt_rows import Placed, place
from campaigns.domain.steps import NO_TIME, Lanes, Step
from campaigns.domain.timetable import Schedule, ScheduledStep
from campaigns.domain.vocabulary import ResourceKind
from teams.domain.message import Message, gettext_noop

SIZE = 10.5
GUTTER = 104
RIGHT = 8
TOP = 44
BAR = 18
TRACK = 13
THIN = 4
STRIP = 5
PAD = 6
LONGEST_NAME = 150
MOST_TRACKS = 9
FARTHEST_WINDOW = 1.6


Before = dict[tuple[str, int | None, int], ScheduledStep]
"""The baseline's rows by key, batch and part."""


@dataclass(frozen=True)
class WindowLine:
    """When the window opens and ends, relative to the plan's start, with the verdict in words."""

    opens: timedelta
    ends: timedelta
    words: Message
    exceeded: bool


@dataclass(frozen=True)
class Name:
    """A step's name: inside its bar, or under it with a line that leads there."""

    text: str
    x: float
    y: float
    width: float
    is_inside: bool
    leader_x: float

    @property
    def box_y(self) -> float:
        """Where the ground behind the name starts, so that lines to other names stay behind it."""
        return round(self.y - 9, 1)

    @property
    def leader_y(self) -> float:
        """Where the line from the bar ends."""
        return round(self.y - 3, 1)


@dataclass(frozen=True)
class Bar:
    """One step on one row; ``hatch`` and ``is_critical`` mark the chain that sets the elapsed time."""

    key: str
    title: str
    kind: ResourceKind
    start: timedelta
    end: timedelta
    box: Box
    hatch: str
    is_critical: bool
    baseline: Box | None
    name: Name | None


@dataclass(frozen=True)
class Row:
    """One person, lane or network link."""

    label: Message
    y: float
    height: float
    bars: tuple[Bar, ...]

    @property
    def middle(self) -> float:
        """The height of the bars' middle, where the row's label stands."""
        return round(self.y + PAD + BAR / 2 + 4, 1)


@dataclass(frozen=True)
class DrawnWindow:
    """The window as drawn: a line at its end, or an arrow when it ends far outside."""

    x: float
    opens_x: float
    words: Message
    words_x: float
    anchor: str
    exceeded: bool
    is_outside: bool

    @property
    def arrow_x(self) -> float:
        """Where the arrow's head starts, for a window that ends outside."""
        return round(self.x - 6, 1)


@dataclass(frozen=True)
class TableRow:
    """The same data for those who do not see the drawing."""

    title: str
    where: Message
    start: timedelta
    end: timedelta
    is_critical: bool
    baseline_start: timedelta | None
    baseline_end: timedelta | None


@dataclass(frozen=True)
class Gantt:
    """Everything a template needs to draw a schedule."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    window: DrawnWindow | None
    change_overs: tuple[Box, ...]
    table: tuple[TableRow, ...]
    chain: tuple[str, ...]
    has_baseline: bool
    description: Message


def gantt(
    steps: Sequence[Step],
    schedule: Schedule,
    lanes: Lanes,
    *,
    critical: Collection[str] = (),
    window: WindowLine | None = None,
    baseline: Schedule | None = None,
    width: float = 960,
) -> Gantt:
    """Draw a schedule; ``width`` is 960 points on a screen and what a page holds in a report."""
    labels, placed = place(steps, schedule, lanes)
    scale = Scale(min(schedule.start, NO_TIME), _end(schedule, window), GUTTER, width - GUTTER - RIGHT)
    before = {(row.key, row.batch, row.part): row for row in baseline.steps} if baseline else {}
    rows: list[Row] = []
    bottom: float = TOP
    for number, label in enumerate(labels):
        mine = [one for one in placed if one.row == number]
        rows.append(_row(label, mine, bottom, scale, critical, before))
        bottom = round(bottom + rows[-1].height, 1)
    titles = {step.key: step.title or step.key for step in steps}
    over = schedule.change_overs
    return Gantt(
        width=width,
        height=bottom + 4,
        left=GUTTER,
        right=round(width - RIGHT, 1),
        top=TOP,
        bottom=bottom,
        rows=tuple(rows),
        ticks=scale.ticks(),
        window=_window(window, scale) if window else None,
        change_overs=tuple(box(scale, one.start, one.end, TOP, bottom - TOP) for one in over),
        table=_table(placed, labels, critical, before),
        chain=tuple(titles[key] for key in critical if key in titles),
        has_baseline=baseline is not None,
        description=_description(steps, schedule),
    )


def _end(schedule: Schedule, window: WindowLine | None) -> timedelta:
    """Show the window's end too, unless that would leave the plan too little room."""
    end = max(schedule.end, timedelta(hours=1))
    if window is None or window.ends > end * FARTHEST_WINDOW:
        return end * 1.2 if window else end
    return max(end, window.ends) * 1.04


def _row(
    label: Message, mine: Sequence[Placed], y: float, scale: Scale, critical: Collection[str], before: Before
) -> Row:
    bars = [_bar(one, y, scale, one.scheduled.key in critical, before) for one in mine]
    under = y + PAD + BAR + (THIN + 3 if before else 1)
    names, tracks = _names(bars, [one.is_first for one in mine], under, scale)
    named = tuple(replace(bar, name=name) for bar, name in zip(bars, names, strict=True))
    return Row(label, round(y, 1), round(under - y + tracks * TRACK + PAD, 1), named)


def _bar(one: Placed, y: float, scale: Scale, is_critical: bool, before: Before) -> Bar:
    scheduled = one.scheduled
    drawn = box(scale, scheduled.start, scheduled.end, y + PAD, BAR)
    old = before.get((scheduled.key, scheduled.batch, scheduled.part))
    return Bar(
        key=scheduled.key,
        title=one.step.title or one.step.key,
        kind=one.step.resource,
        start=scheduled.start,
        end=scheduled.end,
        box=drawn,
        hatch=Box(drawn.x, drawn.y, drawn.width, STRIP).hatch(4) if is_critical else "",
        is_critical=is_critical,
        baseline=box(scale, old.start, old.end, y + PAD + BAR + 2, THIN) if old else None,
        name=None,
    )


def _names(
    bars: Sequence[Bar], shown: Sequence[bool], y: float, scale: Scale
) -> tuple[list[Name | None], int]:
    """Put each name into its bar or onto the first line under the row that has room for it."""
    names: list[Name | None] = []
    ends: list[float] = []
    right = scale.left + scale.width
    for bar, is_shown in zip(bars, shown, strict=True):
        width = text_width(bar.title, SIZE)
        if not is_shown:
            names.append(None)
            continue
        if width + 8 <= bar.box.width:
            names.append(Name(bar.title, bar.box.x + 4, bar.box.y + 13.5, width, True, 0))
            continue
        text = shortened(bar.title, LONGEST_NAME, SIZE)
        width = round(text_width(text, SIZE), 1)
        x = round(min(bar.box.x, right - width), 1)
        track = next((number for number, end in enumerate(ends) if end + 6 <= x), len(ends))
        if track == MOST_TRACKS:
            names.append(None)
            continue
        ends[track : track + 1] = [x + width]
        leader = round(bar.box.x + min(bar.box.width / 2, 3), 1)
        names.append(Name(text, x, round(y + track * TRACK + 11, 1), width, False, leader))
    return names, len(ends)


def _window(window: WindowLine, scale: Scale) -> DrawnWindow:
    is_outside = window.ends > scale.end
    x = scale.x(window.ends)
    words_width = text_width(str(window.words), SIZE)
    on_left = x - words_width - 8 > scale.left
    return DrawnWindow(
        x=x,
        opens_x=scale.x(window.opens),
        words=window.words,
        words_x=round(x - 6 if on_left else x + 6, 1),
        anchor="end" if on_left else "start",
        exceeded=window.exceeded,
        is_outside=is_outside,
    )


def _table(
    placed: Sequence[Placed], labels: Sequence[Message], critical: Collection[str], before: Before
) -> tuple[TableRow, ...]:
    named = sorted((one for one in placed if one.is_first), key=lambda one: one.scheduled.start)
    return tuple(_table_row(one, labels, critical, before) for one in named)


def _table_row(one: Placed, labels: Sequence[Message], critical: Collection[str], before: Before) -> TableRow:
    row = one.scheduled
    old = before.get((row.key, row.batch, row.part))
    return TableRow(
        title=one.step.title or one.step.key,
        where=labels[one.row],
        start=row.start,
        end=row.end,
        is_critical=row.key in critical,
        baseline_start=old.start if old else None,
        baseline_end=old.end if old else None,
    )


def _description(steps: Sequence[Step], schedule: Schedule) -> Message:
    return Message(
        gettext_noop("%(count)s steps take %(elapsed)s from the first start to the last end."),
        {"count": len(steps), "elapsed": hours_text(schedule.elapsed)},
    )
