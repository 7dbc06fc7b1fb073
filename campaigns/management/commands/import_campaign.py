"""``manage.py import_campaign FILE``: make a campaign of a file in JSON or YAML."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from campaigns.domain.campaign_file import CampaignFile
from campaigns.services.campaign_file import read_campaign_file
from campaigns.services.imports import import_campaign
from campaigns.services.located import CampaignFileError
from teams.domain.roles import Role
from teams.models import Membership, Person, Team


class Command(BaseCommand):
    """Imports one file, whole or not at all; every error is printed with its line."""

    help = "Imports a campaign in the format of worked-campaign.json, JSON or YAML, as a draft."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and whose campaign it becomes."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--team", help="name of the team; needed when there are several")
        parser.add_argument(
            "--by", metavar="USERNAME", help="who imports; needed when several may plan in the team"
        )

    def handle(self, *, file: Path, team: str | None, by: str | None, **_options: Any) -> None:
        """Read, check and save."""
        try:
            document = read_campaign_file(_text(file), file.name)
            content = _identifiers(file, document)
            owner = _team(team)
            person = _person(owner, by)
            campaign = import_campaign(
                team=owner, document=document, by=person, now=timezone.now(), identifiers=content
            )
        except CampaignFileError as error:
            for line, message in error.problems:
                self.stderr.write(f"{file}:{line}: {message}")
            raise SystemExit(1) from error
        self.stdout.write(f"{campaign.code} {campaign.title} (team {owner}, imported by {person})")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise CampaignFileError(((line, "The file is not text in UTF-8."),)) from error


def _identifiers(file: Path, document: CampaignFile) -> bytes | None:
    """Read the list that lies beside the file; its name may not lead anywhere else."""
    name = document.corpus.identifiers if document.corpus else ""
    if not name:
        return None
    line = document.lines["corpus.identifiers"]
    if Path(name).name != name or "\\" in name:
        raise CampaignFileError(((line, f"“{name}” is a path; name a file in the same folder."),))
    try:
        return (file.parent / name).read_bytes()
    except OSError as error:
        raise CampaignFileError(((line, f"{name}: {error.strerror}"),)) from error


def _team(name: str | None) -> Team:
    teams = list(Team.objects.filter(name=name) if name else Team.objects.all()[:2])
    if len(teams) == 1:
        return teams[0]
    if name:
        raise CommandError(f"There is no team “{name}”.")
    raise CommandError("Say which team with --team." if teams else "There is no team yet.")


def _person(team: Team, username: str | None) -> Person:
    """Find who imports: the one who is named, else the only one who may, else the only planner."""
    members = list(
        Membership.objects.filter(team=team).exclude(role=Role.VIEWER.value).select_related("person")
    )
    if username:
        members = [member for member in members if member.person.username == username]
    elif len(members) > 1:
        members = [member for member in members if member.role == Role.PLANNER]
    if len(members) == 1:
        return members[0].person
    raise CommandError(
        f"“{username}” may not plan in this team." if username else "Say who imports with --by USERNAME."
    )
