import pytest

from campaigns.domain.reported_ends import ReportedEnd, guess_end, state_of
from campaigns.domain.vocabulary import RunState


@pytest.mark.parametrize(
    ("word", "end", "state"),
    [
        ("success", ReportedEnd.ENDED, RunState.FINISHED),
        ("FINISHED", ReportedEnd.ENDED, RunState.FINISHED),
        ("COMPLETED", ReportedEnd.ENDED, RunState.FINISHED),
        ("0", ReportedEnd.ENDED, RunState.FINISHED),
        ("FAILED", ReportedEnd.FAILED, RunState.FAILED),
        ("BOOT_FAIL", ReportedEnd.FAILED, RunState.FAILED),
        ("125", ReportedEnd.FAILED, RunState.FAILED),
        ("OUT_OF_MEMORY", ReportedEnd.OUT_OF_MEMORY, RunState.FAILED),
        ("137", ReportedEnd.OUT_OF_MEMORY, RunState.FAILED),
        ("KILLED", ReportedEnd.STOPPED_BY_A_PERSON, RunState.STOPPED),
        ("CANCELLED by 1000", ReportedEnd.STOPPED_BY_A_PERSON, RunState.STOPPED),
        ("130", ReportedEnd.STOPPED_BY_A_PERSON, RunState.STOPPED),
        ("TIMEOUT", ReportedEnd.TIME_RAN_OUT, RunState.STOPPED),
        ("DEADLINE", ReportedEnd.TIME_RAN_OUT, RunState.STOPPED),
        ("preempted", ReportedEnd.MACHINE_LOST, RunState.FAILED),
        ("NODE_FAIL", ReportedEnd.MACHINE_LOST, RunState.FAILED),
        ("RUNNING", ReportedEnd.UNKNOWN, RunState.UNKNOWN),
        ("pending", ReportedEnd.UNKNOWN, RunState.UNKNOWN),
        ("great", ReportedEnd.UNKNOWN, RunState.UNKNOWN),
        ("200", ReportedEnd.UNKNOWN, RunState.UNKNOWN),
    ],
)
def test_r7_5_status_word_gives_a_reported_end_and_its_state(
    word: str, end: ReportedEnd, state: RunState
) -> None:
    assert (guess_end(word), state_of(guess_end(word))) == (end, state)
