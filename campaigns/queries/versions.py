"""Plan versions and what waits for approval."""

from datetime import datetime
from itertools import pairwise

from django.shortcuts import get_object_or_404

from campaigns.domain.changes import Change, changes
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


def submission_for(campaign: Campaign, number: int) -> PlanSubmission:
    """A submission of the campaign by its number; any other answers 404."""
    return get_object_or_404(
        campaign.submissions.select_related("campaign__team", "submitted_by"), number=number
    )


def version_for(campaign: Campaign, number: int) -> PlanVersion:
    """A frozen version of the campaign by its number; any other answers 404."""
    return get_object_or_404(campaign.versions.select_related("approved_by", "submitted_by"), number=number)


def versions_of(campaign: Campaign) -> tuple[PlanVersion, ...]:
    """All frozen versions, the newest first."""
    return tuple(campaign.versions.select_related("approved_by", "submitted_by").order_by("-number"))


def changed_after_approval(campaign: Campaign) -> tuple[tuple[PlanVersion, tuple[Change, ...]], ...]:
    """Every later version with what it changed of the one before it (R5.2)."""
    versions = list(campaign.versions.select_related("approved_by", "submitted_by").order_by("number"))
    return tuple((new, changes(old.content, new.content)) for old, new in pairwise(versions))


def version_page(version: PlanVersion) -> dict[str, object]:
    """All that the page of a frozen version shows."""
    before = version.campaign.versions.filter(number=version.number - 1).first()
    return {
        "version": version,
        "content": version.content,
        "before": before,
        "changes": changes(before.content, version.content) if before else (),
    }
