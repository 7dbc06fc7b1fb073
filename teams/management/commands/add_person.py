"""``manage.py add_person USERNAME --name NAME --team TEAM --role ROLE``: the first person of an installation."""

import sys
from argparse import ArgumentParser
from datetime import datetime
from getpass import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from teams.domain.roles import Role
from teams.models import Person, Team
from teams.services.members import add_member, create_person
from teams.services.teams import create_team


class Command(BaseCommand):
    """Adds a person at the command line; the password is asked for, or read from standard input."""

    help = "Adds a person who may sign in, to a team in a role, or as the administrator of a new team."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name who, and where they belong."""
        parser.add_argument("username")
        parser.add_argument("--name", default="", help="full name; not for somebody who signs in already")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--team", help="name of an existing team")
        where.add_argument("--new-team", help="name of a team to found with this person as administrator")
        parser.add_argument("--role", choices=[role.value for role in Role], help="role in the existing team")
        parser.add_argument("--password-stdin", action="store_true", help="read the password from input")

    @sensitive_variables("password")
    def handle(self, *_args: Any, **options: Any) -> None:
        """Add the person, or say in one sentence why not."""
        username, now = options["username"], timezone.now()
        known = Person.objects.filter(username=Person.normalize_username(username)).exists()
        if not known and not options["name"].strip():
            raise CommandError("A new person needs a full name: --name 'FULL NAME'.")
        password = "" if known else _password(options["password_stdin"])
        try:
            with transaction.atomic():
                self._add(username, options, password, known, now)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{username} belongs to {options['team'] or options['new_team']}.")

    @sensitive_variables("password")
    def _add(self, username: str, options: dict[str, Any], password: str, known: bool, now: datetime) -> None:
        if options["new_team"]:
            person = (
                Person.objects.get(username=Person.normalize_username(username))
                if known
                else create_person(username=username, full_name=options["name"], password=password)
            )
            create_team(name=options["new_team"], by=person, now=now)
            return
        team = Team.objects.filter(name=options["team"]).first()
        if team is None:
            raise CommandError(f"There is no team {options['team']!r}. Use --new-team to found one.")
        if not options["role"]:
            raise CommandError("Say which role: --role " + ", ".join(Role))
        add_member(
            team=team,
            username=username,
            full_name=options["name"],
            password=password,
            role=Role(options["role"]),
            by=None,
            now=now,
        )


def _password(from_input: bool) -> str:
    if from_input:
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass("Password: ")
    if getpass("Password again: ") != password:
        raise CommandError("The two passwords differ.")
    return password
