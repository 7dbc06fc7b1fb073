"""``manage.py show_plan`` on the worked campaign. No test here may touch a database, and so the command does not."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command

WORKED = Path(__file__).resolve().parents[2] / "facts" / "worked-campaign.json"
KEYS_OF_AN_ARRANGEMENT = {
    "package",
    "side_by_side",
    "one_after_another",
    "cost",
    "currency",
    "window_hours",
    "elapsed_hours",
    "unused_hours",
    "usable",
    "why_not",
}


def printed(file: Path, *form: str) -> str:
    out = StringIO()
    call_command("show_plan", str(file), *form, stdout=out)
    return out.getvalue()


def reported(file: Path, *form: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(printed(file, *form, "--json"))
    return report


@pytest.fixture
def longer(tmp_path: Path) -> Path:
    """Write the worked campaign with each training 10 h longer, as YAML."""
    described = json.loads(WORKED.read_text(encoding="utf-8"))
    for step in described["steps"]:
        step["hours"] += 10 if step["phase"] == "train" else 0
    path = tmp_path / "longer.yaml"
    path.write_text(yaml.safe_dump(described), encoding="utf-8")
    return path


def test_worked_1_the_report_has_every_figure_of_one_lane() -> None:
    report = reported(WORKED)
    assert {key: report[key] for key in report if key.endswith("_hours") or key in ("status", "verdict")} == {
        "sum_of_durations_hours": 51,
        "elapsed_hours": 48,
        "rented_hours": 45,
        "lane_hours": 42,
        "person_hours": 7,
        "network_hours": 2,
        "above_bound_hours": 0,
        "status": "optimal",
        "window_hours": 72,
        "verdict": "fits",
        "unused_hours": 24,
    }
    assert [set(step) for step in report["steps"]] == [
        {"key", "start_hours", "end_hours", "batch", "lane"}
    ] * 18


def test_worked_3_each_training_10_hours_longer_in_yaml(longer: Path) -> None:
    report = reported(longer)
    assert (report["elapsed_hours"], report["verdict"], report["exceeds_by_hours"]) == (78, "exceeds", 6)
    rows = {
        (row["package"], row["side_by_side"], row["one_after_another"]): row for row in report["arrangements"]
    }
    seven_days = rows["rtx4090-7d", 1, 1]
    assert set(seven_days) >= KEYS_OF_AN_ARRANGEMENT
    assert (seven_days["cost"], seven_days["currency"], seven_days["unused_hours"]) == ("110.00", "USD", 90)
    two_in_a_row = rows["rtx4090-3d", 1, 2]
    assert (two_in_a_row["cost"], two_in_a_row["window_hours"]) == ("94.28", 144)
    assert rows["b200", 1, 1]["cost"] is None


@pytest.mark.parametrize(("batches", "elapsed", "lane_hours"), [("2", 35, 44), ("3", 27, 46)])
def test_worked_1_batches_side_by_side(batches: str, elapsed: int, lane_hours: int) -> None:
    report = reported(WORKED, "--package", "rtx4090-3d", "--batches", batches)
    assert (report["elapsed_hours"], report["lane_hours"]) == (elapsed, lane_hours)


def test_worked_2_another_package_has_another_window() -> None:
    report = reported(WORKED, "--package", "rtx4090-7d")
    assert (report["window_hours"], report["unused_hours"]) == (168, 120)


def test_r3_3_the_text_has_the_four_figures_and_the_verdict_that_promises_nothing() -> None:
    lines = printed(WORKED).splitlines()
    assert [" ".join(line.split()) for line in lines[2:8]] == [
        "Elapsed time 48 h",
        "Rented time 45 h",
        "Lane hours 42 h",
        "Person hours 7 h",
        "Status optimal",
        "Fits the 72 h window and leaves 24 h unused.",
    ]
    assert lines[8].startswith("This subtraction checks the schedule and promises nothing")
    assert any(line.split()[:4] == ["rtx4090-3d,", "one", "batch", "47.14"] for line in lines)


def test_an_error_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(WORKED.read_text(encoding="utf-8").replace('"hours": 8,', '"hours": -8,'), "utf-8")
    line = next(n for n, text in enumerate(path.read_text("utf-8").splitlines(), 1) if '"hours": -8' in text)
    said = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("show_plan", str(path), stderr=said)
    assert stopped.value.code == 1
    assert said.getvalue().startswith(f"{path}:{line}: ")


def test_r3_2_a_circle_is_named(tmp_path: Path) -> None:
    described = json.loads(WORKED.read_text(encoding="utf-8"))
    described["steps"][1]["after"] = ["load"]
    path = tmp_path / "circle.json"
    path.write_text(json.dumps(described), encoding="utf-8")
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("show_plan", str(path), stderr=said)
    assert "install → load → install" in said.getvalue()


@pytest.mark.parametrize(
    ("form", "said"),
    [(["--package", "h100-9d"], "no package h100-9d"), (["--batches", "-1"], "at least 1")],
)
def test_what_it_cannot_run_on_is_said(form: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        printed(WORKED, *form)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        printed(tmp_path / "none.json")
