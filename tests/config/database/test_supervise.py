"""``make run`` as a whole, in a copy of the checkout that only its owner may enter."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from config.database.cluster import take_lock
from config.database.web import answers

CHECKOUT = Path(__file__).resolve().parents[3]
# The examples take longer than all the rest, and have tests of their own.
LEFT_OUT = shutil.ignore_patterns("__pycache__", "seed_examples.py")
NEEDED = ("config", "teams", "pricing", "campaigns", "dossier", "templates", "static", "manage.py")


class Run:
    """A running supervisor whose sentences are read one by one."""

    def __init__(self, checkout: Path, port: int, environment: dict[str, str]) -> None:
        self.checkout = checkout
        self.port = port
        inherited = {
            n: v for n, v in os.environ.items() if not n.startswith(("SIMPUL_", "DATABASE_", "DJANGO_"))
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.database.supervise"],
            cwd=checkout,
            env=inherited | {"SIMPUL_PORT": str(port)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def sentence(self, beginning: str) -> str:
        """Read until a line begins so."""
        assert self.process.stdout is not None
        read = []
        for line in self.process.stdout:
            read.append(line)
            if line.startswith(beginning):
                return line.strip()
        raise AssertionError(f"It ended and said: {''.join(read)}")

    def get(self, path: str) -> int:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as asked:
            asked.request("GET", path)
            return asked.getresponse().status

    def stop(self, number: signal.Signals) -> tuple[int, str]:
        """Ask for the end; return exit code and last line."""
        self.process.send_signal(number)
        assert self.process.stdout is not None
        output = self.process.stdout.read()
        return self.process.wait(), output.splitlines()[-1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy without the folder ``var``."""
    copy = tmp_path / "simpul"
    copy.mkdir(mode=0o700)
    for name in NEEDED:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, copy / name)
    return copy


@pytest.fixture
def start(checkout: Path, open_folder: Path) -> Generator[Callable[..., Run], None, None]:
    """Start supervisors of the copy, on a port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    runs: list[Run] = []

    def begin(**environment: str) -> Run:
        home = {"SIMPUL_CLUSTER_HOME": str(open_folder / "home")}
        runs.append(Run(checkout, port, environment or home))
        return runs[-1]

    yield begin
    for run in runs:
        run.process.kill()
        run.process.wait()
        assert run.process.stdout is not None
        run.process.stdout.close()


@contextmanager
def held(path: Path) -> Generator[bool, None, None]:
    """Say whether a lock is held by somebody."""
    lock = take_lock(path)
    yield lock is None
    if lock is not None:
        os.close(lock)


def environments_of_web_processes(port: int) -> list[str]:
    """Read what the kernel knows about every gunicorn of this run."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_text()
            if "gunicorn" in command and f"127.0.0.1:{port}" in command:
                found.append((process / "environ").read_text())
        except OSError:
            continue
    return found


def test_everything_starts_a_second_run_finds_it_and_a_signal_stops_it(
    start: Callable[..., Run], open_folder: Path
) -> None:
    first = start()
    assert f"http://127.0.0.1:{first.port}/" in first.sentence("Simpul is ready")
    assert (first.get("/healthz"), first.get("/readyz")) == (200, 200)
    second = start()
    assert second.sentence("Simpul is already running").endswith(f"http://127.0.0.1:{first.port}/")
    assert second.process.wait() == 0
    assert first.stop(signal.SIGINT) == (0, "Stopped.")
    assert not answers(first.port)
    with held(open_folder / "home" / "lock") as database_runs:
        assert not database_runs

    # The data and the secret key are those of the first run.
    third = start()
    third.sentence("Simpul is ready")
    pid = int((open_folder / "home" / "data" / "postmaster.pid").read_text().splitlines()[0])
    os.kill(pid, signal.SIGKILL)
    third.sentence("PostgreSQL ended unexpectedly and was started again.")
    with held(open_folder / "home" / "lock") as database_runs:
        assert database_runs
    assert third.stop(signal.SIGTERM) == (0, "Stopped.")


@pytest.mark.django_db(transaction=True)
def test_no_embedded_server_is_started_when_a_database_is_named(
    start: Callable[..., Run], checkout: Path
) -> None:
    named = settings.DATABASES["default"] | connection.settings_dict
    address = (
        f"postgresql://{named['USER']}:{named['PASSWORD']}@/{named['NAME']}?host={named['HOST']}&port=5432"
    )
    run = start(DATABASE_URL=address)
    run.sentence("Simpul is ready")
    assert run.get("/readyz") == 200
    environments = environments_of_web_processes(run.port)
    assert len(environments) >= 2
    assert [e for e in environments if "DATABASE_OWNER_URL" in e or "simpul_owner" in e] == []
    assert run.stop(signal.SIGTERM) == (0, "Stopped.")
    assert sorted(path.name for path in (checkout / "var").iterdir()) == [
        "secret-key",
        "static",
        "supervisor.lock",
        "web.log",
    ]


def test_port_of_another_program_is_said_before_anything_is_started(
    start: Callable[..., Run], checkout: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        run = start(SIMPUL_PORT=str(other.getsockname()[1]))
        assert "is taken by another program: choose another with SIMPUL_PORT" in run.sentence("Port")
        assert run.process.wait() == 1
    assert [path.name for path in (checkout / "var").iterdir()] == ["supervisor.lock"]
