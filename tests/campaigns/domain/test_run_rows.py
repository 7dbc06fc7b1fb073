from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from campaigns.domain.reported_ends import ReportedEnd
from campaigns.domain.run_columns import ColumnChoice, ColumnUse, guess_columns
from campaigns.domain.run_csv import Separator, decode, read_table
from campaigns.domain.run_rows import FoundRun, Reading, read_runs, total_time
from campaigns.domain.run_values import DecimalMark
from campaigns.domain.vocabulary import RunState

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
FACTS = Path(__file__).parents[2] / "facts" / "peft-metamathqa-runs.csv"
COLUMNS = (
    ColumnChoice(ColumnUse.NAME),
    ColumnChoice(ColumnUse.STARTED),
    ColumnChoice(ColumnUse.SECONDS),
    ColumnChoice(ColumnUse.STATUS),
    ColumnChoice(ColumnUse.METRIC, "accuracy"),
)


def read(text: str, **more: object) -> tuple[tuple[FoundRun, ...], list[str]]:
    """Read rows below the header of ``COLUMNS``; problems as ``line column: message``."""
    table = read_table("name,start,seconds,status,acc\n" + text, Separator.COMMA)
    reading = Reading(COLUMNS, DecimalMark.POINT, UTC, NOW, **more)  # type: ignore[arg-type]
    runs, problems = read_runs(table, reading)
    return runs, [f"{problem.line} {problem.column}: {problem.message}" for problem in problems]


def test_r7_5_row_becomes_a_run_with_a_reported_end_and_its_exact_time() -> None:
    runs, problems = read("adalora,2026-07-14T13:26:19+00:00,1441.1,success,0.37301\n")
    assert problems == []
    run = runs[0]
    assert (run.name, run.state, run.end) == ("adalora", RunState.FINISHED, ReportedEnd.ENDED)
    assert run.started_at == datetime(2026, 7, 14, 13, 26, 19, tzinfo=UTC)
    assert run.ended_at == datetime(2026, 7, 14, 13, 50, 20, 100_000, tzinfo=UTC)
    assert run.metrics == (("accuracy", "0.37301"),)


def test_r7_5_empty_metric_is_absent_and_zero_is_zero() -> None:
    runs, _ = read("a,2026-07-14T13:00Z,10,success,\nb,2026-07-14T14:00Z,10,success,0\n")
    assert [run.metrics for run in runs] == [(), (("accuracy", "0"),)]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("a,gestern,10,success,1", "2 start: “gestern” is not a time"),
        ("a,2026-07-14T13:00Z,zehn,success,1", "2 seconds: “zehn” is not a number."),
        ("a,2026-07-14T13:00Z,10,success,good", "2 acc: “good” is not a number."),
        ("a,2026-07-14T13:00Z,,success,1", "2 : A run that ended has a start and an end"),
        ("a,2026-07-14T13:00Z,10,RUNNING,1", "2 : The row has an end, but its status says"),
        ("a,2027-07-14T13:00Z,10,success,1", "2 : This lies in the future."),
    ],
)
def test_r7_5_row_with_an_error_is_no_run_and_names_line_and_column(row: str, problem: str) -> None:
    runs, problems = read(row + "\n")
    assert runs == ()
    assert problems[0].startswith(problem)


def test_r7_5_same_run_twice_in_a_file_is_read_once() -> None:
    row = "a,2026-07-14T13:00Z,10,success,1\n"
    runs, problems = read(row + row)
    assert len(runs) == 1
    assert problems == ["3 : This is the same run as on line 2."]


def test_r7_5_person_says_what_a_word_means() -> None:
    runs, _ = read("a,2026-07-14T13:00Z,10,crashed,1\n", ends={"crashed": ReportedEnd.TIME_RAN_OUT})
    assert runs[0].state is RunState.STOPPED


def test_r7_5_key_does_not_change_with_what_else_is_read() -> None:
    one, _ = read("a,2026-07-14T13:00Z,10,success,1\n")
    other, _ = read("a,2026-07-14T20:00+07:00,10,FAILED,\n")
    assert one[0].key == other[0].key


def test_r7_5_sixty_three_real_runs_took_30_30_hours_of_which_24_34_were_training() -> None:
    table = read_table(decode(FACTS.read_bytes())[0], Separator.COMMA)
    columns = guess_columns(table, DecimalMark.POINT, metrics=["accuracy"])
    runs, problems = read_runs(table, Reading(columns, DecimalMark.POINT, UTC, NOW))
    assert problems == ()
    assert len(runs) == 63
    assert total_time(runs) == timedelta(seconds=109_083, milliseconds=200)
    training = sum(float(dict(run.metrics)["train_seconds"]) for run in runs)
    assert round(training / 3600, 2) == 24.34
    assert sum(1 for run in runs if dict(run.metrics)["accuracy"] == "0.0") == 2
    assert {run.state for run in runs} == {RunState.FINISHED}
