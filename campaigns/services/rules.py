"""Stop rules, fixed before the test: each of its kind, judged by the domain (R5.1, R5.2)."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from campaigns.domain.steps import whole_minutes
from campaigns.domain.stop_rules import StopRule, validate
from campaigns.domain.vocabulary import StopRuleKind
from campaigns.models import Campaign
from campaigns.models import StopRule as StopRuleRow
from campaigns.queries.rules import rule_from_row
from campaigns.services.editing import lock_to_edit
from campaigns.services.locking import touch
from teams.models import Person
from teams.services import audit
from teams.services.wording import worded


@transaction.atomic
def save_rule(
    *,
    campaign: Campaign,
    rule: StopRule,
    number: int | None,
    by: Person,
    now: datetime,
    seen_revision: int,
) -> StopRuleRow:
    """Add a rule, or change the one of that number. What it lacks is said at its fields.

    A rule that stopped a run stays as it was: its stop event would say something else afterwards (R7.3).
    """
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    if problems := validate(rule):
        raise ValidationError({field: str(worded(message)) for field, message in problems.items()})
    rows = list(campaign.stop_rules.all())
    row = next((one for one in rows if one.pk == number), None)
    if row is None:
        last = max((one.position for one in rows), default=-1)
        row = StopRuleRow(campaign=campaign, position=last + 1)
    before = _told(row) if row.pk else {}
    if row.pk and rule_from_row(row) != rule and row.stop_events.exists():
        raise ValidationError(
            _("This rule stopped a run and stays as it was. Add the changed one as another rule.")
        )
    _fill(row, rule)
    row.full_clean()
    row.save()
    _record(campaign, by, now, "stop rule saved", row, before, _told(row))
    return row


@transaction.atomic
def remove_rule(*, campaign: Campaign, number: int, by: Person, now: datetime, seen_revision: int) -> None:
    """Remove a rule that stopped no run."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    row = campaign.stop_rules.filter(pk=number).first()
    if row is None:
        raise ValidationError(_("This rule was removed already."))
    told = _told(row)
    try:
        row.delete()
    except ProtectedError as error:
        raise ValidationError(_("This rule stopped a run and stays.")) from error
    _record(campaign, by, now, "stop rule removed", row, told, {})


def _fill(row: StopRuleRow, rule: StopRule) -> None:
    row.kind = rule.kind.value
    row.metric, row.threshold, row.wording = rule.metric, rule.threshold, rule.wording
    row.after_minutes = whole_minutes(rule.after) if rule.after is not None else None
    row.after_steps = rule.after_steps
    row.applies_to, row.consequence = rule.applies_to, rule.consequence


def _told(row: StopRuleRow) -> dict[str, object]:
    return {
        "kind": StopRuleKind(row.kind).value,
        "metric": row.metric,
        "threshold": str(row.threshold) if row.threshold is not None else None,
        "after_minutes": row.after_minutes,
        "after_steps": row.after_steps,
        "wording": row.wording,
        "applies_to": row.applies_to,
        "consequence": row.consequence,
    }


def _record(
    campaign: Campaign,
    by: Person,
    now: datetime,
    action: str,
    row: StopRuleRow,
    old: dict[str, object],
    new: dict[str, object],
) -> None:
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=row.kind,
        old=old,
        new=new,
    )
