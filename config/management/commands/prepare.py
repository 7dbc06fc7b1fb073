"""``manage.py prepare``: what a new or updated installation needs before its web processes start."""

import hashlib
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import BaseCommand, CommandError, call_command

from config import health
from config.rights import grant_rights


class Command(BaseCommand):
    """Migrates as the owner, and collects the static files when one of them has changed."""

    help = "Migrate the database (as the owner, when DATABASE_OWNER_URL is set) and collect static files."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Do both; an application's role cannot migrate, so it only checks that somebody has."""
        reason = health.why_not_ready()
        if reason == health.NO_ANSWER:
            raise CommandError(
                "The database does not answer: is the address right, and is the server running?"
            )
        if reason and not settings.IS_OWNER:
            raise CommandError(f"Set DATABASE_OWNER_URL to the role that owns the tables: {reason}.")
        if reason:
            call_command("migrate", interactive=False, verbosity=0)
        elif settings.IS_OWNER:
            # Rights can change without a migration.
            for app_config in apps.get_app_configs():
                grant_rights(app_config)
        self._collect()

    def _collect(self) -> None:
        stamp = Path(settings.STATIC_ROOT) / ".collected"
        digest = digest_of_static_files()
        if not stamp.exists() or stamp.read_text(encoding="ascii") != digest:
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
            stamp.write_text(digest, encoding="ascii")


def digest_of_static_files() -> str:
    """Return a digest of names, sizes and times: reading every file would take longer than it saves."""
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
