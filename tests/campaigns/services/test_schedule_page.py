"""What the schedule page shows besides the schedule (R1.4)."""

from datetime import date, timedelta

import pytest

from campaigns.domain.vocabulary import Priority
from campaigns.models import Campaign
from campaigns.services.schedule_page import schedule_page

HOUR = timedelta(hours=1)


@pytest.mark.django_db
@pytest.mark.parametrize(("batches", "essential"), [(1, 32), (2, 34)])
def test_r1_4_priorities_add_up_to_the_lane_hours_that_stand_above_them(
    worked_campaign: Campaign, batches: int, essential: int
) -> None:
    worked_campaign.side_by_side = batches
    page = schedule_page(worked_campaign, on=date(2026, 12, 1))
    assert page["by_priority"] == [
        (Priority.ESSENTIAL, essential * HOUR, 7 * HOUR),
        (Priority.USEFUL, 10 * HOUR, 0 * HOUR),
        (Priority.EXPLORATORY, 0 * HOUR, 0 * HOUR),
    ]
    assert page["answer"].figures.lane_hours == (essential + 10) * HOUR
