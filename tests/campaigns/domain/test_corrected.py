from datetime import UTC, datetime

from campaigns.domain.corrected import CorrectedField, EventCorrection, RecordedEvent, effective_event

AT = datetime(2026, 7, 14, 14, 0, tzinfo=UTC)


def test_r7_3_event_at_14_00_that_was_corrected_to_13_40_counts_from_13_40() -> None:
    right = EventCorrection(CorrectedField.EVENT_TIME, "2026-07-14T13:40:00+00:00")
    event = RecordedEvent("NaN", "loss is NaN", AT, (right,))
    assert effective_event(event).at == datetime(2026, 7, 14, 13, 40, tzinfo=UTC)
    assert event.at == AT


def test_r7_3_last_of_several_corrections_counts() -> None:
    first = EventCorrection(CorrectedField.OBSERVED, "0.13")
    last = EventCorrection(CorrectedField.OBSERVED, "0.31")
    assert effective_event(RecordedEvent("NaN", "x", AT, (first, last))).observed == "0.31"


def test_r7_3_correction_of_the_run_leaves_its_event_alone() -> None:
    other = EventCorrection(CorrectedField.ENDED, "2026-07-14T13:40:00+00:00")
    reason = EventCorrection(CorrectedField.REASON, "it diverged")
    event = effective_event(RecordedEvent("NaN", "x", AT, (other, reason)))
    assert (event.at, event.observed, event.reason) == (AT, "NaN", "it diverged")
