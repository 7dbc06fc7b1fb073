"""``python -m benchmarks``: print the ratios."""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.load import measure
from config.database import embedded, places, web
from config.database.cluster import Cluster

CHECKOUT = Path(__file__).resolve().parent.parent
PORT = int(os.environ.get("SIMPUL_PORT", "8765"))
PAGES = {"a bare page with one query": "/bare/", "the sign-in page": "/sign-in/"}


def main() -> None:
    """Start a database and the web processes of their own, ask, and stop them."""
    with ExitStack() as started:
        home = Path(started.enter_context(tempfile.TemporaryDirectory(prefix="simpul-bench-")))
        home.chmod(0o711)
        environment = environment_of(home, started)
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=CHECKOUT, env=environment, check=True)
        del environment["DATABASE_OWNER_URL"]
        server = web.start(CHECKOUT, PORT, home / "web.log", environment)
        started.callback(server.stop)
        server.wait_until_it_answers()
        report()


def environment_of(home: Path, started: ExitStack) -> dict[str, str]:
    """Start a cluster and return the environment of its processes."""
    at = places.of_checkout(CHECKOUT, {"SIMPUL_CLUSTER_HOME": str(home / "cluster")})
    database = embedded.start(Cluster(at), home / "database.json")
    started.callback(database.stop)
    return os.environ | {
        "DATABASE_URL": database.logins.app,
        "DATABASE_OWNER_URL": database.logins.owner,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "SIMPUL_SECRET_KEY": "only-for-benchmarks-0123456789-abcdefghijklmnopqrstuvwxyz",
        "SIMPUL_PLAIN_HTTP": "1",
    }


def report() -> None:
    """Print what was measured and what it is compared with."""
    results = {name: measure(PORT, path) for name, path in PAGES.items()}
    for name, load in results.items():
        sys.stdout.write(f"{name:28} {load}\n")
    bare, page = results.values()
    ratio = page.per_second / bare.per_second
    sys.stdout.write(
        f"the page answers {ratio:.2f} of the bare page's requests per second (bar: at least 0.33)\n"
    )


if __name__ == "__main__":
    main()
