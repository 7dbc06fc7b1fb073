"""Where one checkout keeps its embedded database, and as whom the server runs."""

import hashlib
import os
import pwd
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.database import binaries, folders

STATE_OF_ROOT = Path("/var/lib/simpul")
UNPRIVILEGED = ("postgres", "nobody")
# The kernel's limit for a socket's path, less the name that PostgreSQL gives it and its lock file.
LONGEST_SOCKET_FOLDER = 107 - len("/.s.PGSQL.5432.lock")


@dataclass(frozen=True)
class Places:
    """Folders of one cluster; ``user`` is empty when the server runs as whoever started it."""

    home: Path
    socket: Path
    binaries: Path
    user: str = ""

    @property
    def data(self) -> Path:
        """Return the folder of the data."""
        return self.home / "data"

    @property
    def secrets(self) -> Path:
        """Return the file with the passwords."""
        return self.home / "secrets.json"

    @property
    def lock(self) -> Path:
        """Return the file that the server keeps locked as long as one of its processes lives."""
        return self.home / "lock"

    @property
    def log(self) -> Path:
        """Return the file that the server writes its messages to."""
        return self.home / "postgresql.log"

    def prepare(self) -> None:
        """Create the folders that are missing; those that exist keep their rights."""
        if self.user:
            folders.open_folder(self.home)
            folders.check_reachable(self.home, self.user)
        else:
            folders.own_folder(self.home)
        folders.own_folder(self.socket, self.user)


def of_checkout(checkout: Path, environment: Mapping[str, str]) -> Places:
    """Choose the places: below ``var/`` for an ordinary user, outside the checkout for root.

    PostgreSQL refuses to run as root, and others may be unable to enter the checkout (``/root`` is 0700).
    """
    chosen = environment.get("SIMPUL_CLUSTER_HOME", "")
    if os.geteuid() != 0:
        home = Path(chosen) if chosen else checkout / "var" / "postgresql"
        return Places(home, _short(home / "socket"), binaries.in_wheel())
    home = Path(chosen) if chosen else STATE_OF_ROOT / _digest(checkout)
    return Places(
        home, _short(home / "socket"), binaries.copied_to(home / "binaries"), server_user(home / "data")
    )


def server_user(data: Path) -> str:
    """Return whom the data belong to, else the first unprivileged user that this machine has."""
    if data.exists():
        return pwd.getpwuid(data.stat().st_uid).pw_name
    for name in UNPRIVILEGED:
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise folders.NoPlace(
        f"PostgreSQL does not run as root, and this machine has none of the users {UNPRIVILEGED}."
    )


def _short(socket: Path) -> Path:
    """Return the folder itself, or one in the temporary folder when its path is too long for a socket."""
    if len(os.fsencode(socket)) <= LONGEST_SOCKET_FOLDER:
        return socket
    return Path(tempfile.gettempdir()) / f"simpul-{os.geteuid()}-{_digest(socket)}"


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]
