"""``python -m config.database.supervise``: what ``make run`` starts, in order, and stops again.

It owns the database server and the web processes; they get only the application's address. Ctrl-C, or
SIGTERM, stops all that it started and nothing else.
"""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from config.database import embedded, places, secret_files, web
from config.database.addresses import Addresses, from_environment
from config.database.binaries import NoBinaries
from config.database.cluster import Cluster, ClusterError, take_lock
from config.database.folders import NoPlace

CHECKOUT = Path(__file__).resolve().parent.parent.parent
VAR = CHECKOUT / "var"
WATCH_SECONDS = 0.5


class StopRequested(BaseException):
    """A signal asked for the end; not an ``Exception``, so that nothing on the way swallows it."""


class PreparationFailed(Exception):
    """A management command failed; it has said why."""


def main() -> int:
    """Run until a signal comes; returns the exit code."""
    stop_on_signals()
    try:
        run(os.environ)
    except StopRequested:
        say("Stopped.")
        return 0
    except (ClusterError, NoBinaries, NoPlace, web.WebError, PreparationFailed) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def run(environment: Mapping[str, str]) -> None:
    """Start everything in order, say where it is, and watch over it."""
    began = time.monotonic()
    VAR.mkdir(mode=0o700, exist_ok=True)
    port = int(environment.get("SIMPUL_PORT", "8000"))
    lock = take_lock(VAR / "supervisor.lock")
    if lock is None:
        say(f"Simpul is already running from this folder: {address_of(port)}")
        return
    web.check_port_is_free(port)
    with ExitStack() as started:
        started.callback(ignore_signals)
        say("Starting the database. The first start also makes the examples, which takes a minute or more.")
        database = None if environment.get("DATABASE_URL") else start_embedded(environment, started)
        addresses = (
            from_environment() if database is None else Addresses(database.logins.app, database.logins.owner)
        )
        shared = environment_of_all(environment, addresses)
        manage("prepare", shared | {"DATABASE_OWNER_URL": addresses.owner})
        server = web.start(CHECKOUT, port, VAR / "web.log", shared)
        started.callback(server.stop)
        if database is not None:
            seed(shared)
        server.wait_until_it_answers()
        say(f"Simpul is ready after {time.monotonic() - began:.1f} s: {address_of(port)}   (Ctrl-C stops it)")
        # Stopped in the reverse order: the web processes first, then the database.
        watch(server, database)


def start_embedded(environment: Mapping[str, str], started: ExitStack) -> embedded.Embedded:
    """Start the embedded cluster, and remember to stop it."""
    cluster = Cluster(places.of_checkout(CHECKOUT, environment))
    database = embedded.start(cluster, VAR / "database.json")
    started.callback(database.stop)
    return database


def environment_of_all(environment: Mapping[str, str], addresses: Addresses) -> dict[str, str]:
    """Return what every process gets: the application's address and never the owner's."""
    common = {name: value for name, value in environment.items() if name != "DATABASE_OWNER_URL"}
    common |= {"DATABASE_URL": addresses.app, "SIMPUL_PLAIN_HTTP": "1", "PYTHONUNBUFFERED": "1"}
    return {"SIMPUL_SECRET_KEY": secret_key()} | common


def secret_key() -> str:
    """Return the key of this checkout, made the first time and readable by its owner only."""
    kept = VAR / "secret-key"
    if not kept.exists():
        secret_files.write(kept, secrets.token_urlsafe(64))
    return kept.read_text(encoding="utf-8")


def manage(command: str, environment: Mapping[str, str]) -> None:
    """Run a management command, out of reach of the terminal's Ctrl-C: stopping is our affair."""
    call = [sys.executable, "manage.py", command]
    done = subprocess.run(call, cwd=CHECKOUT, env=environment, check=False, start_new_session=True)
    if done.returncode:
        raise PreparationFailed(f"manage.py {command} failed, so nothing was started.")


def seed(environment: Mapping[str, str]) -> None:
    """Fill an empty database with the examples; the command says how to sign in and where to click."""
    if any(CHECKOUT.glob("*/management/commands/seed_examples.py")):
        manage("seed_examples", environment)


def watch(server: web.Web, database: embedded.Embedded | None) -> None:
    """Look after what runs until a signal comes."""
    while not server.has_ended():
        if database is not None:
            database.keep_alive(say)
        time.sleep(WATCH_SECONDS)
    raise web.WebError(f"The web server ended. {server.log} says:\n{server.last_words()}")


def stop_on_signals() -> None:
    """Install handlers of our own: a shell starts background processes with SIGINT ignored."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        ignore_signals()
        raise StopRequested

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def ignore_signals() -> None:
    """Let nothing interrupt the stopping."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def address_of(port: int) -> str:
    """Return what a person types into the browser."""
    return f"http://{web.HOST}:{port}/"


def say(sentence: str) -> None:
    """Write to the terminal at once."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
