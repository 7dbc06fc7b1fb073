"""What the pilot page shows: the version in force and the evidence, solved with what was measured (R6.1)."""

from typing import Any

from django.utils import timezone

from campaigns.models import Campaign
from campaigns.queries.versions import newest_version
from campaigns.services.evidence import pilot_evidence


def pilot_page(campaign: Campaign) -> dict[str, Any]:
    """The evidence as it stands now; nothing to show before a plan is approved."""
    version = newest_version(campaign)
    if version is None:
        return {"version": None}
    return {"version": version, "evidence": pilot_evidence(campaign, on=timezone.now().date())}
