"""What is done before anything is installed; nothing here downloads or installs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with locks and an environment whose Python does nothing."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_text(name)
    (tmp_path / "recorder").mkdir()
    (tmp_path / "recorder" / "pyproject.toml").write_text("recorder")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(shutil.which("true") or "")
    monkeypatch.setattr(environment, "CHECKOUT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "STAMP", tmp_path / ".venv" / "simpul.json")
    monkeypatch.setattr(environment, "RECORDER", tmp_path / "recorder")
    return tmp_path


def test_second_time_nothing_is_installed(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment.install_python_packages("run")
    assert "Installing the packages of requirements.lock" in capsys.readouterr().out
    environment.install_python_packages("run")
    assert capsys.readouterr().out == ""


def test_longer_lock_serves_the_shorter_one_but_not_the_other_way(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.install_python_packages("run")
    environment.install_python_packages("dev")
    assert "requirements-dev.lock" in capsys.readouterr().out
    environment.install_python_packages("run")
    environment.install_python_packages("dev")
    assert capsys.readouterr().out == ""


def test_changed_lock_is_installed(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment.install_python_packages("run")
    (checkout / "requirements.lock").write_text("changed")
    capsys.readouterr()
    environment.install_python_packages("run")
    assert "requirements.lock" in capsys.readouterr().out


def test_interrupted_installation_is_not_taken_for_a_finished_one(checkout: Path) -> None:
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    # The check of the environment passes, every pip fails.
    python.write_text('#!/bin/sh\ntest "$1" = -c\n')
    python.chmod(0o755)
    with pytest.raises(SystemExit, match="could not be installed; pip says why above"):
        environment.install_python_packages("run")
    assert not environment.STAMP.exists()


def test_missing_system_packages_are_named_where_the_command_may_not_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(
        SystemExit, match=r"Please install chromium \(Debian's names\).*browser tests"
    ) as said:
        environment.install_system_packages(["chromium"], "the browser tests need Chromium")
    assert "sudo apt-get install chromium" in str(said.value)


def test_root_installs_them_after_fetching_the_lists_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def apt_get(words: list[str]) -> bool:
        asked.append(words)
        return words == ["update"] or len(asked) > 2

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(environment, "apt_get", apt_get)
    environment.install_system_packages(["libpango-1.0-0"], "the PDF needs Pango")
    install = ["install", "--no-install-recommends", "libpango-1.0-0"]
    assert asked == [install, ["update"], install]


def test_library_that_cannot_be_loaded_is_missing_by_its_packages_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert environment.missing_libraries() == []
    libraries = {"pango-1.0": ("libno-such-thing.so.0", "libpango-1.0-0")}
    monkeypatch.setattr(environment, "LIBRARIES", libraries)
    assert environment.missing_libraries() == ["libpango-1.0-0"]


def test_old_python_without_a_newer_one_beside_it_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(SystemExit, match=r"Simpul needs Python 3\.11 or newer, and this is 3\."):
        environment.continue_with_newer_python()


def test_file_is_read_by_an_interpreter_without_any_package(tmp_path: Path) -> None:
    program = "import runpy, sys; runpy.run_path(sys.argv[1]); print(len(sys.modules) < 200)"
    command = [sys.executable, "-I", "-S", "-c", program, str(Path(environment.__file__))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_stamp_says_what_was_installed(checkout: Path) -> None:
    environment.install_python_packages("dev")
    assert json.loads(environment.STAMP.read_text()) == {
        "run": environment.digest_of("run"),
        "dev": environment.digest_of("dev"),
    }
