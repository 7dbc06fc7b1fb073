"""Stop rules as sentences (R5.1)."""

from dataclasses import dataclass
from datetime import timedelta

from django.shortcuts import get_object_or_404

from campaigns.domain.stop_rules import StopRule, describe
from campaigns.domain.vocabulary import StopRuleKind
from campaigns.models import Campaign
from campaigns.models import StopRule as StopRuleRow
from teams.domain.message import Message


@dataclass(frozen=True)
class RuleLine:
    """One rule as the page shows it."""

    number: int
    kind: StopRuleKind
    sentence: Message


def rules_of(campaign: Campaign) -> tuple[RuleLine, ...]:
    """The rules of a campaign in their order. One query."""
    return tuple(
        RuleLine(row.pk, StopRuleKind(row.kind), describe(rule_from_row(row)))
        for row in campaign.stop_rules.all()
    )


def rule_for(campaign: Campaign, number: int) -> StopRuleRow:
    """One rule of the campaign; any other answers 404."""
    return get_object_or_404(campaign.stop_rules, pk=number)


def rule_from_row(row: StopRuleRow) -> StopRule:
    """A rule as the domain judges it."""
    return StopRule(
        kind=StopRuleKind(row.kind),
        metric=row.metric,
        threshold=row.threshold,
        after=None if row.after_minutes is None else timedelta(minutes=row.after_minutes),
        after_steps=row.after_steps,
        wording=row.wording,
        applies_to=row.applies_to,
        consequence=row.consequence,
    )
