"""Which of a package's recorded prices holds on a day (R4.6).

Worked: 47.14 USD captured on 1 December without an end, then 45.00 USD captured on 10 December and valid until the
20th. On the 9th the first is in force, on the 15th the second, on the 21st the second is no longer valid and the
first is in force again: it was stated without an end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class PriceStanding(StrEnum):
    """What a recorded price is on a day."""

    IN_FORCE = "in force"
    SUPERSEDED = "superseded"
    NO_LONGER_VALID = "no longer valid"
    NOT_YET = "not yet captured"


@dataclass(frozen=True)
class Validity:
    """From which day on a price was known, and until which day its source keeps it."""

    captured_on: date
    valid_until: date | None

    def covers(self, day: date) -> bool:
        """Say whether the price was known by that day and had not ended."""
        return self.captured_on <= day and not self.has_ended(day)

    def has_ended(self, day: date) -> bool:
        """Say whether the source's validity lies before that day."""
        return self.valid_until is not None and self.valid_until < day


def standings(newest_first: Sequence[Validity], day: date) -> tuple[PriceStanding, ...]:
    """Say for each price, newest first, what it is on that day: at most one is in force."""
    found: list[PriceStanding] = []
    for validity in newest_first:
        if validity.has_ended(day):
            found.append(PriceStanding.NO_LONGER_VALID)
        elif validity.captured_on > day:
            found.append(PriceStanding.NOT_YET)
        elif PriceStanding.IN_FORCE in found:
            found.append(PriceStanding.SUPERSEDED)
        else:
            found.append(PriceStanding.IN_FORCE)
    return tuple(found)
