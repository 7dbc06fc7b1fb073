"""A server that keeps ending is not started for ever."""

from pathlib import Path

import pytest

from config.database.cluster import Cluster, ClusterError, Server
from config.database.embedded import Embedded
from config.database.places import Places
from config.database.roles import Logins


class Fallen(Cluster):
    """A cluster whose server has ended each time that somebody looks."""

    def answers(self) -> bool:
        return False

    def start(self) -> Server:
        return Server(self, None)


def test_server_is_started_again_three_times_and_then_given_up() -> None:
    cluster = Fallen(Places(Path("/home"), Path("/socket"), Path("/programs")))
    database = Embedded(cluster, cluster.start(), Logins(app="", owner=""))
    said: list[str] = []
    for _time in range(3):
        database.keep_alive(said.append)
    assert said == ["PostgreSQL ended unexpectedly and was started again."] * 3
    with pytest.raises(ClusterError, match=r"does not stay up; see /home/postgresql\.log"):
        database.keep_alive(said.append)
