"""How every edit of goal, variants, rules and corpus begins: the row locked, nothing moved, the state allows it."""

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import check_editable
from campaigns.models import Campaign
from campaigns.services.locking import lock
from teams.domain.roles import Permission
from teams.models import Person


def lock_to_edit(campaign: Campaign, *, by: Person, seen_revision: int) -> Campaign:
    """Lock the campaign for an edit of its goal or plan, and return it fresh (R3.8, R5.2)."""
    campaign = lock(campaign, by=by, permission=Permission.PLAN, seen_revision=seen_revision)
    check_editable(CampaignState(campaign.state), campaign.amendment_open)
    return campaign
