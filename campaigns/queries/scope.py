"""The one place that limits campaigns to the teams of a person."""

from django.db.models import QuerySet

from campaigns.models import Campaign
from teams.models import Person


def campaigns_of(person: Person) -> "QuerySet[Campaign]":
    """The campaigns that the person may see at all: those of their teams."""
    return Campaign.objects.filter(team__memberships__person=person).select_related("team", "window_package")
