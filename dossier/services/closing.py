"""Closing a campaign: notes, explanations, the end itself, and its numbered editions (R11.1-R11.5)."""

import json
from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import Action, check_recordable
from campaigns.models import Campaign, Choice
from campaigns.services.locking import lock, move
from campaigns.services.plans import check_password_again
from dossier.domain.announced import Edition
from dossier.models import CloseoutEdition, ClosingNotes, DeviationExplanation
from dossier.pdf import render_closeout
from dossier.queries.closeout_data import closeout_data, notes_of
from dossier.queries.closeout_plan import deviations_of
from dossier.queries.closing import blocking_items
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit
from teams.services.wording import worded

ENDED = frozenset({CampaignState.CLOSED, CampaignState.CANCELLED})


@transaction.atomic
def start_closing(*, campaign: Campaign, by: Person, now: datetime) -> Campaign:
    """End the runs' time: from now on no main run starts, and the close-out is written."""
    campaign = lock(campaign, by=by, permission=Permission.APPROVE)
    move(campaign, Action.START_CLOSING)
    _record(campaign, by, now, "closing started", "")
    return campaign


@transaction.atomic
def save_notes(
    *,
    campaign: Campaign,
    conclusion: str,
    choice: Choice | None,
    uncertainties: str,
    files_kept_at: str,
    by: Person,
    now: datetime,
) -> ClosingNotes:
    """Save what people write for the close-out; a negative conclusion is a full one (R1.2)."""
    campaign = lock(campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    notes = notes_of(campaign)
    old = {"conclusion": notes.conclusion, "choice": str(notes.choice or "")}
    notes.campaign, notes.conclusion, notes.choice = campaign, conclusion, choice
    notes.uncertainties, notes.files_kept_at = uncertainties, files_kept_at
    notes.full_clean()
    notes.save()
    new = {"conclusion": conclusion, "choice": str(choice or "")}
    _record(campaign, by, now, "conclusion written", "", old, new)
    return notes


@transaction.atomic
def explain_deviation(
    *, campaign: Campaign, step_key: str, explanation: str, decision: str, by: Person, now: datetime
) -> DeviationExplanation:
    """Say why a step took another time than provided, and what was decided about it (R11.1)."""
    campaign = lock(campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    if step_key not in {step.key for step in deviations_of(campaign).steps}:
        raise ValidationError({"step_key": _("There is no such step.")})
    row = campaign.deviation_explanations.filter(step_key=step_key).first() or DeviationExplanation(
        campaign=campaign, step_key=step_key
    )
    old = {"explanation": row.explanation, "decision": row.decision}
    row.explanation, row.decision = explanation.strip(), decision.strip()
    row.explained_by, row.explained_at = by, now
    row.full_clean()
    row.save()
    new = {"explanation": explanation, "decision": decision}
    _record(campaign, by, now, "difference explained", step_key, old, new)
    return row


@transaction.atomic
def close_campaign(*, campaign: Campaign, password: str, by: Person, now: datetime) -> CloseoutEdition:
    """Close the campaign and issue its first edition, or refuse with everything that is missing (R11.5)."""
    campaign = lock(campaign, by=by, permission=Permission.APPROVE)
    check_password_again(by, password)
    if missing := blocking_items(campaign):
        raise ValidationError([worded(item.message) for item in missing])
    move(campaign, Action.CLOSE)
    _record(campaign, by, now, "campaign closed", "")
    return _issue(campaign, by, now, "")


@transaction.atomic
def cancel_campaign(*, campaign: Campaign, reason: str, password: str, by: Person, now: datetime) -> Campaign:
    """Cancel before closing; records and costs stay, and a close-out can still be issued (R9.5)."""
    campaign = lock(campaign, by=by, permission=Permission.APPROVE)
    check_password_again(by, password)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the campaign is cancelled.")})
    move(campaign, Action.CANCEL)
    _conclude_with(campaign, _("Cancelled: %(reason)s") % {"reason": reason.strip()})
    _record(campaign, by, now, "campaign cancelled", "", reason=reason)
    return campaign


def _conclude_with(campaign: Campaign, conclusion: str) -> None:
    """Give a cancelled campaign its conclusion, unless somebody wrote one before."""
    notes = notes_of(campaign)
    if not notes.conclusion.strip():
        notes.conclusion = conclusion
        notes.save()


@transaction.atomic
def issue_edition(*, campaign: Campaign, reason: str, by: Person, now: datetime) -> CloseoutEdition:
    """Issue the close-out of an ended campaign; a later edition names the one before and says why (R11.3)."""
    campaign = lock(campaign, by=by, permission=Permission.APPROVE)
    if campaign.state not in ENDED:
        raise ValidationError(_("A close-out is issued once the campaign is closed or cancelled."))
    if campaign.editions.exists() and not reason.strip():
        raise ValidationError({"reason": _("Say why a new edition is issued.")})
    return _issue(campaign, by, now, reason)


def _issue(campaign: Campaign, by: Person, now: datetime, reason: str) -> CloseoutEdition:
    """Gather, print and keep an edition in the action's own transaction, so that none is half there."""
    previous = campaign.editions.defer("pdf", "data").order_by("number").last()
    edition = Edition(
        number=previous.number + 1 if previous else 1,
        issued_at=now,
        issued_by=str(by),
        previous_number=previous.number if previous else None,
        previous_hash=previous.data_hash if previous else "",
        reason=reason if previous else "",
    )
    language = translation.get_language() or "en"
    data = closeout_data(campaign, edition)
    row = CloseoutEdition(
        campaign=campaign,
        number=edition.number,
        previous=previous,
        reason=edition.reason,
        data=json.loads(data.to_json()),
        data_hash=data.sha256,
        pdf=render_closeout(data, language=language),
        language=language,
        issued_by=by,
        issued_at=now,
    )
    row.full_clean()
    row.save()
    new = {"edition": row.number, "hash": row.data_hash}
    _record(campaign, by, now, "close-out issued", f"edition {row.number}", None, new, reason)
    return row


def _record(
    campaign: Campaign,
    by: Person,
    now: datetime,
    action: str,
    what: str,
    old: Mapping[str, object] | None = None,
    new: Mapping[str, object] | None = None,
    reason: str = "",
) -> None:
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=f"{campaign.code} {what}".strip(),
        old=old,
        new=new,
        reason=reason,
    )
