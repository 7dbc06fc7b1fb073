"""The stored files: named by the SHA-256 of their content, below ``settings.MEDIA_ROOT``.

The only module that opens them. No part of a path comes from a person: a file is asked for by its hash, and
what people call it stands in the database. The same content is kept once; what is written is on the disk
before its hash is given out, so that a row never names bytes that a crash can take away.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

SHA256 = re.compile(r"[0-9a-f]{64}")
FOLDER_MODE = 0o700
FILE_MODE = 0o400


class TooLarge(ValueError):
    """More bytes came than may be kept; nothing of them is."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        super().__init__(f"more than {cap} bytes")


@dataclass(frozen=True)
class Stored:
    """What was kept: its hash, by which it is opened again, and its size."""

    sha256: str
    size: int


def save(chunks: Iterable[bytes], cap: int) -> Stored:
    """Keep the content and say what it is; more than ``cap`` bytes raise ``TooLarge``.

    A declared size is not asked for: what really arrives is counted and hashed.
    """
    incoming = _folder("incoming")
    descriptor, name = tempfile.mkstemp(dir=incoming)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as target:
            stored = _copy(chunks, target, cap)
            target.flush()
            os.fchmod(target.fileno(), FILE_MODE)
            os.fsync(target.fileno())
        final = _path(stored.sha256)
        folder = _folder(final.parent.name)
        temporary.replace(final)
        _sync(folder)
    finally:
        temporary.unlink(missing_ok=True)
    return stored


def _copy(chunks: Iterable[bytes], target: BinaryIO, cap: int) -> Stored:
    digest = hashlib.sha256()
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > cap:
            raise TooLarge(cap)
        digest.update(chunk)
        target.write(chunk)
    return Stored(digest.hexdigest(), size)


def open_stored(sha256: str) -> BufferedReader:
    """Open the content with this hash for reading; ``FileNotFoundError`` when there is none."""
    return _path(sha256).open("rb")


def is_stored(sha256: str) -> bool:
    """Say whether the content with this hash is kept here."""
    return _path(sha256).is_file()


def is_intact(sha256: str) -> bool:
    """Read the content and say whether it still has its hash."""
    with open_stored(sha256) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == sha256


def _path(sha256: str) -> Path:
    if not SHA256.fullmatch(sha256):
        raise ValueError("a stored file is asked for by 64 digits, 0-9 and a-f")
    return _root() / sha256[:2] / sha256


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)


def _folder(name: str) -> Path:
    folder = _root() / name
    if not folder.is_dir():
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        _sync(_root())
    return folder


def _sync(folder: Path) -> None:
    """Make a new name in the folder last beyond a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
