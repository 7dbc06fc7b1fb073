"""How much of one resource is taken at each minute, and where a step still fits (R3.2).

Worked: with 10 h taken from hour 0 on a resource of 1, a step of 2 h fits from hour 10 on; on a resource of
2 it fits at hour 0.
"""

from bisect import bisect_right


class Profile:
    """The taken amount of a resource as a staircase over whole minutes."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.times = [0]
        self.taken = [0]

    def take(self, start: int, end: int, demand: int) -> None:
        """Take an amount of the resource from one minute to another."""
        if end <= start:
            return
        first, last = self._cut(start), self._cut(end)
        for position in range(first, last):
            self.taken[position] += demand

    def blocked_until(self, start: int, end: int, demand: int) -> int | None:
        """Find the end of what first keeps the amount from being free all the time; None when it is free."""
        position = bisect_right(self.times, start) - 1
        while position < len(self.times) and self.times[position] < end:
            if self.taken[position] + demand > self.capacity:
                return self.times[position + 1]
            position += 1
        return None

    def _cut(self, minute: int) -> int:
        """Make a step of the staircase start at a minute and give its position."""
        position = bisect_right(self.times, minute) - 1
        if self.times[position] != minute:
            position += 1
            self.times.insert(position, minute)
            self.taken.insert(position, self.taken[position - 1])
        return position
