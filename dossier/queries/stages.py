"""What the dossier and the close-out add to a campaign's task list, and what blocks its closing (R11.5)."""

from collections.abc import Iterable

from django.urls import reverse

from campaigns.domain.vocabulary import CampaignState as State
from campaigns.models import Campaign
from campaigns.queries.stage_rules import CANNOT_START, COMPLETE, IN_PROGRESS, NOT_STARTED
from campaigns.queries.stages import Blocker, Stage
from dossier.queries.closing import blocking_items
from dossier.queries.files import standings
from teams.domain.message import Message, gettext_noop

BEFORE_RUNS = frozenset({State.DRAFT, State.SUBMITTED, State.APPROVED, State.PILOTING, State.DECIDING})
CAN_BE_BLOCKED = frozenset({State.RUNNING, State.CLOSING})


def stages(campaign: Campaign) -> Iterable[Stage]:
    """The two last parts of a campaign that are above the app ``campaigns``."""
    return (_dossier(campaign), _closeout(campaign))


def blockers(campaign: Campaign) -> Iterable[Blocker]:
    """What keeps the campaign from being closed; before its runs nothing is missing yet."""
    if State(campaign.state) not in CAN_BE_BLOCKED:
        return ()
    return tuple(Blocker(item.message, item.url) for item in blocking_items(campaign))


def _dossier(campaign: Campaign) -> Stage:
    files = standings(campaign)
    verified = sum(1 for file in files if file.is_verified)
    if not files:
        status, hint = NOT_STARTED, Message(gettext_noop("Expect a file for each promised deliverable."))
    else:
        status = COMPLETE if verified == len(files) else IN_PROGRESS
        text = gettext_noop("Verified: %(verified)s of %(expected)s expected files.")
        hint = Message(text, {"verified": verified, "expected": len(files)})
    return _stage(campaign, "dossier", gettext_noop("Dossier"), status, hint=hint)


def _closeout(campaign: Campaign) -> Stage:
    state = State(campaign.state)
    title = gettext_noop("Close-out")
    if state in BEFORE_RUNS:
        reason = Message(gettext_noop("The runs come first."))
        return _stage(campaign, "close-out", title, CANNOT_START, reason=reason)
    editions = campaign.editions.count()
    if editions:
        text = Message(gettext_noop("Issued editions: %(count)s."), {"count": editions})
        return _stage(campaign, "close-out", title, COMPLETE, hint=text)
    status, sentence = {
        State.RUNNING: (NOT_STARTED, gettext_noop("A lead starts closing once the runs have ended.")),
        State.CLOSING: (IN_PROGRESS, gettext_noop("The conclusion is written and differences explained.")),
        State.CANCELLED: (IN_PROGRESS, gettext_noop("The cancelled campaign's close-out is not issued yet.")),
    }.get(state, (IN_PROGRESS, gettext_noop("No edition is issued yet.")))
    return _stage(campaign, "close-out", title, status, hint=Message(sentence))


def _stage(
    campaign: Campaign,
    key: str,
    title: str,
    status: str,
    *,
    reason: Message | None = None,
    hint: Message | None = None,
) -> Stage:
    url = reverse(f"dossier:{key}", args=[campaign.pk])
    return Stage(key, Message(title), url, status, reason, hint)
