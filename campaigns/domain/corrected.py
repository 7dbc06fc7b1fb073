"""A stop event as it was recorded, and as its corrections leave it; both are shown (R7.3).

Worked: an event at 14:00 whose time was corrected to 13:40 counts from 13:40, and 14:00 stays beside it.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import assert_never


class CorrectedField(StrEnum):
    """What a second record can put right."""

    STARTED = "started at"
    ENDED = "ended at"
    METRIC = "metric"
    FILES = "where its files are"
    EVENT_TIME = "time of the event"
    OBSERVED = "observed value"
    REASON = "reason"


RUN_FIELDS = (CorrectedField.STARTED, CorrectedField.ENDED, CorrectedField.METRIC, CorrectedField.FILES)
EVENT_FIELDS = (CorrectedField.EVENT_TIME, CorrectedField.OBSERVED, CorrectedField.REASON)
TIMES = frozenset({CorrectedField.STARTED, CorrectedField.ENDED, CorrectedField.EVENT_TIME})


@dataclass(frozen=True)
class EventCorrection:
    """What is right, as the correction's text; a later one counts instead of an earlier one."""

    field: CorrectedField
    new: str


@dataclass(frozen=True)
class RecordedEvent:
    """A stop event with the corrections that came after it, in their order."""

    observed: str
    reason: str
    at: datetime
    corrections: tuple[EventCorrection, ...] = ()


def effective_event(event: RecordedEvent) -> RecordedEvent:
    """The event with its corrections applied."""
    for correction in event.corrections:
        match correction.field:
            case CorrectedField.EVENT_TIME:
                event = replace(event, at=datetime.fromisoformat(correction.new))
            case CorrectedField.OBSERVED:
                event = replace(event, observed=correction.new)
            case CorrectedField.REASON:
                event = replace(event, reason=correction.new)
            case CorrectedField.STARTED | CorrectedField.ENDED | CorrectedField.METRIC | CorrectedField.FILES:
                continue
            case _:
                assert_never(correction.field)
    return event
