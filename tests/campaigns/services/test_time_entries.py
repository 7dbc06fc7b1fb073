from datetime import date

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Step, TimeEntry
from campaigns.queries.time_entries import time_page
from campaigns.services.time_entries import record_time, take_back
from teams.models import AuditEvent, Person
from tests.running import NOW, advance

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)


def entry(campaign: Campaign, step: Step, **values: object) -> TimeEntry:
    return TimeEntry(
        campaign=campaign, step=step, **({"minutes": 90, "worked_on": date(2026, 7, 14)} | values)
    )


def test_r11_1_time_of_a_person_is_recorded_on_a_step(
    running_campaign: Campaign, step: Step, planner: Person
) -> None:
    saved = record_time(entry=entry(running_campaign, step), by=planner, now=NOW, today=TODAY)
    assert (saved.minutes, saved.recorded_by, saved.recorded_at) == (90, planner, NOW)


def test_r11_1_wrong_entry_is_taken_back_by_a_second_row_and_both_stay(
    running_campaign: Campaign, step: Step, planner: Person
) -> None:
    wrong = record_time(entry=entry(running_campaign, step), by=planner, now=NOW, today=TODAY)
    record_time(entry=entry(running_campaign, step, minutes=60), by=planner, now=NOW, today=TODAY)
    take_back(entry=wrong, reason="hours, not minutes", by=planner, now=NOW)
    page = time_page(running_campaign)
    assert (len(page.entries), page.minutes) == (3, 60)
    assert AuditEvent.objects.get(action="time taken back").reason == "hours, not minutes"


def test_r11_1_entry_is_taken_back_once_and_with_a_reason(
    running_campaign: Campaign, step: Step, planner: Person
) -> None:
    wrong = record_time(entry=entry(running_campaign, step), by=planner, now=NOW, today=TODAY)
    with pytest.raises(ValidationError, match="Say why"):
        take_back(entry=wrong, reason=" ", by=planner, now=NOW)
    second = take_back(entry=wrong, reason="twice", by=planner, now=NOW)
    with pytest.raises(ValidationError, match="already taken back"):
        take_back(entry=wrong, reason="twice", by=planner, now=NOW)
    with pytest.raises(ValidationError, match="takes another one back"):
        take_back(entry=second, reason="twice", by=planner, now=NOW)


@pytest.mark.parametrize(
    ("values", "message"), [({"minutes": 0}, "more than zero"), ({"worked_on": date(2026, 12, 2)}, "future")]
)
def test_r11_1_no_time_and_future_days_are_refused(
    running_campaign: Campaign, step: Step, planner: Person, values: dict[str, object], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        record_time(entry=entry(running_campaign, step, **values), by=planner, now=NOW, today=TODAY)
    assert not TimeEntry.objects.exists()


def test_r11_5_closed_campaign_takes_no_new_time_but_corrections(
    running_campaign: Campaign, step: Step, planner: Person
) -> None:
    wrong = record_time(entry=entry(running_campaign, step), by=planner, now=NOW, today=TODAY)
    advance(running_campaign, "closed")
    with pytest.raises(NotAllowed, match="closed"):
        record_time(entry=entry(running_campaign, step), by=planner, now=NOW, today=TODAY)
    assert take_back(entry=wrong, reason="wrong step", by=planner, now=NOW).takes_back == wrong


def test_step_of_another_campaign_and_person_without_the_right_are_refused(
    running_campaign: Campaign, step: Step, planner: Person, viewer: Person
) -> None:
    other = Campaign.objects.create(team=running_campaign.team, title="Another", created_by=planner)
    with pytest.raises(ValidationError, match="not one of the campaign"):
        record_time(entry=entry(other, step), by=planner, now=NOW, today=TODAY)
    with pytest.raises(PermissionDenied):
        record_time(entry=entry(running_campaign, step), by=viewer, now=NOW, today=TODAY)
