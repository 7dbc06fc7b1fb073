"""Paths of one machine inside a file that is to be loaded on another (R10.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from simpul_recorder.finding import Reporter, gettext_noop, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCAL = re.compile(
    r"""file://|~(?:/|$)|\$\{?TMPDIR|\$\{?HOME|[A-Za-z]:[\\/]|.*AppData[\\/]+Local[\\/]+Temp
    |/(?:tmp|var/tmp|dev/shm|scratch|root|content|kaggle/working|workspace|mnt|home/[^/\s]+|Users/[^/\s]+)(?:/|$)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
LOADER_KEYS = re.compile(
    r"base_model|_name_or_path|tokenizer|vocab|merges|weights|checkpoint|data_files|dataset_path|train_file|test_file",
    re.IGNORECASE,
)


def is_of_one_machine(text: str) -> bool:
    """Say whether a text is a path that only this machine or person has, such as ``/content/drive/base``."""
    return _LOCAL.match(text.strip()) is not None


def check_paths(value: object, report: Reporter) -> None:
    """Walk a parsed JSON file: such a path is an error under a key that loaders follow, else a note."""
    for key, text in _texts(value, ""):
        if not is_of_one_machine(text):
            continue
        say = report.error if LOADER_KEYS.search(key) else report.note
        say(
            "local-path",
            gettext_noop("%(key)s holds %(found)s, a path of one machine: nothing loads from it elsewhere."),
            key=shown(key) or "-",
            found=shown(text),
        )


def _texts(value: object, key: str) -> Iterator[tuple[str, str]]:
    waiting = [(key, value)]
    while waiting:
        key, item = waiting.pop()
        if isinstance(item, str):
            yield key, item
        elif isinstance(item, dict):
            waiting.extend((str(name), entry) for name, entry in reversed(list(item.items())))
        elif isinstance(item, list):
            waiting.extend((key, entry) for entry in reversed(item))
