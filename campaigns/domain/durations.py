"""Durations as people and files read them: 48 h, 6 h 30 min, 48 or 6.5 hours.

Worked: 72 h less 45 h 30 min is "26 h 30 min" in a sentence and 26.5 in a file.
"""

from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from campaigns.domain.steps import whole_minutes

MINUTES_IN_HOUR = 60


def hours_text(duration: timedelta) -> str:
    """Write a duration with units that are the same in every language: 24 h, 6 h 30 min, 45 min."""
    hours, minutes = divmod(whole_minutes(duration), MINUTES_IN_HOUR)
    if hours and minutes:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{hours} h"


def hours_number(duration: timedelta) -> int | float:
    """Write a duration as hours for a file: a whole number where it is one, else rounded to four places."""
    hours, minutes = divmod(whole_minutes(duration), MINUTES_IN_HOUR)
    if not minutes:
        return hours
    exact = Decimal(hours) + Decimal(minutes) / MINUTES_IN_HOUR
    return float(exact.quantize(Decimal("0.0001"), ROUND_HALF_EVEN))
