from datetime import UTC, datetime, timedelta

import pytest

from campaigns.domain.run_states import awaits_its_end, can_change, check_change, machine_time
from campaigns.domain.vocabulary import RunState
from campaigns.domain.workflow import NotAllowed


@pytest.mark.parametrize("ended", [RunState.STOPPED, RunState.FAILED])
@pytest.mark.parametrize("later", list(RunState))
def test_r7_2_stopped_or_failed_run_becomes_nothing_else(ended: RunState, later: RunState) -> None:
    with pytest.raises(NotAllowed, match=f"stays {ended}"):
        check_change(ended, later)


def test_r7_2_finished_run_may_turn_out_to_have_failed_but_not_to_run_again() -> None:
    assert can_change(RunState.FINISHED, RunState.FAILED)
    assert can_change(RunState.FINISHED, RunState.STOPPED)
    with pytest.raises(NotAllowed, match="finished cannot become running"):
        check_change(RunState.FINISHED, RunState.RUNNING)


def test_r7_2_news_of_an_unknown_run_may_still_arrive() -> None:
    assert can_change(RunState.UNKNOWN, RunState.FINISHED)


def test_r7_1_machine_time_is_from_start_to_end_or_not_recorded() -> None:
    start = datetime(2026, 7, 14, 9, 0, tzinfo=UTC)
    assert machine_time(start, datetime(2026, 7, 14, 11, 30, tzinfo=UTC)) == timedelta(hours=2, minutes=30)
    assert machine_time(start, None) is None


@pytest.mark.parametrize(
    ("state", "reported", "waits"),
    [
        (RunState.PLANNED, "", True),
        (RunState.RUNNING, "", True),
        (RunState.UNKNOWN, "", True),
        (RunState.UNKNOWN, "declared lost", False),
        (RunState.FINISHED, "", False),
        (RunState.STOPPED, "", False),
        (RunState.FAILED, "", False),
    ],
)
def test_r11_5_closing_waits_until_each_run_ended_or_was_declared_lost(
    state: RunState, reported: str, waits: bool
) -> None:
    assert awaits_its_end(state, reported) is waits
