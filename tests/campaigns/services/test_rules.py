"""Stop rules of every kind, judged by the domain, changed only with the plan (R5.1, R5.2)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.stop_rules import StopRule
from campaigns.domain.vocabulary import CampaignState, StopRuleKind
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Run, StopEvent
from campaigns.models import StopRule as Row
from campaigns.queries.rules import rule_from_row, rules_of
from campaigns.services.locking import Moved
from campaigns.services.rules import remove_rule, save_rule
from teams.models import AuditEvent, Person

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
RULES = (
    StopRule(StopRuleKind.NON_FINITE_LOSS, metric="eval loss"),
    StopRule(
        StopRuleKind.QUALITY_BELOW_THRESHOLD,
        metric="accuracy",
        threshold=Decimal("0.400000"),
        after=timedelta(hours=4),
    ),
    StopRule(StopRuleKind.ESSENTIAL_INPUT_TRUNCATED),
    StopRule(StopRuleKind.NO_USABLE_RECOVERY),
    StopRule(StopRuleKind.TIME_LIMIT, after=timedelta(hours=12)),
    StopRule(StopRuleKind.OTHER, wording="the room gets too warm"),
)


def save(campaign: Campaign, rule: StopRule, by: Person, number: int | None = None) -> Row:
    campaign.refresh_from_db()
    return save_rule(
        campaign=campaign, rule=rule, number=number, by=by, now=NOW, seen_revision=campaign.revision
    )


def remove(campaign: Campaign, number: int, by: Person) -> None:
    campaign.refresh_from_db()
    remove_rule(campaign=campaign, number=number, by=by, now=NOW, seen_revision=campaign.revision)


@pytest.mark.parametrize("rule", RULES, ids=[rule.kind.value for rule in RULES])
def test_r5_1_a_rule_of_every_kind_is_kept_as_it_was_stated(
    campaign: Campaign, planner: Person, rule: StopRule
) -> None:
    row = save(campaign, rule, planner)
    row.refresh_from_db()
    assert rule_from_row(row) == rule
    assert AuditEvent.objects.get(chain=campaign.code).object == rule.kind.value


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        (StopRule(StopRuleKind.QUALITY_BELOW_THRESHOLD), {"metric", "threshold", "after_minutes"}),
        (StopRule(StopRuleKind.TIME_LIMIT), {"after_minutes"}),
        (StopRule(StopRuleKind.OTHER), {"wording"}),
        (StopRule(StopRuleKind.NON_FINITE_LOSS, applies_to=" "), {"applies_to"}),
    ],
)
def test_r5_1_what_a_rule_lacks_is_said_at_its_fields(
    campaign: Campaign, planner: Person, rule: StopRule, fields: set[str]
) -> None:
    with pytest.raises(ValidationError) as caught:
        save(campaign, rule, planner)
    assert set(caught.value.message_dict) == fields
    assert (Row.objects.count(), AuditEvent.objects.count()) == (0, 0)


def test_a_changed_rule_keeps_its_place(worked_campaign: Campaign, planner: Person) -> None:
    second = rules_of(worked_campaign)[1]
    save(worked_campaign, StopRule(StopRuleKind.TIME_LIMIT, after=timedelta(hours=9)), planner, second.number)
    save(worked_campaign, RULES[5], planner)
    assert [str(line.sentence).split(" It applies")[0] for line in rules_of(worked_campaign)] == [
        "Stop when loss is not a finite number.",
        "Stop after 9 h.",
        "Stop when an essential input is truncated.",
        "Stop when there is no backup from which work can go on.",
        "Stop when: the room gets too warm.",
    ]


def test_r7_3_a_rule_that_stopped_a_run_is_neither_removed_nor_rewritten(
    worked_campaign: Campaign, planner: Person
) -> None:
    first, second = (line.number for line in rules_of(worked_campaign)[:2])
    run = Run.objects.create(
        campaign=worked_campaign,
        identifier="C1-V1-R01",
        number=1,
        variant=worked_campaign.variants.get(identifier="V1"),
        corpus=worked_campaign.corpora.get(),
        purpose="timing",
        recorded_by=planner,
        recorded_at=NOW,
    )
    StopEvent.objects.create(
        run=run,
        rule_id=first,
        kind="non-finite loss",
        reason="nan",
        at=NOW,
        recorded_by=planner,
        recorded_at=NOW,
    )
    with pytest.raises(ValidationError, match="stopped a run and stays"):
        remove(worked_campaign, first, planner)
    stated = rule_from_row(worked_campaign.stop_rules.get(pk=first))
    with pytest.raises(ValidationError, match="stays as it was"):
        save(worked_campaign, replace(stated, consequence="ask the lead"), planner, first)
    save(worked_campaign, stated, planner, first)
    assert rule_from_row(worked_campaign.stop_rules.get(pk=first)) == stated
    remove(worked_campaign, second, planner)
    with pytest.raises(ValidationError, match="removed already"):
        remove(worked_campaign, second, planner)
    assert len(rules_of(worked_campaign)) == 3


def test_r5_2_rules_are_locked_with_the_plan_and_change_in_turn(
    worked_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    with pytest.raises(PermissionDenied):
        save(worked_campaign, RULES[0], viewer)
    with pytest.raises(Moved):
        save_rule(campaign=worked_campaign, rule=RULES[0], number=None, by=planner, now=NOW, seen_revision=9)
    worked_campaign.state = CampaignState.SUBMITTED
    worked_campaign.save(update_fields=["state"])
    with pytest.raises(NotAllowed):
        save(worked_campaign, RULES[0], planner)
    with pytest.raises(NotAllowed):
        remove(worked_campaign, rules_of(worked_campaign)[0].number, planner)
