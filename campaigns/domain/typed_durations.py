"""Durations as people type them into a plan: 3, 1.5, 1,5 h, 1:30, 90 min, 2 d.

Worked: ``1:30``, ``1.5``, ``1,5 h`` and ``90 min`` are the same hour and a half; a bare number is hours.
"""

import re
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal

from teams.domain.message import Message, gettext_noop

CLOCK = re.compile(r"(\d{1,4}):([0-5]\d)")
WITH_UNIT = re.compile(r"(\d{1,6}(?:[.,]\d{1,4})?)\s*(min|minutes?|h|hours?|d|days?)?", re.IGNORECASE)
BOTH_PARTS = re.compile(r"(\d{1,4})\s*h\s*(\d{1,2})\s*(?:min)?", re.IGNORECASE)
MINUTES = {"m": Decimal(1), "h": Decimal(60), "d": Decimal(1440)}
LONGEST = timedelta(days=3650)


class DurationRefused(ValueError):
    """What was typed is not a duration; ``message`` says what is."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def parse_duration(text: str) -> timedelta:
    """Read a duration, rounded to whole minutes; raise ``DurationRefused`` when it is none or not above zero."""
    minutes = _minutes(text.strip())
    if minutes is None:
        raise DurationRefused(
            Message(
                gettext_noop('"%(text)s" is not a duration. Write hours (1.5), 1:30, 90 min or 2 d.'),
                {"text": text},
            )
        )
    duration = timedelta(minutes=int(minutes.quantize(Decimal(1), ROUND_HALF_UP)))
    if not timedelta(0) < duration <= LONGEST:
        raise DurationRefused(
            Message(gettext_noop("A duration is at least one minute and at most ten years."), {})
        )
    return duration


def _minutes(text: str) -> Decimal | None:
    for pattern in (CLOCK, BOTH_PARTS):
        if found := pattern.fullmatch(text):
            return Decimal(found[1]) * 60 + Decimal(found[2])
    if found := WITH_UNIT.fullmatch(text):
        return Decimal(found[1].replace(",", ".")) * MINUTES[(found[2] or "h")[0].lower()]
    return None
