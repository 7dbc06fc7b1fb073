"""Full grids of factors, which cost more lane hours than changing one factor at a time (R2.2).

Worked: three learning rates x three ranks x three precisions are 27 configurations; one factor at a time
needs 1 + 2 + 2 + 2 = 7 of them. The smaller plan misses how the factors act together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations
from math import prod

from campaigns.domain.durations import hours_number
from campaigns.domain.variants import Values, canonical
from teams.domain.message import Message, gettext_noop

SMALLEST_GRID = 4


@dataclass(frozen=True)
class Configuration:
    """A control or variant as a point in the space of factors, with its planned lane time."""

    identifier: str
    values: Values
    lane_time: timedelta


@dataclass(frozen=True)
class Grid:
    """A full grid, the part of it that changes one factor at a time, and the lane time of both (R2.2)."""

    levels: tuple[tuple[str, int], ...]
    members: tuple[str, ...]
    one_at_a_time: tuple[str, ...]
    lane_time: timedelta
    one_at_a_time_lane_time: timedelta

    @property
    def warning(self) -> Message:
        """Put the lane hours of both plans side by side, and say what the smaller one misses."""
        return Message(
            gettext_noop(
                "%(factors)s form a full grid of %(all)s configurations, %(grid)s lane hours. One factor at "
                "a time needs %(few)s of them, %(small)s lane hours, but misses how the factors act together."
            ),
            {
                "factors": ", ".join(factor for factor, _ in self.levels),
                "all": len(self.members),
                "grid": hours_number(self.lane_time),
                "few": len(self.one_at_a_time),
                "small": hours_number(self.one_at_a_time_lane_time),
            },
        )


def full_grid(configurations: Sequence[Configuration]) -> Grid | None:
    """Find the largest full grid over two or more factors; its first member, the control, is its centre."""
    points = {one.identifier: canonical(one.values) for one in configurations}
    factors = sorted({factor for values in points.values() for factor in values})
    most = min(len(factors), len(points).bit_length() - 1)
    for size in range(most, 1, -1):
        for chosen in combinations(factors, size):
            for members in _alike_elsewhere(points, chosen):
                if len(members) >= SMALLEST_GRID and _is_full([points[one] for one in members], chosen):
                    return _grid([one for one in configurations if one.identifier in members], chosen)
    return None


def is_full_grid(configurations: Sequence[Configuration]) -> bool:
    """Say whether some of the configurations form a full grid over two or more factors."""
    return full_grid(configurations) is not None


def _alike_elsewhere(points: dict[str, dict[str, str]], chosen: tuple[str, ...]) -> list[list[str]]:
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for identifier, values in points.items():
        rest = tuple(sorted((factor, value) for factor, value in values.items() if factor not in chosen))
        groups.setdefault(rest, []).append(identifier)
    return list(groups.values())


def _is_full(points: list[dict[str, str]], chosen: tuple[str, ...]) -> bool:
    levels = [len({point.get(factor) for point in points}) for factor in chosen]
    places = {tuple(point.get(factor) for factor in chosen) for point in points}
    return min(levels) > 1 and len(places) == prod(levels)


def _grid(members: list[Configuration], chosen: tuple[str, ...]) -> Grid:
    points = [canonical(member.values) for member in members]
    levels = tuple((factor, len({point.get(factor) for point in points})) for factor in chosen)
    small = [
        member
        for member, point in zip(members, points, strict=True)
        if sum(point.get(factor) != points[0].get(factor) for factor in chosen) <= 1
    ]
    return Grid(
        levels,
        tuple(member.identifier for member in members),
        tuple(member.identifier for member in small),
        sum((member.lane_time for member in members), timedelta(0)),
        sum((member.lane_time for member in small), timedelta(0)),
    )
