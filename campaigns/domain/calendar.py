"""Working hours of a team as the times in which people do not work, relative to a plan's start (R3.4).

Worked: work from 08:00 to 17:00, a plan that starts on a Monday at 08:00: people are away from hour 9 to
hour 24, and so on each day. On the day the clocks go forward a night is one hour shorter.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from campaigns.domain.steps import Closed

DAYS_AHEAD = 120
"""How far working hours are laid out; later than this people are taken to be at work."""


@dataclass(frozen=True)
class WorkingHours:
    """The hours of a working day, and how many days from Monday on are worked."""

    works_from: time
    works_until: time
    days: int
    zone: str

    def __post_init__(self) -> None:
        if self.works_from >= self.works_until:
            raise ValueError("a working day ends after it starts")
        if not 1 <= self.days <= 7:
            raise ValueError("a week has one to seven working days")

    @property
    def working_day(self) -> timedelta:
        """Measure a working day; a person's step that takes longer must be split."""
        return datetime.combine(date.min, self.works_until) - datetime.combine(date.min, self.works_from)


def closed_intervals(hours: WorkingHours, starts_at: datetime, days: int = DAYS_AHEAD) -> Closed:
    """List the times without work from the plan's start on, merged and in order, by the local calendar."""
    zone = ZoneInfo(hours.zone)
    first = starts_at.astimezone(zone).date()
    closed: list[tuple[timedelta, timedelta]] = []
    away_since = starts_at
    for number in range(days + 1):
        day = first + timedelta(days=number)
        if day.weekday() >= hours.days:
            continue
        opens, closes = _moment(day, hours.works_from, zone), _moment(day, hours.works_until, zone)
        if closes <= starts_at:
            continue
        if opens > away_since:
            closed.append((away_since - starts_at, opens - starts_at))
        away_since = max(closes, starts_at)
    return tuple(closed)


def _moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)
