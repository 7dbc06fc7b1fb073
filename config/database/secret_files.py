"""Files that only their owner reads."""

import json
import os
from pathlib import Path
from typing import Any


def write(path: Path, content: str) -> None:
    """Write a file of mode 0600 in one step: readers see the old content or the new one."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(
        os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write an object as JSON, for its owner only."""
    write(path, json.dumps(content, indent=1))
