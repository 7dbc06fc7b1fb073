"""Where the database is: from the environment, else what the embedded server of this checkout wrote down."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

NO_DATABASE = "postgresql:///simpul?user=simpul&host=/nonexistent"


@dataclass(frozen=True)
class Addresses:
    """``app`` is what web processes use; ``owner`` may change the schema and is empty in a web process."""

    app: str
    owner: str = ""

    @property
    def app_role(self) -> str:
        """Return the name of the role that owns nothing."""
        return str(conninfo_to_dict(self.app).get("user") or "")

    @property
    def in_use(self) -> str:
        """Return the owner's address when this process has it, else the application's."""
        return self.owner or self.app


def find(environment: Mapping[str, str], written_down: Path) -> Addresses:
    """Read the environment; without ``DATABASE_URL`` read the file of the embedded server, if it is there."""
    if environment.get("DATABASE_URL"):
        return Addresses(environment["DATABASE_URL"], environment.get("DATABASE_OWNER_URL", ""))
    if os.access(written_down, os.R_OK):
        return Addresses(app=json.loads(written_down.read_text(encoding="utf-8"))["app"])
    return Addresses(app=NO_DATABASE)


def from_environment() -> Addresses:
    """Read the addresses that this process was given, and nothing else."""
    return Addresses(os.environ["DATABASE_URL"], os.environ.get("DATABASE_OWNER_URL", ""))


def settings_for(address: str) -> dict[str, Any]:
    """Turn an address into an entry of Django's ``DATABASES``."""
    parts: dict[str, Any] = {key: str(value) for key, value in conninfo_to_dict(address).items() if value}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.pop("dbname", ""),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "OPTIONS": parts,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
