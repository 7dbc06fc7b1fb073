"""The web processes of one ``make run``."""

import http.client
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.database.lifeline import end_with_parent

HOST = "127.0.0.1"
POLL_SECONDS = 0.05


class WebError(Exception):
    """The web processes cannot run; the message says why."""


@dataclass(frozen=True)
class Web:
    """A running application server."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def has_ended(self) -> bool:
        """Say whether the server is gone."""
        return self.process.poll() is not None

    def wait_until_it_answers(self) -> None:
        """Return when a request is answered; the server ending first is an error."""
        while not answers(self.port):
            if self.has_ended():
                raise WebError(f"The web server ended. {self.log} says:\n{self.last_words()}")
            time.sleep(POLL_SECONDS)

    def last_words(self) -> str:
        """Return the end of the log."""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:])

    def stop(self) -> None:
        """Let running requests finish, then end."""
        if not self.has_ended():
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()


def start(checkout: Path, port: int, log: Path, environment: Mapping[str, str]) -> Web:
    """Start gunicorn on this machine's own address; its messages go to the log."""
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:{port}"]
    command += ["--worker-class", "gthread", "--workers", "2", "--threads", "4", "--graceful-timeout", "5"]
    # It would otherwise put a socket into the home folder.
    command += ["--no-control-socket"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=checkout,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=end_with_parent(signal.SIGTERM),
        )
    return Web(process, port, log)


def check_port_is_free(port: int) -> None:
    """Say so early when another program listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise WebError(
                f"Port {port} of {HOST} is taken by another program: choose another with SIMPUL_PORT=8001."
            ) from error


def answers(port: int) -> bool:
    """Say whether the process behind the port answers ``/healthz``."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
