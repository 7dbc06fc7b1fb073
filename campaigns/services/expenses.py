"""Expenses besides the rental: only amounts that were really incurred, each with its evidence (R9.1)."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import check_recordable
from campaigns.models import Campaign, Expense
from campaigns.services.locking import lock
from teams.domain.roles import Permission
from teams.models import Person
from teams.queries.clock import day_in
from teams.services import audit


@transaction.atomic
def record_expense(*, expense: Expense, by: Person, now: datetime) -> Expense:
    """Record an expense built by the form. Nothing is ever added to it: no tax, no fee."""
    campaign = lock(expense.campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    if expense.incurred_on and expense.incurred_on > day_in(campaign.team, now):
        raise ValidationError(
            {"incurred_on": _("This day is in the future; record an expense once it was incurred.")}
        )
    return _save(expense, campaign, by, now, "expense recorded", "")


@transaction.atomic
def take_back_expense(*, expense: Expense, by: Person, now: datetime, reason: str) -> Expense:
    """Take a wrong expense back by a second record; both stay."""
    campaign = lock(expense.campaign, by=by, permission=Permission.RECORD)
    check_recordable(CampaignState(campaign.state))
    if not reason.strip():
        raise ValidationError({"reason": _("Say why it was wrong.")})
    if expense.takes_back_id or Expense.objects.filter(takes_back=expense).exists():
        raise ValidationError(_("This expense was already taken back."))
    back = Expense(
        campaign=campaign,
        purpose=expense.purpose,
        amount=-expense.amount,
        currency=expense.currency,
        incurred_on=day_in(campaign.team, now),
        evidence=reason,
        takes_back=expense,
    )
    return _save(back, campaign, by, now, "expense taken back", reason)


def _save(
    expense: Expense, campaign: Campaign, by: Person, now: datetime, action: str, reason: str
) -> Expense:
    expense.recorded_by, expense.recorded_at = by, now
    expense.full_clean()
    expense.save()
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=f"{campaign.code} expense {expense.purpose}",
        new={"amount": str(expense.amount), "currency": expense.currency, "evidence": expense.evidence},
        reason=reason,
    )
    return expense
