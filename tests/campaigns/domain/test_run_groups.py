from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from campaigns.domain.reported_ends import ReportedEnd
from campaigns.domain.run_columns import ColumnChoice, ColumnUse, guess_columns
from campaigns.domain.run_csv import Separator, decode, read_table
from campaigns.domain.run_groups import (
    Booking,
    KnownVariant,
    configurations,
    lane_clashes,
    match_variant,
    overlapping,
    ranges,
)
from campaigns.domain.run_rows import FoundRun, Reading, read_runs
from campaigns.domain.run_values import DecimalMark

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
FACTS = Path(__file__).parents[2] / "facts" / "peft-metamathqa-runs.csv"
CONTROL = KnownVariant("V0", "control", {"adapter": "none", "rank": "8"})
ADAPTER = KnownVariant("V1", "adapter A", {"adapter": "A", "rank": "8"})


def clock(hour: int) -> datetime:
    return datetime(2026, 7, 14, hour, 0, tzinfo=UTC)


def found(line: int, start: int, end: int | None) -> FoundRun:
    ended = clock(end) if end else None
    return FoundRun(line, str(line), "", (), clock(start), ended, None, "", ReportedEnd.ENDED, (), "", "")


def test_r7_5_equal_configurations_are_repeats_and_their_hidden_differences_are_named() -> None:
    table = read_table(
        "start,rate,gpu,host\n"
        "2026-07-14T13:00Z,1e-4,L40S,n1\n"
        "2026-07-14T14:00Z,0.0001,H100,n1\n"
        "2026-07-14T15:00Z,0.001,L40S,n1\n",
        Separator.COMMA,
    )
    columns = (
        ColumnChoice(ColumnUse.STARTED),
        ColumnChoice(ColumnUse.CONFIGURATION, "rate"),
        ColumnChoice(ColumnUse.IGNORE),
        ColumnChoice(ColumnUse.IGNORE),
    )
    runs, _ = read_runs(table, Reading(columns, DecimalMark.POINT, UTC, NOW))
    groups = configurations(table, columns, runs)
    assert [(group.title, group.lines, group.differing) for group in groups] == [
        ("rate 1e-4", (2, 3), ("gpu",)),
        ("rate 0.001", (4,), ()),
    ]


def test_r7_5_real_runs_hold_52_configurations_and_nine_of_them_have_repeats() -> None:
    table = read_table(decode(FACTS.read_bytes())[0], Separator.COMMA)
    columns = guess_columns(table, DecimalMark.POINT)
    runs, _ = read_runs(table, Reading(columns, DecimalMark.POINT, UTC, NOW))
    groups = configurations(table, columns, runs)
    assert len(groups) == 52
    repeated = [group for group in groups if len(group.lines) > 1]
    assert len(repeated) == 9
    assert all("forgetting" in group.differing for group in repeated)
    assert sum((group.machine_time for group in groups), timedelta(0)) / timedelta(hours=1) == pytest.approx(
        30.3008889
    )


@pytest.mark.parametrize(
    ("values", "identifier"),
    [
        ((("variant", "v1"),), "V1"),
        ((("variant", "Adapter A"),), "V1"),
        ((("adapter", "A"), ("rank", "8.0")), "V1"),
        ((("adapter", "none"),), "V0"),
        ((("rank", "8"),), None),
        ((("adapter", "B"), ("rank", "8")), None),
        ((), None),
    ],
)
def test_r2_5_configuration_is_matched_to_the_one_variant_that_it_names(
    values: tuple[tuple[str, str], ...], identifier: str | None
) -> None:
    variant = match_variant(values, [CONTROL, ADAPTER])
    assert (variant.identifier if variant else None) == identifier


def test_r7_4_run_may_begin_when_another_ends_and_not_before() -> None:
    booked = [Booking("C7-V0-R01", clock(10), clock(12))]
    assert overlapping(clock(12), clock(13), booked) is None
    assert overlapping(clock(11), clock(13), booked) == booked[0]
    assert overlapping(clock(8), None, booked) == booked[0]


def test_r7_4_run_without_an_end_holds_its_lane_from_its_start_on() -> None:
    booked = [Booking("C7-V0-R01", clock(10), None)]
    assert overlapping(clock(20), clock(21), booked) == booked[0]
    assert overlapping(clock(8), clock(10), booked) is None


def test_r7_4_rows_that_share_a_lane_at_one_time_name_the_run_or_line_that_they_meet() -> None:
    runs = [found(2, 13, 15), found(3, 14, 16), found(4, 15, 16), found(5, 9, 11)]
    problems = lane_clashes(runs, [Booking("C7-V0-R01", clock(10), clock(12))])
    assert [(problem.line, str(problem.message)) for problem in problems] == [
        (3, "The lane is occupied at this time by line 2."),
        (5, "The lane is occupied at this time by C7-V0-R01."),
    ]


def test_lines_of_one_problem_are_written_briefly() -> None:
    assert ranges([4, 2, 3, 7, 3]) == "2–4, 7"
    assert ranges([]) == ""
