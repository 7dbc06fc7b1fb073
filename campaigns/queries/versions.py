"""Plan versions and what waits for approval."""

from datetime import datetime

from campaigns.models import Campaign, PlanSubmission, PlanVersion


def pending_submission(campaign: Campaign) -> PlanSubmission | None:
    """The submission that was neither approved nor sent back, if one waits."""
    return (
        campaign.submissions.filter(version__isnull=True, sent_back__isnull=True)
        .select_related("submitted_by", "campaign__team")
        .order_by("number")
        .last()
    )


def baseline_of(campaign: Campaign) -> PlanVersion | None:
    """The first approved version."""
    return campaign.versions.order_by("number").first()


def newest_version(campaign: Campaign, *, before: datetime | None = None) -> PlanVersion | None:
    """The version in force: the newest one, or the newest approved by a moment such as a run's start."""
    versions = campaign.versions.order_by("number")
    if before is not None:
        versions = versions.filter(approved_at__lte=before)
    return versions.last()
