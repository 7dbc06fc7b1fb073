"""``manage.py show_plan FILE``: the schedule, its figures and the package comparison, without a database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.domain.arrangements import Arrangement
from campaigns.domain.campaign_file import CampaignFile
from campaigns.domain.comparison import Conditions
from campaigns.domain.impossible import ImpossiblePlan
from campaigns.domain.plan_answer import PlanAnswer, answer_plan, plan_report
from campaigns.domain.solver import solve
from campaigns.services.campaign_file import read_campaign_file
from campaigns.services.located import CampaignFileError
from campaigns.services.plan_text import plan_text
from pricing.domain.packages import Package
from pricing.services.starting_catalogue import stated_packages
from teams.services.wording import worded


class Command(BaseCommand):
    """Reads a campaign file and prints what planning says of it; nothing is stored."""

    help = "Prints the schedule, the time figures and the package comparison of a campaign file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and what it is to run on."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--package", metavar="SKU", help="a package of the starting catalogue")
        parser.add_argument("--batches", type=int, metavar="N", help="batches side by side")
        parser.add_argument("--json", action="store_true", help="print JSON instead of text")

    def handle(
        self, *, file: Path, package: str | None, batches: int | None, json: bool, **_options: Any
    ) -> None:
        """Read, solve, print."""
        try:
            document = read_campaign_file(file.read_text(encoding="utf-8-sig"), file.name)
            answer = _answer(document, package, batches)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{file}: the file is not text in UTF-8") from error
        except CampaignFileError as error:
            for line, message in error.problems:
                self.stderr.write(f"{file}:{line}: {message}")
            raise SystemExit(1) from error
        except ImpossiblePlan as error:
            for problem in error.problems:
                self.stderr.write(f"{file}: {worded(problem.message)}")
            raise SystemExit(1) from error
        self.stdout.write(_as_json(answer) if json else plan_text(document.title, answer))


def _answer(document: CampaignFile, sku: str | None, batches: int | None) -> PlanAnswer:
    packages = stated_packages()
    chosen = _chosen(packages, sku or document.window_package)
    arrangement = None
    if chosen:
        side_by_side = document.side_by_side if batches is None else batches
        if side_by_side < 1:
            raise CommandError("--batches is at least 1")
        arrangement = Arrangement(chosen, side_by_side, document.one_after_another)
    elif batches and batches != 1:
        raise CommandError("--batches needs a package: name one with --package")
    conditions = Conditions(opening=document.window_opening, people=document.people)
    return answer_plan(
        document.steps(),
        packages,
        arrangement,
        conditions,
        lambda steps, lanes, closed, walls, opening: solve(steps, lanes, closed, walls, opening=opening),
    )


def _chosen(packages: tuple[Package, ...], sku: str) -> Package | None:
    if not sku:
        return None
    for package in packages:
        if package.sku == sku:
            return package
    known = ", ".join(package.sku for package in packages)
    raise CommandError(f"There is no package {sku} in the starting catalogue. It holds {known}.")


def _as_json(answer: PlanAnswer) -> str:
    return json.dumps(plan_report(answer), indent=2, ensure_ascii=False)
