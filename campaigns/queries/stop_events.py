"""Stop events with their corrections, as the values that the domain works on."""

from dataclasses import dataclass

from campaigns.domain.corrected import (
    EVENT_FIELDS,
    CorrectedField,
    EventCorrection,
    RecordedEvent,
    effective_event,
)
from campaigns.models import Correction, StopEvent


@dataclass(frozen=True)
class ShownEvent:
    """A stop event as it counts now, beside what was recorded and the corrections in between."""

    event: StopEvent
    effective: RecordedEvent
    corrections: tuple[Correction, ...]


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
    return ShownEvent(event, effective_event(recorded_event(event)), tuple(event.corrections.all()))
