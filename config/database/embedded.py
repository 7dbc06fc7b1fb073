"""The database of one ``make run``: the embedded cluster, started and watched over."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from config.database import roles, secret_files
from config.database.cluster import Cluster, ClusterError, Server

# A server that ends this often in this time will not stay up by starting it again.
ATTEMPTS = 3
WITHIN_SECONDS = 60.0


@dataclass
class Embedded:
    """A running embedded cluster; ``server`` changes when it had to be started again."""

    cluster: Cluster
    server: Server
    logins: roles.Logins
    ended_at: tuple[float, ...] = ()

    def keep_alive(self, say: Callable[[str], None]) -> None:
        """Start the server again when it has ended, unless it ends again and again."""
        if not self.server.has_ended():
            return
        now = time.monotonic()
        self.ended_at = (*(at for at in self.ended_at if now - at < WITHIN_SECONDS), now)
        if len(self.ended_at) > ATTEMPTS:
            raise ClusterError(f"PostgreSQL does not stay up; see {self.cluster.places.log}.")
        self.server = self.cluster.start()
        say("PostgreSQL ended unexpectedly and was started again.")

    def stop(self) -> None:
        """Stop the server of the moment."""
        self.server.stop()


def start(cluster: Cluster, written_down: Path) -> Embedded:
    """Create what is missing, start, and write the application's address where ``manage.py`` looks for it."""
    cluster.create()
    server = cluster.start()
    try:
        logins = roles.ensure(cluster)
        secret_files.write_json(written_down, {"app": logins.app})
    except BaseException:
        server.stop()
        raise
    return Embedded(cluster, server, logins)
