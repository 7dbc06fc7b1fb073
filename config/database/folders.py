"""Folders with exactly the rights that they need; one that exists is never loosened."""

import os
import pwd
from pathlib import Path


class NoPlace(Exception):
    """There is no folder or no user that the server could use; the message says what to do."""


def open_folder(folder: Path) -> None:
    """Create a folder that everybody may enter, whatever the umask; those that exist keep their rights."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir()
        each.chmod(0o755)


def own_folder(folder: Path, user: str = "") -> None:
    """Create a folder that only its owner enters: the user, or whoever runs this."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = pwd.getpwnam(user).pw_uid if user else os.geteuid()
    if folder.stat().st_uid != owner:
        if any(folder.iterdir()) or os.geteuid() != 0:
            raise NoPlace(f"{folder} belongs to another user.")
        give(folder, user)
    folder.chmod(0o700)


def give(path: Path, user: str) -> None:
    """Make a user the owner, with their first group."""
    entry = pwd.getpwnam(user)
    os.chown(path, entry.pw_uid, entry.pw_gid)


def check_reachable(folder: Path, user: str) -> None:
    """Say which folder on the way keeps the user out."""
    entry = pwd.getpwnam(user)
    for each in [*reversed(folder.resolve().parents), folder.resolve()]:
        status = each.stat()
        digit = 6 if status.st_uid == entry.pw_uid else 3 if status.st_gid == entry.pw_gid else 0
        if not status.st_mode >> digit & 1:
            raise NoPlace(
                f"The user {user}, as whom PostgreSQL runs, may not enter {each}. "
                "Name another folder in SIMPUL_CLUSTER_HOME."
            )
