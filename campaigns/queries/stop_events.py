"""Stop events with their corrections, as the values that the domain works on."""

from dataclasses import dataclass
from datetime import datetime

from campaigns.domain.corrected import (
    EVENT_FIELDS,
    TIMES,
    CorrectedField,
    EventCorrection,
    RecordedEvent,
    effective_event,
)
from campaigns.domain.stop_rules import describe
from campaigns.models import Correction, StopEvent
from campaigns.queries.rules import rule_from_row
from teams.domain.message import Message


@dataclass(frozen=True)
class ShownEvent:
    """A stop event as it counts now, beside what was recorded and the corrections in between."""

    event: StopEvent
    effective: RecordedEvent
    corrections: tuple["ShownCorrection", ...]
    rule: Message | None = None


def recorded_event(event: StopEvent) -> RecordedEvent:
    """The event and its corrections; ``corrections`` should be prefetched for a list."""
    corrections = tuple(
        EventCorrection(CorrectedField(row.field), row.new)
        for row in event.corrections.all()
        if row.field in EVENT_FIELDS
    )
    return RecordedEvent(event.observed, event.reason, event.at, corrections)


def shown_event(event: StopEvent) -> ShownEvent:
    """Put an event and what is right today side by side."""
    return ShownEvent(
        event=event,
        effective=effective_event(recorded_event(event)),
        corrections=tuple(shown_correction(row) for row in event.corrections.all()),
        rule=describe(rule_from_row(event.rule)) if event.rule else None,
    )


@dataclass(frozen=True)
class ShownCorrection:
    """A correction with its values as they are shown: a moment for a time, else the text."""

    row: Correction
    old: datetime | str
    new: datetime | str


def shown_correction(row: Correction) -> ShownCorrection:
    """Read the times of a correction of a time."""
    if row.field not in TIMES:
        return ShownCorrection(row, row.old, row.new)
    old = datetime.fromisoformat(row.old) if row.old else ""
    return ShownCorrection(row, old, datetime.fromisoformat(row.new))
