"""When a step on the machine may run although batches end (R4.3).

Worked: batches of 72 h with 2 h before and 3 h after each end. A step of 10 h that could start at hour 65
starts at hour 75 when it does not resume from a checkpoint; when it does, it runs from 65 to 70 and from 75
to 80.
"""

from dataclasses import dataclass

from campaigns.domain.steps import MINUTE, Step, Walls
from campaigns.domain.timetable import ChangeOver


@dataclass(frozen=True)
class Standing:
    """The ends of batches at known minutes, as far as work goes on after them."""

    walls: Walls
    opened: int
    active: int

    @property
    def positions(self) -> tuple[int, ...]:
        """List the minutes of the ends after which work goes on."""
        return self.walls.positions(self.opened)[: self.active]

    def fit(self, step: Step, start: int) -> tuple[int, int]:
        """Give the first start from a minute on, and the end that follows from it.

        A step that resumes starts before the end of a batch only when it ends earlier so, restore included.
        """
        end = start + step.minutes
        for wall in self.positions:
            stops, goes_on = wall - self.walls.before, wall + self.walls.after
            if end <= stops or start >= goes_on:
                continue
            after_it = goes_on + step.minutes
            if step.resumes and start < stops and end + self.walls.standstill < after_it:
                end += self.walls.standstill
            else:
                start, end = goes_on, after_it
        return start, end

    def parts(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """Cut a step that stands still at ends of batches into what runs before, between and after them."""
        cut: list[tuple[int, int]] = []
        for wall in self.positions:
            stops, goes_on = wall - self.walls.before, wall + self.walls.after
            if start < stops and end > goes_on:
                cut.append((start, stops))
                start = goes_on
        return (*cut, (start, end))

    def change_overs(self) -> tuple[ChangeOver, ...]:
        """List the change-overs with their times."""
        return tuple(
            ChangeOver((wall - self.walls.before) * MINUTE, wall * MINUTE, (wall + self.walls.after) * MINUTE)
            for wall in self.positions
        )


def count_active(walls: Walls, opened: int, machine_end: int) -> int:
    """Count the ends of batches after which something still runs on the machine."""
    return sum(machine_end > wall for wall in walls.positions(opened))
