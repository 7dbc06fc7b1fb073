import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from dossier.storage import Stored, TooLarge, is_intact, is_stored, open_stored, save

HELLO = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, settings: Settings) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"


def names(files: Path) -> list[str]:
    return sorted(path.relative_to(files).as_posix() for path in files.rglob("*") if path.is_file())


def test_content_is_kept_under_its_hash_and_read_again(files: Path) -> None:
    assert save([b"hel", b"", b"lo\n"], cap=6) == Stored(HELLO, 6)
    assert names(files) == [f"58/{HELLO}"]
    assert (files / "58" / HELLO).stat().st_mode & 0o777 == 0o400
    with open_stored(HELLO) as stream:
        assert stream.read() == b"hello\n"
    assert is_stored(HELLO)
    assert is_intact(HELLO)


def test_the_same_content_is_kept_once(files: Path) -> None:
    assert save([b"hello\n"], cap=10) == save([b"hello", b"\n"], cap=10)
    assert names(files) == [f"58/{HELLO}"]


def test_an_empty_file_is_kept_too_so_that_it_can_be_shown_as_empty() -> None:
    assert save([], cap=0) == Stored(hashlib.sha256().hexdigest(), 0)


def test_more_bytes_than_the_cap_leave_nothing_behind(files: Path) -> None:
    with pytest.raises(TooLarge) as refused:
        save([b"hello", b"\n", b"x"], cap=6)
    assert refused.value.cap == 6
    assert names(files) == []


def test_an_upload_that_breaks_off_leaves_nothing_behind(files: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"hel"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        save(broken(), cap=100)
    assert names(files) == []


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", HELLO.upper(), HELLO[:-1], f"{HELLO}/..", "", f"{HELLO}\n"]
)
def test_only_a_hash_asks_for_a_file(name: str) -> None:
    for ask in (open_stored, is_stored, is_intact):
        with pytest.raises(ValueError, match="64 digits"):
            ask(name)


def test_what_is_not_kept_is_not_found() -> None:
    assert not is_stored(HELLO)
    with pytest.raises(FileNotFoundError):
        open_stored(HELLO)


def test_a_changed_byte_on_the_disk_is_noticed(files: Path) -> None:
    save([b"hello\n"], cap=10)
    kept = files / "58" / HELLO
    kept.chmod(0o600)
    kept.write_bytes(b"hellO\n")
    assert not is_intact(HELLO)
