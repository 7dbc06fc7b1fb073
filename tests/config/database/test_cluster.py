"""The embedded cluster, with real processes: every scenario as root and as an ordinary user."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from config.database import roles
from config.database.cluster import SUPERUSER, Cluster, ClusterError, take_lock


def write_row(cluster: Cluster) -> None:
    with psycopg.connect(roles.ensure(cluster).owner, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('acknowledged')")


def read_rows(cluster: Cluster) -> list[tuple[object, ...]]:
    with psycopg.connect(roles.ensure(cluster).owner) as connection:
        return connection.execute("SELECT word FROM kept").fetchall()


def ask(cluster: Cluster, question: str) -> object:
    with psycopg.connect(cluster.address(SUPERUSER, "postgres")) as connection:
        row = connection.execute(question).fetchone()
    assert row is not None
    return row[0]


def is_unlocked(cluster: Cluster) -> bool:
    lock = take_lock(cluster.places.lock)
    if lock is not None:
        os.close(lock)
    return lock is not None


def data_are_kept(cluster: Cluster) -> object:
    cluster.create()
    first = cluster.start()
    write_row(cluster)
    first.stop()
    stopped = is_unlocked(cluster)
    cluster.create()
    second = cluster.start()
    rows = read_rows(cluster)
    second.stop()
    return stopped, rows


def test_second_start_keeps_the_data(cluster: Cluster, perform: Callable[..., Any]) -> None:
    assert perform(data_are_kept, cluster) == (True, [("acknowledged",)])


def pid_files_name_a_bystander(cluster: Cluster, neighbour: Callable[..., Any]) -> object:
    cluster.create()
    server = cluster.start()
    write_row(cluster)
    files = [cluster.places.data / "postmaster.pid", cluster.places.socket / ".s.PGSQL.5432.lock"]
    contents = [path.read_text() for path in files]
    server.stop()
    with neighbour(cluster) as process:
        for path, content in zip(files, contents, strict=True):
            _own_number, *others = content.splitlines(keepends=True)
            path.write_text("".join([f"{process.pid}\n", *others]))
        server = cluster.start()
        rows = read_rows(cluster)
        server.stop()
        return rows, process.poll()


def test_stale_pid_file_that_names_a_living_process_does_not_hinder_and_the_process_survives(
    cluster: Cluster, perform: Callable[..., Any], neighbour: Callable[..., Any]
) -> None:
    assert perform(pid_files_name_a_bystander, cluster, neighbour) == ([("acknowledged",)], None)


def server_is_killed(cluster: Cluster) -> object:
    cluster.create()
    server = cluster.start()
    write_row(cluster)
    assert server.process is not None
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    server = cluster.start()
    rows = read_rows(cluster)
    server.stop()
    return rows, "database system was not properly shut down" in cluster.places.log.read_text()


def test_next_start_after_a_killed_server_recovers_what_was_acknowledged(
    cluster: Cluster, perform: Callable[..., Any]
) -> None:
    assert perform(server_is_killed, cluster) == ([("acknowledged",)], True)


def server_runs_already(cluster: Cluster) -> object:
    cluster.create()
    first = cluster.start()
    found = cluster.start()
    seen = (found.process, found.has_ended())
    found.stop()
    assert first.process is not None
    return (*seen, first.process.wait(), found.has_ended())


def test_running_server_is_found_by_connecting_and_not_started_twice(
    cluster: Cluster, perform: Callable[..., Any]
) -> None:
    assert perform(server_runs_already, cluster) == (None, False, 0, True)


def parent_is_killed(cluster: Cluster) -> str:
    """End without stopping the server, as a killed supervisor does."""
    cluster.create()
    cluster.start()
    return "ended"


def test_server_ends_with_the_process_that_started_it(cluster: Cluster, perform: Callable[..., Any]) -> None:
    assert perform(parent_is_killed, cluster) == "ended"
    # Locks the file as soon as the last process of the server has gone.
    program = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX)"
    try:
        subprocess.run([sys.executable, "-c", program, str(cluster.places.lock)], check=True, timeout=60)
    except subprocess.TimeoutExpired:
        perform(stop_what_runs, cluster)
        raise
    assert not (cluster.places.data / "postmaster.pid").exists()


def stop_what_runs(cluster: Cluster) -> None:
    cluster.start().stop()


def doors_of_the_cluster(cluster: Cluster) -> dict[str, object]:
    cluster.create()
    server = cluster.start()
    places = cluster.places
    folder = cluster.address(SUPERUSER, "postgres").replace(cluster.password(SUPERUSER), "wrong")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(folder)
    seen = {
        "tcp": ask(cluster, "SHOW listen_addresses"),
        "socket": stat.S_IMODE(places.socket.stat().st_mode),
        "data": stat.S_IMODE(places.data.stat().st_mode),
        "secrets": stat.S_IMODE(places.secrets.stat().st_mode),
        "password file": (places.socket / "password").exists(),
        "methods": ask(cluster, "SELECT string_agg(DISTINCT auth_method, ' ') FROM pg_hba_file_rules"),
        "same user": places.data.stat().st_uid == places.socket.stat().st_uid,
    }
    server.stop()
    return seen


def test_doors_are_a_password_and_a_socket_that_only_its_owner_enters(
    cluster: Cluster, perform: Callable[..., Any]
) -> None:
    assert perform(doors_of_the_cluster, cluster) == {
        "tcp": "",
        "socket": 0o700,
        "data": 0o700,
        "secrets": 0o600,
        "password file": False,
        "methods": "scram-sha-256",
        "same user": True,
    }


def initdb_was_interrupted(cluster: Cluster) -> object:
    cluster.places.prepare()
    left_over = cluster.places.home / "data.unfinished"
    left_over.mkdir()
    (left_over / "PG_VERSION").write_text("18\n")
    cluster.create()
    return left_over.exists(), cluster.system_identifier() > 0


def test_what_an_interrupted_initdb_left_is_thrown_away(
    cluster: Cluster, perform: Callable[..., Any]
) -> None:
    assert perform(initdb_was_interrupted, cluster) == (False, True)


def another_server_answers(cluster: Cluster) -> None:
    places = cluster.places
    other = Cluster(replace(places, home=places.home.with_name("other")), cluster.options)
    other.create()
    cluster.create()
    # The passwords fit, the socket is the same: only the identifier tells them apart.
    other.places.secrets.write_bytes(places.secrets.read_bytes())
    server = cluster.start()
    try:
        other.answers()
    finally:
        server.stop()


def test_server_of_another_cluster_is_not_taken_for_this_one(
    cluster: Cluster, perform: Callable[..., Any]
) -> None:
    with pytest.raises(AssertionError, match="ClusterError: Another cluster answers in"):
        perform(another_server_answers, cluster)


def test_data_without_passwords_or_of_another_version_are_left_alone(cluster: Cluster) -> None:
    cluster.places.prepare()
    cluster.places.data.mkdir()
    with pytest.raises(ClusterError, match=r"secrets\.json is missing"):
        cluster.create()
    cluster.places.secrets.write_text("{}")
    (cluster.places.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(ClusterError, match="was written by PostgreSQL 17; this is 18"):
        cluster.create()


def broken_setting(cluster: Cluster) -> None:
    cluster.create()
    Cluster(cluster.places, ("shared_buffers=nonsense",)).start()


def test_server_that_does_not_start_says_why(cluster: Cluster, perform: Callable[..., Any]) -> None:
    with pytest.raises(AssertionError, match='(?s)PostgreSQL ended at once.*invalid value.*"shared_buffers"'):
        perform(broken_setting, cluster)
