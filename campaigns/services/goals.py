"""A new campaign, and its goal saved as a whole: nothing is half-saved, nothing is overwritten unseen (R1.1, R1.2)."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, ProtectedError
from django.utils.translation import gettext as _

from campaigns.domain.goal_text import StatedChoice, StatedGoal, differing
from campaigns.domain.vocabulary import CampaignKind
from campaigns.models import AcceptanceCheck, Campaign, Choice, Deliverable, Outcome
from campaigns.queries.goal import stated_goal
from campaigns.services.editing import lock_to_edit
from campaigns.services.locking import touch
from teams.domain.roles import Permission
from teams.models import Person, Team
from teams.services import audit
from teams.services.access import check_may

Row = TypeVar("Row", bound=Model)


@transaction.atomic
def create_campaign(
    *, team: Team, title: str, kind: CampaignKind, question: str, by: Person, now: datetime
) -> Campaign:
    """Start a campaign in draft."""
    check_may(by, team, Permission.PLAN)
    campaign = _saved(Campaign(team=team, title=title, kind=kind, question=question, created_by=by))
    audit.record(
        team=team, chain=campaign.code, by=by, now=now, action="campaign created", object=campaign.title
    )
    return campaign


@transaction.atomic
def save_goal(
    *, campaign: Campaign, goal: StatedGoal, by: Person, now: datetime, seen_revision: int
) -> Campaign:
    """Make the goal what was stated. ``Moved`` when somebody saved since the page was opened."""
    campaign = lock_to_edit(campaign, by=by, seen_revision=seen_revision)
    changes = differing(stated_goal(campaign), goal)
    if not changes:
        return campaign
    _save_own_fields(campaign, goal)
    _save_lists(campaign, goal)
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="goal saved",
        object=campaign.code,
        old={change.code: change.saved for change in changes},
        new={change.code: change.typed for change in changes},
    )
    return campaign


def _saved(row: Row) -> Row:
    row.full_clean()
    row.save()
    return row


def _save_own_fields(campaign: Campaign, goal: StatedGoal) -> None:
    campaign.title, campaign.kind = goal.title, goal.kind.value
    campaign.question, campaign.closing_condition = goal.question, goal.closing_condition
    campaign.budget_ceiling_amount, campaign.budget_ceiling_currency = goal.ceiling, goal.currency
    campaign.tolerance_percent = goal.tolerance_percent
    _saved(campaign)


def _save_lists(campaign: Campaign, goal: StatedGoal) -> None:
    """Only choices are referred to by others; the rows of the other lists are written anew."""
    campaign.outcomes.all().delete()
    choices = _save_choices(campaign, goal.choices)
    for position, outcome in enumerate(goal.outcomes):
        _saved(
            Outcome(
                campaign=campaign,
                condition=outcome.condition,
                choice=choices[outcome.choice],
                none_meets=outcome.none_meets,
                position=position,
            )
        )
    campaign.checks.all().delete()
    for position, check in enumerate(goal.checks):
        _saved(
            AcceptanceCheck(
                campaign=campaign,
                metric=check.metric,
                direction=check.direction.value,
                threshold=check.threshold,
                minimum_difference=check.minimum_difference,
                priority=check.priority.value,
                position=position,
            )
        )
    campaign.deliverables.all().delete()
    for position, row in enumerate(goal.deliverables):
        _saved(
            Deliverable(
                campaign=campaign,
                kind=row.kind.value,
                scope=row.scope.value,
                priority=row.priority.value,
                position=position,
            )
        )


def _save_choices(campaign: Campaign, stated: Iterable[StatedChoice]) -> dict[str, Choice]:
    known = {choice.pk: choice for choice in campaign.choices.all()}
    wanted = list(stated)
    _remove_choices(campaign, set(known) - {choice.number for choice in wanted if choice.number})
    # Two choices may swap their texts: free the old ones first.
    for number in known:
        campaign.choices.filter(pk=number).update(text=f"\x01{number}")
    rows: dict[str, Choice] = {}
    for position, choice in enumerate(wanted):
        row = known.get(choice.number or 0) or Choice(campaign=campaign)
        row.text, row.position = choice.text, position
        rows[choice.text] = _saved(row)
    return rows


def _remove_choices(campaign: Campaign, numbers: set[int]) -> None:
    try:
        campaign.choices.filter(pk__in=numbers).delete()
    except ProtectedError as error:
        kept = ", ".join(campaign.choices.filter(pk__in=numbers).values_list("text", flat=True))
        message = _(
            "Variants or the conclusion lead to “%(choices)s”. Let them lead elsewhere, then remove it."
        )
        raise ValidationError(message % {"choices": kept}) from error
