import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import simpul_recorder
from simpul_recorder.cli import main

SOURCES = sorted(Path(simpul_recorder.__file__).parent.rglob("*.py"))


def test_a_clean_folder_ends_with_zero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.md").write_text("read me\n")
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "errors: 0, warnings: 0\n"


def test_an_error_ends_with_one_and_a_line_that_names_place_and_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "corpus.txt").write_text("q1\nq2\n")
    out = tmp_path / "out"
    out.mkdir()
    (out / "predictions.jsonl").write_text('{"id":"q1"}\n{"id":"q2"')
    assert main(["check", str(out), "--corpus", str(tmp_path / "corpus.txt")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "predictions.jsonl:2: error: It is no JSON: expecting ',' delimiter. [json]",
        "predictions.jsonl:2: error: The last line does not end: it may have been cut. [cut-last-line]",
        "predictions.jsonl: error: Missing identifiers of the corpus: 1 (q2). [missing-identifiers]",
        "errors: 3, warnings: 0",
    ]


def test_the_findings_can_be_read_by_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.csv").touch()
    assert main(["check", str(tmp_path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {
            "path": "empty.csv",
            "line": None,
            "code": "empty-file",
            "severity": "error",
            "message": "The file is empty: what wrote it did not finish.",
            "template": "The file is empty: what wrote it did not finish.",
            "values": {},
        }
    ]


def test_what_cannot_be_checked_ends_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.endswith("none is no folder.\n")
    (tmp_path / "twice.txt").write_text("q1\nq1\n")
    assert main(["check", str(tmp_path), "--corpus", str(tmp_path / "twice.txt")]) == 2
    assert capsys.readouterr().err.endswith("twice.txt names an identifier twice.\n")


def test_the_distribution_is_python_3_9_and_needs_the_standard_library_only() -> None:
    for source in SOURCES:
        ast.parse(source.read_text(encoding="utf-8"), feature_version=(3, 9))
    modules = [".".join(path.relative_to(SOURCES[0].parent.parent).with_suffix("").parts) for path in SOURCES]
    asked = (
        "import importlib, sys\n"
        f"sys.path.insert(0, {str(Path(simpul_recorder.__file__).parent.parent)!r})\n"
        f"[importlib.import_module(name) for name in {modules!r} if not name.endswith('__init__')]\n"
        "tops = {name.partition('.')[0] for name in sys.modules} - {'__main__', 'simpul_recorder'}\n"
        "print(sorted(name for name in tops if name not in sys.stdlib_module_names))"
    )
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", asked], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "[]\n"
