"""Real clusters in throw-away folders, as root and as an ordinary user: as far as the runner may be either."""

import os
import pickle
import pwd
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from config.database import binaries, folders, places
from config.database.cluster import Cluster

ROOT = os.geteuid() == 0
ACTORS = ["root", "ordinary user"] if ROOT else ["ordinary user"]
ORDINARY = pwd.getpwnam("nobody") if ROOT else pwd.getpwuid(os.geteuid())
HASTY = ("fsync=off", "max_connections=20")


@pytest.fixture
def open_folder() -> Generator[Path, None, None]:
    """A folder that every user may enter; pytest's own is for one user only."""
    folder = Path(tempfile.mkdtemp(prefix="simpul-launcher-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def programs() -> Generator[Path, None, None]:
    """PostgreSQL's programs where an ordinary user can run them, wherever this checkout is."""
    folder = Path(tempfile.mkdtemp(prefix="simpul-programs-"))
    folder.chmod(0o755)
    yield binaries.copied_to(folder / "binaries")
    shutil.rmtree(folder)


@pytest.fixture(params=ACTORS)
def actor(request: pytest.FixtureRequest) -> str:
    """Who starts the cluster."""
    return str(request.param)


@pytest.fixture
def cluster(actor: str, open_folder: Path, programs: Path) -> Cluster:
    """A cluster that does not exist yet, at places that suit the actor."""
    home = open_folder / "home"
    if actor == "root":
        at = places.Places(home, home / "socket", programs, places.server_user(home / "data"))
    else:
        own = open_folder / "own"
        own.mkdir(mode=0o700)
        if ROOT:
            folders.give(own, ORDINARY.pw_name)
        at = places.Places(own / "home", own / "home" / "socket", programs)
    return Cluster(at, HASTY)


@pytest.fixture
def perform(actor: str) -> Callable[..., Any]:
    """Run a scenario in a forked process as the actor and return what it returns."""

    def run(scenario: Callable[..., Any], *arguments: Any) -> Any:
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            # The threads of pytest-xdist only wait for messages; the child never touches them.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            os.close(reader)
            _become(actor)
            _answer(writer, scenario, arguments)
        os.close(writer)
        with os.fdopen(reader, "rb") as answer:
            content = answer.read()
        os.waitpid(child, 0)
        worked, result = pickle.loads(content)
        if not worked:
            raise AssertionError(result)
        return result

    return run


def _become(actor: str) -> None:
    if ROOT and actor != "root":
        os.setgroups([])
        os.setgid(ORDINARY.pw_gid)
        os.setuid(ORDINARY.pw_uid)


def _answer(writer: int, scenario: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Write the result and leave without pytest's own endings."""
    try:
        content = (True, scenario(*arguments))
    except BaseException as error:
        content = (False, f"{type(error).__name__}: {error}")
    with os.fdopen(writer, "wb") as answer:
        answer.write(pickle.dumps(content))
    os._exit(0)


@contextmanager
def bystander(cluster: Cluster) -> Iterator[subprocess.Popen[bytes]]:
    """A living process of the server's user that has nothing to do with the server."""
    process = subprocess.Popen(["sleep", "600"], **cluster._as_server())
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.fixture
def neighbour() -> Callable[..., Any]:
    """Give scenarios the bystander: a fixture, since test folders are no packages."""
    return bystander
