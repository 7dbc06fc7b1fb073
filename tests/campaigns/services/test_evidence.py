"""What is shown before the pilot decision (R1.2, R6.1)."""

from datetime import date

import pytest

from campaigns.models import Campaign
from campaigns.services.evidence import pilot_evidence

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 1)


def test_r1_2_the_approved_outcomes_are_shown_with_what_follows_when_none_meets(piloting: Campaign) -> None:
    piloting.outcomes.filter(none_meets=True).update(condition="something else, not approved")
    evidence = pilot_evidence(piloting, on=DAY)
    assert [(row["then"], row["none_meets"]) for row in evidence["outcomes"]] == [
        ("adopt adapter A", False),
        ("adopt adapter B", False),
        ("keep the control", True),
    ]
    assert evidence["outcomes"][2]["if"] == "no variant meets the threshold"


def test_before_an_approval_no_outcome_is_fixed(worked_campaign: Campaign) -> None:
    assert pilot_evidence(worked_campaign, on=DAY)["outcomes"] == []
