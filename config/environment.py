"""``python3 config/environment.py run``: the environment in ``.venv`` and what it needs of the system.

It runs before anything is installed, under whatever Python is there: standard library only, no new syntax.
``run`` or ``dev`` says which lock; ``browser`` also looks for Chromium.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
STAMP = VENV / "simpul.json"
LOCKS = {"run": ["requirements.lock"], "dev": ["requirements.lock", "requirements-dev.lock"]}
RECORDER = CHECKOUT / "recorder"
# What WeasyPrint loads while it runs, and the packages of Debian that bring it.
LIBRARIES = {
    "pango-1.0": ("libpango-1.0.so.0", "libpango-1.0-0"),
    "pangoft2-1.0": ("libpangoft2-1.0.so.0", "libpangoft2-1.0-0"),
    "harfbuzz-subset": ("libharfbuzz-subset.so.0", "libharfbuzz-subset0"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main(words: list[str]) -> None:
    """Bring everything up to date; a second time it only looks."""
    if sys.version_info < OLDEST:
        continue_with_newer_python()
    install_system_packages(missing_libraries(), "the PDF needs Pango")
    if "browser" in words and not any(shutil.which(name) for name in BROWSERS):
        install_system_packages(["chromium"], "the browser tests need Chromium")
    install_python_packages("dev" if "dev" in words else "run")


def continue_with_newer_python() -> None:
    """Start again with a newer Python if the machine has one beside this."""
    for minor in range(OLDEST[1] + 3, OLDEST[1] - 1, -1):
        newer = shutil.which("python3.%d" % minor)  # noqa: UP031 - this line runs on an old Python
        if newer:
            os.execv(newer, [newer, *sys.argv])
    sys.exit("Simpul needs Python 3.11 or newer, and this is %s." % sys.version.split()[0])  # noqa: UP031


def missing_libraries() -> list[str]:
    """Return the Debian packages of the libraries that cannot be loaded."""
    missing = []
    for name, (file_name, package) in LIBRARIES.items():
        try:
            ctypes.CDLL(file_name if sys.platform == "linux" else ctypes.util.find_library(name) or file_name)
        except OSError:
            missing.append(package)
    return missing


def install_system_packages(packages: list[str], reason: str) -> None:
    """Install packages of the system where this command may, else say which are missing and stop."""
    if not packages:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(
            f"Please install {' '.join(packages)} (Debian's names): {reason}. "
            f"On Debian or Ubuntu: sudo apt-get install {' '.join(packages)}"
        )
    say(f"Installing {' '.join(packages)}: {reason}.")
    install = ["install", "--no-install-recommends", *packages]
    if not apt_get(install):
        # The lists of a new machine are old, or not there.
        apt_get(["update"])
        if not apt_get(install):
            sys.exit(f"apt-get could not install {' '.join(packages)}: {reason}.")


def apt_get(words: list[str]) -> bool:
    """Run apt-get without questions and say whether it succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.call(["apt-get", "--yes", "--quiet=2", *words], env=environment) == 0


def install_python_packages(kind: str) -> None:
    """Create the environment and install the lock into it, unless that has been done."""
    digests = {each: digest_of(each) for each in LOCKS}
    installed = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    if installed.get(kind) == digests[kind] and runs(VENV / "bin" / "python"):
        return
    if not runs(VENV / "bin" / "python"):
        create_venv()
    say(f"Installing the packages of {LOCKS[kind][-1]} into .venv.")
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    lock = str(CHECKOUT / LOCKS[kind][-1])
    own = ["--no-index", "--no-deps", "--no-build-isolation", "--editable", str(RECORDER)]
    if subprocess.call([*pip, "--require-hashes", "--no-compile", "-r", lock]) or subprocess.call(
        [*pip, *own]
    ):
        sys.exit("The packages could not be installed; pip says why above. Try again when that is mended.")
    # The longer lock holds the shorter one.
    STAMP.write_text(json.dumps(digests if kind == "dev" else {"run": digests["run"]}))


def create_venv() -> None:
    """Create ``.venv``; Debian keeps the module for it in a package of its own."""
    try:
        import ensurepip  # noqa: F401, PLC0415 - its absence is what is looked for
    except ImportError:
        install_system_packages([f"python3.{sys.version_info[1]}-venv"], "this Python has no venv module")
    say("Creating .venv.")
    subprocess.check_call([sys.executable, "-m", "venv", "--clear", str(VENV)])


def digest_of(kind: str) -> str:
    """Return a digest of what is installed for this kind."""
    digest = hashlib.sha256()
    for path in [*(CHECKOUT / name for name in LOCKS[kind]), RECORDER / "pyproject.toml"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def runs(python: Path) -> bool:
    """Say whether this Python is there and starts; it does not when the one behind it has been removed."""
    return python.exists() and subprocess.call([str(python), "-c", ""]) == 0


def say(sentence: str) -> None:
    """Write to the terminal at once."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
