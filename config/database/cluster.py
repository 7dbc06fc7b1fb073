"""One embedded PostgreSQL cluster: create it, start it, find out whether it runs, stop it.

Whether it runs is decided by its lock, which the server's processes hold, and by connecting and comparing
the cluster's ``system_identifier``. A process number is never asked: after a reboot it may be anybody's.
"""

import fcntl
import json
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import pq
from psycopg.conninfo import make_conninfo

from config.database import folders, secret_files
from config.database.lifeline import end_with_parent
from config.database.places import Places

SUPERUSER = "simpul_superuser"
POLL_SECONDS = 0.02


class ClusterError(Exception):
    """The cluster cannot be used; the message says why and what to do."""


@dataclass(frozen=True)
class Cluster:
    """A cluster at its places; ``options`` are settings of the server such as ``fsync=off``."""

    places: Places
    options: tuple[str, ...] = ()

    def create(self) -> None:
        """Run initdb unless the data are there; what an interrupted run left is thrown away."""
        places = self.places
        places.prepare()
        if places.data.exists():
            self._check_usable()
            return
        password = secrets.token_urlsafe(32)
        secret_files.write_json(places.secrets, {SUPERUSER: password})
        unfinished = places.home / "data.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        folders.own_folder(unfinished, places.user)
        password_file = places.socket / "password"
        try:
            secret_files.write(password_file, password)
            if places.user:
                folders.give(password_file, places.user)
            self._initdb(unfinished, password_file)
        finally:
            password_file.unlink(missing_ok=True)
        unfinished.rename(places.data)

    def start(self) -> "Server":
        """Start the server, or find the one that runs; return when it answers, however long that takes."""
        while True:
            lock = take_lock(self.places.lock)
            if lock is not None:
                try:
                    process = self._launch(lock)
                finally:
                    os.close(lock)
                return self._when_ready(Server(self, process))
            if self.answers():
                return Server(self, None)
            time.sleep(POLL_SECONDS)

    def answers(self) -> bool:
        """Say whether this cluster's own server answers on its socket."""
        address = self.address(SUPERUSER, "postgres")
        if pq.PGconn.ping(address.encode()) != pq.Ping.OK:
            return False
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                row = connection.execute("SELECT system_identifier FROM pg_control_system()").fetchone()
        except psycopg.OperationalError:
            return False
        if row is None or int(row[0]) % 2**64 != self.system_identifier():
            raise ClusterError(f"Another cluster answers in {self.places.socket}.")
        return True

    def system_identifier(self) -> int:
        """Read the number that initdb gave to the data: the first eight bytes of the control file."""
        with (self.places.data / "global" / "pg_control").open("rb") as file:
            return int.from_bytes(file.read(8), sys.byteorder)

    def address(self, role: str, database: str) -> str:
        """Return the address of a database for one of the roles."""
        return make_conninfo(
            host=str(self.places.socket), port=5432, user=role, password=self.password(role), dbname=database
        )

    def password(self, role: str) -> str:
        """Return a role's password, generating it the first time."""
        known: dict[str, str] = json.loads(self.places.secrets.read_text(encoding="utf-8"))
        if role not in known:
            known[role] = secrets.token_urlsafe(32)
            secret_files.write_json(self.places.secrets, known)
        return known[role]

    def _check_usable(self) -> None:
        places = self.places
        if not places.secrets.exists():
            raise ClusterError(f"{places.secrets} is missing, and without it nobody can enter {places.data}.")
        has = (places.data / "PG_VERSION").read_text(encoding="utf-8").strip()
        if has != "18":
            raise ClusterError(
                f"{places.data} was written by PostgreSQL {has}; this is 18: dump it there first."
            )

    def _initdb(self, data: Path, password_file: Path) -> None:
        command = [
            str(self.places.binaries / "bin" / "initdb"),
            f"--pgdata={data}",
            f"--username={SUPERUSER}",
            f"--pwfile={password_file}",
            *(
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
            ),
            *("--no-instructions", "--no-sync" if "fsync=off" in self.options else "--data-checksums"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self._as_server())
        if done.returncode:
            raise ClusterError(f"initdb failed: {done.stderr.strip() or done.stdout.strip()}")

    def _launch(self, lock: int) -> subprocess.Popen[bytes]:
        self._disarm_stale_pid_files()
        settings = ("listen_addresses=", f"unix_socket_directories={self.places.socket}", *self.options)
        command = [str(self.places.binaries / "bin" / "postgres"), "-D", str(self.places.data)]
        command += [argument for setting in settings for argument in ("-c", setting)]
        with self.places.log.open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[lock],
                start_new_session=True,
                preexec_fn=end_with_parent(signal.SIGINT),
                **self._as_server(),
            )

    def _disarm_stale_pid_files(self) -> None:
        """Put our own number where a dead server's stands.

        PostgreSQL refuses to start when its pid file names a process that lives, whoever that is. It takes
        its parent's number for stale, and still looks whether a server uses the old shared memory.
        """
        for path in (self.places.data / "postmaster.pid", self.places.socket / ".s.PGSQL.5432.lock"):
            if path.exists():
                _first, *others = path.read_text(encoding="utf-8").splitlines(keepends=True)
                path.write_text("".join([f"{os.getpid()}\n", *others]), encoding="utf-8")

    def _when_ready(self, server: "Server") -> "Server":
        assert server.process is not None
        while not self.answers():
            if server.process.poll() is not None:
                raise ClusterError(f"PostgreSQL ended at once. {self.places.log} says:\n{self._last_words()}")
            time.sleep(POLL_SECONDS)
        return server

    def _last_words(self) -> str:
        return "\n".join(self.places.log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:])

    def _as_server(self) -> dict[str, Any]:
        """Return where and as whom the server's programs run; nothing of our environment reaches them."""
        options: dict[str, Any] = {"cwd": "/", "env": {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}}
        if self.places.user:
            entry = pwd.getpwnam(self.places.user)
            options |= {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        return options


@dataclass(frozen=True)
class Server:
    """A server that answers; ``process`` is empty when an earlier launcher left it running."""

    cluster: Cluster
    process: subprocess.Popen[bytes] | None

    def has_ended(self) -> bool:
        """Say whether the server is gone."""
        return not self.cluster.answers() if self.process is None else self.process.poll() is not None

    def stop(self) -> None:
        """Shut down fast: sessions are ended, everything acknowledged is on disk."""
        if self.process is None:
            self._stop_found()
        elif self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()

    def _stop_found(self) -> None:
        """Stop a server that we did not start: it answered as this cluster, so its own pid file is true."""
        places = self.cluster.places
        command = [
            str(places.binaries / "bin" / "pg_ctl"),
            "stop",
            "-D",
            str(places.data),
            "-m",
            "fast",
            "--silent",
        ]
        if self.cluster.answers():
            subprocess.run(command, check=False, **self.cluster._as_server())


def take_lock(path: Path) -> int | None:
    """Lock a file; returns its descriptor, or nothing when another process holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
