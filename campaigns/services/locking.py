"""One way to begin an action on a campaign: lock its row, see that nothing moved, see that the person may."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import Action, check_transition
from campaigns.models import Campaign
from teams.domain.roles import Permission
from teams.models import Person
from teams.services.access import check_may


class Moved(ValidationError):
    """The campaign changed since the person saw it; nothing was done."""


def lock(
    campaign: Campaign,
    *,
    by: Person,
    permission: Permission,
    seen_state: str | None = None,
    seen_revision: int | None = None,
) -> Campaign:
    """Lock the campaign's row until the transaction ends and return it fresh.

    ``seen_state`` and ``seen_revision`` are what the person's page showed: when they differ now, ``Moved`` is
    raised and says what the campaign is now. Raises ``PermissionDenied`` when the person's role is too small.
    """
    check_may(by, campaign.team, permission)
    fresh = Campaign.objects.select_for_update(of=("self",)).select_related("team").get(pk=campaign.pk)
    if seen_state is not None and seen_state != fresh.state:
        raise Moved(
            _("Somebody else acted meanwhile: the campaign is now “%(state)s”. Nothing was done.")
            % {"state": _(fresh.state)}
        )
    if seen_revision is not None and seen_revision != fresh.revision:
        raise Moved(
            _("Somebody else changed the campaign meanwhile. Your text is kept; compare and save again.")
        )
    return fresh


def touch(campaign: Campaign) -> None:
    """Count an edit, so that a page opened before it is told."""
    campaign.revision += 1
    campaign.save(update_fields=["revision"])


def move(campaign: Campaign, action: Action) -> None:
    """Take a locked campaign along the way of an action; ``NotAllowed`` when its state has no such way."""
    campaign.state = check_transition(CampaignState(campaign.state), action).value
    campaign.save(update_fields=["state"])
