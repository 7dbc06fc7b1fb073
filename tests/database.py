"""A pytest plugin: one throw-away PostgreSQL for the whole run, and the two roles in it.

It starts before the settings are read, so it is loaded with ``-p tests.database``. Workers of pytest-xdist
inherit the addresses through the environment.
"""

import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from config.database import places, roles
from config.database.cluster import SUPERUSER, Cluster, Server, take_lock
from tests import prepared

CHECKOUT = Path(__file__).resolve().parent.parent
PREFIX = "simpul-tests-"
# Nothing of it outlives the run, so nothing needs to reach a disk.
FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60")
ENVIRONMENT = {
    "SIMPUL_SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ",
    "SIMPUL_PLAIN_HTTP": "1",
    "SIMPUL_DEBUG": "0",
    "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
}
started: list[Server] = []


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """Start the cluster before pytest-django reads the settings."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ |= start()
    try:
        yield
    except BaseException:
        stop()
        raise


def pytest_unconfigure() -> None:
    """Stop the cluster and leave nothing behind."""
    stop()


def start() -> dict[str, str]:
    """Start the cluster and return the environment in which the tests run."""
    home = _new_home()
    at = places.of_checkout(CHECKOUT, {"SIMPUL_CLUSTER_HOME": str(home)})
    cluster = Cluster(at, FORGETFUL)
    try:
        prepared.create(cluster, ENVIRONMENT)
        started.append(cluster.start())
    except BaseException:
        shutil.rmtree(home)
        raise
    logins = roles.ensure(cluster)
    with psycopg.connect(cluster.address(SUPERUSER, "postgres"), autocommit=True) as connection:
        owner = sql.Identifier(roles.OWNER)
        connection.execute(sql.SQL("ALTER ROLE {} CREATEDB").format(owner))
        connection.execute(sql.SQL("GRANT CONNECT ON DATABASE postgres TO {}").format(owner))
        # Lets the cleaning between tests pass the triggers; nobody has this in a real database.
        connection.execute(sql.SQL("GRANT SET ON PARAMETER session_replication_role TO {}").format(owner))
    places_of_this_run = {
        "DATABASE_URL": logins.app,
        "DATABASE_OWNER_URL": logins.owner,
        "SIMPUL_FILES": str(home / "files"),
    }
    return ENVIRONMENT | places_of_this_run


def stop() -> None:
    """Stop what ``start`` started, and remove its folder."""
    while started:
        server = started.pop()
        server.stop()
        shutil.rmtree(server.cluster.places.home)


def _new_home() -> Path:
    """Make a folder, in memory when the machine has room there, and sweep away those of killed runs."""
    shared = Path("/dev/shm")
    in_memory = os.access(shared, os.W_OK | os.X_OK) and shutil.disk_usage(shared).free > 2**30
    parent = shared if in_memory else Path(tempfile.gettempdir())
    for left_over in parent.glob(f"{PREFIX}*"):
        # A folder with a pid file whose lock is free: its server was killed, and so was its run.
        had_a_server = (left_over / "data" / "postmaster.pid").exists()
        if had_a_server and (lock := take_lock(left_over / "lock")) is not None:
            shutil.rmtree(left_over, ignore_errors=True)
            os.close(lock)
    home = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    if os.geteuid() == 0:
        home.chmod(0o711)
    return home
