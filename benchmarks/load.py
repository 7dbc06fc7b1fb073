"""Clients that ask one address again and again, each on its own connection."""

import http.client
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

CLIENTS = 8
REQUESTS_EACH = 100


@dataclass(frozen=True)
class Load:
    """What one address did under load."""

    per_second: float
    p50: float
    p95: float

    def __str__(self) -> str:
        return f"{self.per_second:7.0f} requests/s   p50 {self.p50:6.1f} ms   p95 {self.p95:6.1f} ms"


def measure(port: int, path: str) -> Load:
    """Let every client ask, after a warming up that is not counted."""
    ask(port, path, 10)
    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(lambda _client: ask(port, path, REQUESTS_EACH), range(CLIENTS)))
    seconds = time.perf_counter() - began
    times = sorted(each for answer in answers for each in answer)
    cuts = statistics.quantiles(times, n=20)
    return Load(len(times) / seconds, cuts[9], cuts[18])


def ask(port: int, path: str, times: int) -> list[float]:
    """Return how many milliseconds each answer took; an answer that is no page is an error."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    taken = []
    for _time in range(times):
        began = time.perf_counter()
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        if answer.status != http.client.OK:
            raise RuntimeError(f"{path} answered {answer.status}")
        taken.append((time.perf_counter() - began) * 1000)
    connection.close()
    return taken
