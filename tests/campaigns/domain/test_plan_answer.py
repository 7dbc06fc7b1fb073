"""All that planning says of the worked campaign, as show_plan prints it."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from campaigns.domain.arrangements import Arrangement
from campaigns.domain.comparison import Conditions
from campaigns.domain.plan_answer import answer_plan, plan_report
from campaigns.domain.solver import solve
from campaigns.domain.steps import Closed, Lanes, Step, Walls
from campaigns.domain.timetable import Schedule
from campaigns.domain.vocabulary import WindowOpening
from pricing.domain.packages import Package

Packages = tuple[Package, ...]
Make = Callable[..., Step]


def solved(
    steps: Sequence[Step], lanes: Lanes, closed: Closed, walls: Walls | None, opening: WindowOpening
) -> Schedule:
    return solve(steps, lanes, closed, walls, opening=opening)


def reported(steps: Sequence[Step], packages: Packages, chosen: Arrangement | None) -> dict[str, Any]:
    answer = answer_plan(steps, packages, chosen, Conditions(), solved)
    report: dict[str, Any] = json.loads(json.dumps(plan_report(answer)))
    return report


def test_worked_1_every_expected_figure_of_one_lane_is_in_the_report(worked: Any, packages: Packages) -> None:
    report = reported(worked.steps(), packages, Arrangement(packages[0]))
    expected = worked.described["expected"]["one_lane"]
    assert {key: report[key] for key in expected} == expected
    assert report["sum_of_durations_hours"] == 51
    assert (report["status"], report["above_bound_hours"]) == ("optimal", 0)
    assert (report["window_hours"], report["verdict"], report["unused_hours"]) == (72, "fits", 24)
    assert {row["lane"] for row in report["steps"] if row["key"] != "retrieve"} == {0, None}
    assert report["steps"][0] == {
        "key": "prepare",
        "start_hours": 0,
        "end_hours": 3,
        "batch": None,
        "lane": None,
    }


def test_r4_4_an_arrangement_of_the_report_has_what_was_asked_for(worked: Any, packages: Packages) -> None:
    report = reported(worked.steps(training_longer_by=10), packages, Arrangement(packages[0]))
    assert (report["verdict"], report["exceeds_by_hours"]) == ("exceeds", 6)
    assert len(report["arrangements"]) == 12
    seven_days = next(
        row for row in report["arrangements"] if row["package"] == "rtx4090-7d" and row["unused_hours"] == 90
    )
    assert seven_days == {
        "package": "rtx4090-7d",
        "side_by_side": 1,
        "one_after_another": 1,
        "cost": "110.00",
        "currency": "USD",
        "elapsed_hours": 78,
        "change_overs": 0,
        "window_hours": 168,
        "verdict": "fits",
        "unused_hours": 90,
        "usable": True,
        "why_not": [],
        "cheapest_that_fits": False,
        "non_dominated": True,
    }


def test_one_lane_number_is_one_gpu_over_all_batches(worked: Any, packages: Packages) -> None:
    report = reported(worked.steps(), packages, Arrangement(packages[0], side_by_side=2))
    rows = [row for row in report["steps"] if row["lane"] is not None]
    assert {(row["batch"], row["lane"]) for row in rows} == {(0, 0), (1, 1)}
    for lane in (0, 1):
        on_lane = sorted((row["start_hours"], row["end_hours"]) for row in rows if row["lane"] == lane)
        assert all(end <= start for (_, end), (start, _) in zip(on_lane, on_lane[1:], strict=False))


def test_a_step_on_two_gpus_names_both_lanes(packages: Packages, step: Make) -> None:
    report = reported([step("wide", 2.5, gpus=2)], packages, Arrangement(packages[3]))
    assert report["steps"] == [
        {"key": "wide", "start_hours": 0, "end_hours": 2.5, "batch": 0, "lane": 0, "lanes": [0, 1]}
    ]
    assert (report["window_hours"], report["verdict"]) == (None, None)


def test_r4_3_a_step_that_stands_still_is_reported_in_its_parts(packages: Packages, step: Make) -> None:
    chosen = Arrangement(packages[0], one_after_another=2)
    report = reported([step("train", 100, resumes=True)], packages[:1], chosen)
    assert [(row["part"], row["start_hours"], row["end_hours"]) for row in report["steps"]] == [
        (1, 0, 72),
        (2, 72, 100),
    ]
    assert report["unused_hours"] == 44


def test_without_a_package_a_plan_runs_on_one_lane_and_has_no_window(worked: Any) -> None:
    report = reported(worked.steps(), (), None)
    assert (report["elapsed_hours"], report["window_hours"], report["arrangements"]) == (48, None, [])


def test_worked_1_an_arrangement_that_is_not_offered_by_itself_is_added_when_chosen(
    worked: Any, packages: Packages
) -> None:
    report = reported(worked.steps(), packages[:1], Arrangement(packages[0], side_by_side=3))
    assert (report["elapsed_hours"], report["lane_hours"]) == (27, 46)
    assert [row["side_by_side"] for row in report["arrangements"]] == [1, 2, 1, 3]
