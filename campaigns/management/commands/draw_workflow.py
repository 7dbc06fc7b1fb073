"""``manage.py draw_workflow``: write a campaign's states into ``docs/workflow.md``, or check that it is current."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.domain.workflow import draw

HEADING = (
    "# The states of a campaign\n\nDrawn from `campaigns/domain/workflow.py`; the database guards them too.\n"
)


class Command(BaseCommand):
    """Draws the table of transitions that the product itself uses."""

    help = "Writes docs/workflow.md from the table of transitions; --check only compares."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether to write or to compare."""
        parser.add_argument("--check", action="store_true", help="change nothing, fail when it is outdated")

    def handle(self, *, check: bool, **_options: Any) -> None:
        """Write the drawing, or compare it."""
        path = Path(settings.BASE_DIR) / "docs" / "workflow.md"
        drawn = f"{HEADING}\n```mermaid\n{draw()}```\n"
        if not check:
            path.write_text(drawn, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != drawn:
            raise CommandError("docs/workflow.md is outdated: run manage.py draw_workflow.")
