"""The goal of a campaign as the domain wants it, and what it still lacks, with links (R1.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Prefetch, QuerySet
from django.urls import reverse

from campaigns.domain import question
from campaigns.domain.goal_text import (
    StatedCheck,
    StatedChoice,
    StatedDeliverable,
    StatedGoal,
    StatedOutcome,
)
from campaigns.domain.vocabulary import (
    CampaignKind,
    CampaignState,
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
    VariantRole,
)
from campaigns.domain.workflow import can_edit
from campaigns.models import Campaign, Corpus, Outcome, Variant
from teams.domain.message import Message
from teams.domain.roles import Permission, Role, permits

VARIANTS = "variants"


@dataclass(frozen=True)
class ReadinessItem:
    """One thing that is missing or worth a thought, and the address where it is mended."""

    code: str
    message: Message
    url: str
    is_about_variants: bool


@dataclass(frozen=True)
class Readiness:
    """What keeps the plan from being submitted, and the warnings, which do not."""

    missing: tuple[ReadinessItem, ...]
    warnings: tuple[ReadinessItem, ...]

    @property
    def is_ready(self) -> bool:
        """Say whether nothing is missing."""
        return not self.missing


def with_goal(campaigns: "QuerySet[Campaign]") -> "QuerySet[Campaign]":
    """Fetch all that a goal is made of, in the same number of queries for any number of campaigns."""
    return campaigns.prefetch_related(
        "choices",
        "checks",
        "deliverables",
        "factors",
        Prefetch("outcomes", Outcome.objects.select_related("choice")),
        Prefetch("corpora", Corpus.objects.defer("identifiers")),
        Prefetch(
            "variants",
            Variant.objects.filter(dropped_at=None).select_related("if_meets", "if_not", "if_inconclusive"),
        ),
    )


def goal_of(campaign: Campaign) -> question.Goal:
    """The goal as it stands now. Eight queries."""
    return goal_from_rows(with_goal(Campaign.objects.all()).get(pk=campaign.pk))


def goal_from_rows(campaign: Campaign) -> question.Goal:
    """The goal of a campaign that came through ``with_goal``: no query."""
    corpora = list(campaign.corpora.all())
    newest = max(corpora, key=lambda corpus: corpus.pk, default=None)
    factors = [factor.name for factor in campaign.factors.all()]
    return question.Goal(
        question=campaign.question,
        choices=tuple(choice.text for choice in campaign.choices.all()),
        outcomes=tuple(
            question.Outcome(outcome.condition, outcome.choice.text, outcome.none_meets)
            for outcome in campaign.outcomes.all()
        ),
        closing_condition=campaign.closing_condition,
        corpus=question.Corpus(newest.sha256, newest.frozen_at) if newest else None,
        variants=tuple(_variant(variant, factors) for variant in campaign.variants.all()),
        checks=tuple(
            question.AcceptanceCheck(
                metric=check.metric,
                direction=Direction(check.direction),
                threshold=check.threshold,
                minimum_difference=check.minimum_difference,
                priority=Priority(check.priority),
            )
            for check in campaign.checks.all()
        ),
        deliverables=len(campaign.deliverables.all()),
    )


def readiness_of(campaign: Campaign) -> Readiness:
    """What the goal lacks and what deserves a warning, each with its link. Eight queries."""
    return readiness_from(campaign.pk, goal_of(campaign))


def readiness_from(number: int, goal: question.Goal) -> Readiness:
    """The same from a goal that is already at hand: no query."""
    found = question.readiness(goal)
    return Readiness(
        tuple(_item(number, missing) for missing in found.missing),
        tuple(_item(number, warning) for warning in found.warnings),
    )


def corpus_of(campaign: Campaign) -> Corpus | None:
    """The newest version of the corpus: the one that a plan is about; without its identifiers."""
    return campaign.corpora.defer("identifiers").order_by("pk").last()


def _variant(variant: Variant, factors: Sequence[str]) -> question.GoalVariant:
    known = [name for name in factors if name in variant.values]
    return question.GoalVariant(
        identifier=variant.identifier,
        role=VariantRole(variant.role),
        priority=Priority(variant.priority),
        values={name: variant.values[name] for name in [*known, *variant.values]},
        if_meets=variant.if_meets.text if variant.if_meets else "",
        if_not=variant.if_not.text if variant.if_not else "",
        if_inconclusive=variant.if_inconclusive.text if variant.if_inconclusive else "",
    )


def _item(number: int, missing: question.Missing) -> ReadinessItem:
    is_about_variants = missing.anchor == VARIANTS or missing.anchor.startswith("variant-")
    page = "campaigns:variants" if is_about_variants else "campaigns:goal"
    url = f"{reverse(page, args=[number])}#{missing.anchor}"
    return ReadinessItem(missing.code, missing.message, url, is_about_variants)


def stated_goal(campaign: Campaign) -> StatedGoal:
    """The goal as it is saved, to be shown in a form or compared with what was typed. Four queries."""
    return StatedGoal(
        title=campaign.title,
        kind=CampaignKind(campaign.kind),
        question=campaign.question,
        closing_condition=campaign.closing_condition,
        ceiling=campaign.budget_ceiling_amount,
        currency=campaign.budget_ceiling_currency,
        tolerance_percent=campaign.tolerance_percent,
        choices=tuple(StatedChoice(row.pk, row.text) for row in campaign.choices.all()),
        outcomes=tuple(
            StatedOutcome(row.condition, row.choice.text, row.none_meets)
            for row in campaign.outcomes.select_related("choice")
        ),
        checks=tuple(
            StatedCheck(
                row.metric,
                Direction(row.direction),
                row.threshold,
                row.minimum_difference,
                Priority(row.priority),
            )
            for row in campaign.checks.all()
        ),
        deliverables=tuple(
            StatedDeliverable(DeliverableKind(row.kind), DeliverableScope(row.scope), Priority(row.priority))
            for row in campaign.deliverables.all()
        ),
    )


def corpora_of(campaign: Campaign) -> tuple[Corpus, ...]:
    """All versions of the corpus, the newest first; of their identifiers only how many there are."""
    rows = campaign.corpora.defer("identifiers").annotate(listed=F("identifiers__len"))
    return tuple(rows.order_by("-pk"))


def is_editable(campaign: Campaign, role: Role) -> bool:
    """Say whether this person can change goal, variants and rules now."""
    return permits(role, Permission.PLAN) and can_edit(CampaignState(campaign.state), campaign.amendment_open)
