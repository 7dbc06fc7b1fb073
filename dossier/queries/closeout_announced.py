"""What was announced, as the close-out says it: question, checks, rules, variants, changes (R11.2)."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from campaigns.domain.results import Answer, RecordedRun, verdict_of
from campaigns.domain.stop_rules import StopRule, describe
from campaigns.domain.variants import DifferenceKind, differences
from campaigns.domain.vocabulary import (
    CampaignKind,
    CampaignState,
    Direction,
    Priority,
    StopRuleKind,
    VariantRole,
)
from campaigns.models import Campaign, Corpus, Variant
from campaigns.queries.plan_content import announced_content
from campaigns.queries.rules import rule_from_row
from campaigns.queries.versions import changed_after_approval, newest_version
from dossier.domain import announced
from teams.domain.message import Message, gettext_noop
from teams.models import AuditEvent

WROTE_THE_CONCLUSION = ("conclusion written", "campaign cancelled")


def subject(campaign: Campaign) -> announced.Subject:
    """Which campaign, of whom, with the hashes that prove what was approved and that nothing was rewritten."""
    version = newest_version(campaign)
    head = (
        AuditEvent.objects.filter(chain=campaign.code)
        .order_by("-number")
        .values_list("hash", flat=True)
        .first()
    )
    return announced.Subject(
        code=campaign.code,
        title=campaign.title,
        team=campaign.team.name,
        kind=CampaignKind(campaign.kind),
        state=CampaignState(campaign.state),
        time_zone=campaign.team.time_zone,
        plan_version=version.number if version else None,
        plan_hash=version.content_hash if version else "",
        audit_head=head or "",
    )


def question(campaign: Campaign) -> announced.Question:
    """The question as it was approved, or as it stands when nothing was approved."""
    version = newest_version(campaign)
    stated = version.content if version else announced_content(campaign)
    return announced.Question(
        text=stated["question"],
        choices=tuple(stated["choices"]),
        outcomes=tuple(announced.Outcome(row["if"], row["then"]) for row in stated["outcomes"]),
        closing_condition=stated["closing_condition"],
        corpora=tuple(_corpus(row) for row in campaign.corpora.defer("identifiers").order_by("id")),
    )


def conclusion(campaign: Campaign, text: str, choice: str) -> announced.Conclusion:
    """What was concluded, by whom and when: the trail knows who wrote it last."""
    written = AuditEvent.objects.filter(chain=campaign.code, action__in=WROTE_THE_CONCLUSION)
    last = written.select_related("actor").order_by("number").last()
    if not text or last is None:
        return announced.Conclusion(text, choice)
    return announced.Conclusion(text, choice, str(last.actor), last.at)


def _corpus(row: Corpus) -> announced.Corpus:
    return announced.Corpus(row.name, row.version, row.item_count, row.sha256, row.frozen_at)


def checks(campaign: Campaign, answers: tuple[Answer, ...]) -> tuple[announced.AnnouncedCheck, ...]:
    """The checks of the plan in force, each with what every variant says to it."""
    version = newest_version(campaign)
    stated: list[dict[str, Any]] = version.content["acceptance_checks"] if version else []
    return tuple(
        announced.AnnouncedCheck(
            metric=check["metric"],
            direction=Direction(check["direction"]),
            threshold=_decimal(check["threshold"]),
            priority=Priority(check["priority"]),
            minimum_difference=_decimal(check["minimum_difference_to_control"]),
            announced_at=version.approved_at if version else None,
            answer=_answer(check, answers),
        )
        for check in stated
    )


def _answer(check: dict[str, Any], answers: tuple[Answer, ...]) -> Message | str:
    own = [
        one
        for one in answers
        if check["priority"] == Priority.ESSENTIAL
        and (one.check.metric, one.check.direction) == (check["metric"], check["direction"])
        and one.check.threshold == _decimal(check["threshold"])
    ]
    if not own:
        return Message(gettext_noop("Not asked of any variant as essential."))
    return "; ".join(f"{one.variant}: {one.verdict}" for one in own)


def rules(campaign: Campaign) -> tuple[announced.AnnouncedRule, ...]:
    """The stop rules that were fixed before the test; as they stand when nothing was approved."""
    version = newest_version(campaign)
    if version is None:
        stated = [rule_from_row(row) for row in campaign.stop_rules.all()]
    else:
        stated = [_rule(row) for row in version.content["stop_rules"]]
    return tuple(announced.AnnouncedRule(rule.kind, describe(rule)) for rule in stated)


def _rule(stated: dict[str, Any]) -> StopRule:
    minutes = stated["after_minutes"]
    return StopRule(
        kind=StopRuleKind(stated["kind"]),
        metric=stated["metric"],
        threshold=_decimal(stated["threshold"]),
        after=None if minutes is None else timedelta(minutes=minutes),
        after_steps=stated["after_steps"],
        wording=stated["wording"],
        applies_to=stated["applies_to"],
        consequence=stated["consequence"],
    )


def changes(campaign: Campaign) -> tuple[announced.ChangeAfterApproval, ...]:
    """Every change after the first approval, field by field, with who approved it (R5.2)."""
    return tuple(
        announced.ChangeAfterApproval(
            what=" ".join(part for part in (change.section, change.name, change.field) if part).replace(
                "_", " "
            ),
            before=change.old or Message(gettext_noop("not there")),
            after=change.new or Message(gettext_noop("removed")),
            version=version.number,
            by=str(version.approved_by),
            at=version.approved_at,
        )
        for version, found in changed_after_approval(campaign)
        for change in found
    )


def variants(
    campaign: Campaign, runs: tuple[RecordedRun, ...], answers: tuple[Answer, ...]
) -> tuple[announced.Variant, ...]:
    """Every variant and what became of it: run, dropped with its reason, or never run."""
    rows = list(campaign.variants.order_by("position", "pk"))
    control = next((row for row in rows if row.role == VariantRole.CONTROL and row.dropped_at is None), None)
    return tuple(_variant(row, control, runs, answers) for row in rows)


def _variant(
    row: Variant, control: Variant | None, runs: tuple[RecordedRun, ...], answers: tuple[Answer, ...]
) -> announced.Variant:
    own = sum(1 for run in runs if run.variant == row.identifier)
    results = any(run.is_result and run.variant == row.identifier for run in runs)
    return announced.Variant(
        identifier=row.identifier,
        name=row.name,
        role=VariantRole(row.role),
        priority=Priority(row.priority),
        difference=_difference(row, control),
        fate=_fate(row, own),
        verdict=verdict_of(row.identifier, answers) if results else None,
        runs=own,
        configuration_hash=row.configuration_hash,
    )


def _difference(row: Variant, control: Variant | None) -> Message | str:
    if control is None or row.pk == control.pk:
        return Message(gettext_noop("the control"))
    found = differences(control.values, row.values)
    if found.kind is DifferenceKind.IDENTICAL:
        return Message(gettext_noop("identical to the control"))
    return Message(gettext_noop("differs in %(factors)s"), {"factors": ", ".join(found.factors)})


def _fate(row: Variant, runs: int) -> Message:
    if row.dropped_at:
        return Message(gettext_noop("dropped: %(reason)s"), {"reason": row.dropped_reason})
    if not runs:
        return Message(gettext_noop("never run"))
    return Message(
        gettext_noop("run once") if runs == 1 else gettext_noop("run %(count)s times"), {"count": runs}
    )


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
