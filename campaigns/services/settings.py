"""The plan's settings: what opens the window, who works, and the arrangement that was chosen (R3.4, R4.3)."""

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import check_editable
from campaigns.models import Campaign
from campaigns.services.locking import lock, touch
from pricing.models import Package
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit


def save_plan_settings(
    *,
    campaign: Campaign,
    window_opening: str,
    people: int,
    planned_start: datetime | None,
    by: Person,
    now: datetime,
    seen_revision: int,
) -> None:
    """Save what opens the window, how many people work at once, and when the plan is to start."""
    values = {"window_opening": window_opening, "people": people, "planned_start": planned_start}
    _save(campaign, values, by, now, seen_revision, "plan settings saved")


def choose_arrangement(
    *,
    campaign: Campaign,
    package: Package,
    side_by_side: int,
    one_after_another: int,
    environment_persists: bool,
    permits_side_by_side: bool,
    by: Person,
    now: datetime,
    seen_revision: int,
) -> None:
    """Choose what the plan is compared with. Side by side needs a person's word, kept with their name (R4.3).

    Whoever saves a later choice does not take over the word that somebody else gave.
    """
    values = {
        "window_package": package,
        "side_by_side": side_by_side,
        "one_after_another": one_after_another,
        "environment_persists": environment_persists,
        "side_by_side_permitted_by": (campaign.side_by_side_permitted_by or by)
        if permits_side_by_side
        else None,
    }
    _save(campaign, values, by, now, seen_revision, "arrangement chosen")


@transaction.atomic
def _save(
    campaign: Campaign, values: dict[str, Any], by: Person, now: datetime, seen_revision: int, action: str
) -> None:
    campaign = lock(campaign, by=by, permission=Permission.PLAN, seen_revision=seen_revision)
    check_editable(CampaignState(campaign.state), campaign.amendment_open)
    old = {name: _spoken(getattr(campaign, name)) for name in values}
    for name, value in values.items():
        setattr(campaign, name, value)
    campaign.full_clean()
    campaign.save(update_fields=list(values))
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=f"{campaign.code} plan",
        old=old,
        new={name: _spoken(value) for name, value in values.items()},
    )


def _spoken(value: object) -> object:
    return value if value is None or isinstance(value, (int, str)) else str(value)
