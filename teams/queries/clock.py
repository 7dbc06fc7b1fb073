"""Which day it is for a team."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from teams.models import Team


def day_in(team: Team, now: datetime) -> date:
    """The day in the team's time zone: 23:30 UTC on 30 November is 1 December in Makassar."""
    return now.astimezone(ZoneInfo(team.time_zone)).date()
