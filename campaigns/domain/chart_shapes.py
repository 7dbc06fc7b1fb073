"""What every chart is made of: an hour scale, rectangles, and the room that a text takes.

Worked: on a scale from 0 h to 72 h over 720 points, 48 h stands at 480. Coordinates are rounded to a tenth,
so that the same plan draws the same bytes.
"""

from dataclasses import dataclass
from datetime import timedelta

HOUR = timedelta(hours=1)
TICK_HOURS = (1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720)
MOST_TICKS = 13
LETTER = 0.56


@dataclass(frozen=True)
class Scale:
    """Where a moment stands: ``left`` at ``start``, ``left + width`` at ``end``."""

    start: timedelta
    end: timedelta
    left: float
    width: float

    def x(self, moment: timedelta) -> float:
        """Place a moment; before the start is at the left edge, after the end at the right one."""
        inside = min(max(moment, self.start), self.end)
        return round(self.left + (inside - self.start) / (self.end - self.start) * self.width, 1)

    def ticks(self) -> tuple["Tick", ...]:
        """Mark whole hours at an even distance that leaves room for their figures."""
        span = (self.end - self.start) / HOUR
        every = next((step for step in TICK_HOURS if span / step <= MOST_TICKS), TICK_HOURS[-1])
        first = -(-self.start // (every * HOUR)) * every
        last = self.end // HOUR
        return tuple(Tick(self.x(hour * HOUR), hour) for hour in range(first, last + 1, every))


@dataclass(frozen=True)
class Tick:
    """A mark on the hour axis."""

    x: float
    hours: int


@dataclass(frozen=True)
class Box:
    """A rectangle; ``right`` and ``middle`` are for lines and texts beside it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where the rectangle ends."""
        return round(self.x + self.width, 1)

    @property
    def bottom(self) -> float:
        """Where the rectangle ends below."""
        return round(self.y + self.height, 1)

    @property
    def middle(self) -> float:
        """The height of its middle."""
        return round(self.y + self.height / 2, 1)

    def hatch(self, distance: float = 5) -> str:
        """Draw slanted lines inside the rectangle as the data of one path."""
        lines = []
        offset = distance
        while offset < self.width + self.height:
            bottom = min(offset, self.width), max(0.0, offset - self.width)
            top = max(0.0, offset - self.height), min(offset, self.height)
            lines.append(
                f"M{self.x + bottom[0]:.1f} {self.bottom - bottom[1]:.1f}"
                f"L{self.x + top[0]:.1f} {self.bottom - top[1]:.1f}"
            )
            offset += distance
        return "".join(lines)


def box(scale: Scale, start: timedelta, end: timedelta, y: float, height: float) -> Box:
    """Draw an interval as a rectangle, never thinner than one point."""
    x = scale.x(start)
    return Box(x, round(y, 1), round(max(1.0, scale.x(end) - x), 1), height)


def text_width(text: str, size: float) -> float:
    """Estimate how wide a text is set; a little too wide rather than too narrow."""
    return len(text) * size * LETTER


def shortened(text: str, width: float, size: float) -> str:
    """Cut a text to a width, with an ellipsis where it was cut."""
    fitting = int(width / (size * LETTER))
    return text if len(text) <= fitting else text[: max(1, fitting - 1)].rstrip() + "…"
