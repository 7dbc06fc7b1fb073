"""``manage.py seed_examples``: two sign-ins and the worked campaign in seven states, once, in an empty installation."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from dossier.services.example_steps import Cast
from dossier.services.examples import make_examples
from teams.domain.roles import Role
from teams.models import Person
from teams.services.members import add_member, create_person
from teams.services.teams import create_team

PLANNER, LEAD = "planner", "lead"
# Printed for a trial on this machine; an installation of its own starts with manage.py add_person.
PASSWORD = "buy-a-decision"
TEAM = "Example team"


class Command(BaseCommand):
    """Fills an empty installation; one that has campaigns or people is left as it is."""

    help = "Makes two sign-ins and the worked campaign in seven states, if nothing is there yet."

    def handle(self, **_options: Any) -> None:
        """Make them if nothing is there, and say how to sign in and where to click."""
        if not Person.objects.exists():
            self._make()
        if Person.objects.filter(username=PLANNER).exists() and Campaign.objects.exists():
            self._say()

    @transaction.atomic
    def _make(self) -> None:
        now = timezone.now()
        lead = create_person(username=LEAD, full_name="Example Lead", password=PASSWORD)
        team = create_team(name=TEAM, by=lead, now=now)
        add_member(
            team=team,
            username=PLANNER,
            role=Role.PLANNER,
            by=lead,
            now=now,
            full_name="Example Planner",
            password=PASSWORD,
        )
        planner = Person.objects.get(username=PLANNER)
        make_examples(Cast(team=team, planner=planner, lead=lead, password=PASSWORD, now=now))

    def _say(self) -> None:
        self.stdout.write(f"Sign in as “{PLANNER}” (plans) or “{LEAD}” (decides), password “{PASSWORD}”.")
        for campaign in Campaign.objects.order_by("pk")[:7]:
            self.stdout.write(f"  /{campaign.code}/  {campaign.title.partition(':')[0]}")
