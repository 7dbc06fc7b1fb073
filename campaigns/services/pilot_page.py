"""What the pilot page shows: the version in force and the evidence, solved with what was measured (R6.1)."""

from typing import Any

from django.utils import timezone

from campaigns.domain.schedule import ImpossiblePlan
from campaigns.models import Campaign
from campaigns.queries.versions import newest_version
from campaigns.services.evidence import pilot_evidence
from teams.queries.clock import day_in


def pilot_page(campaign: Campaign) -> dict[str, Any]:
    """The evidence as it stands now; nothing to show before a plan is approved.

    Measurements can make a plan impossible, e.g. a person's step longer than a working day: then the problems.
    """
    version = newest_version(campaign)
    if version is None:
        return {"version": None}
    try:
        evidence = pilot_evidence(campaign, on=day_in(campaign.team, timezone.now()))
    except ImpossiblePlan as impossible:
        return {"version": version, "problems": impossible.problems}
    return {"version": version, "evidence": evidence}
