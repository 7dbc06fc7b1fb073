"""A campaign as a file describes it, before it has an identity: plain values, nothing of the database.

Worked: ``worked-campaign.json`` has 18 steps whose durations add up to 51 h.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from campaigns.domain.steps import Step
from campaigns.domain.stop_rules import StopRule
from campaigns.domain.vocabulary import (
    CampaignKind,
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
    VariantRole,
    WindowOpening,
)
from pricing.domain.money import Money


@dataclass(frozen=True)
class FileOutcome:
    """If this result, then that choice; one of them is for the case that no variant meets (R1.2)."""

    condition: str
    choice: str
    none_meets: bool


@dataclass(frozen=True)
class FileCorpus:
    """The data that all variants are compared on; ``identifiers`` names a file that lies beside (R1.5)."""

    name: str
    version: str
    items: int
    sha256: str
    identifiers: str
    frozen_at: datetime | None


@dataclass(frozen=True)
class FileVariant:
    """A configuration by its factors, and the choice that each result leads to (R2.1, R2.3)."""

    identifier: str
    role: VariantRole
    name: str
    priority: Priority
    values: Mapping[str, str]
    meets_probability: Decimal | None
    if_meets: str
    if_not: str
    if_inconclusive: str


@dataclass(frozen=True)
class FileCheck:
    """A metric, a comparison and a threshold announced before the runs."""

    metric: str
    direction: Direction
    threshold: Decimal | None
    minimum_difference: Decimal | None
    priority: Priority


@dataclass(frozen=True)
class FileDeliverable:
    """What the campaign promises to deliver."""

    kind: DeliverableKind
    scope: DeliverableScope
    priority: Priority


@dataclass(frozen=True)
class FileStep:
    """A step of the plan with all the figures of its estimate (R3.1, R3.7)."""

    step: Step
    one_in_ten: timedelta | None
    optimistic: timedelta | None
    pessimistic: timedelta | None


@dataclass(frozen=True)
class CampaignFile:
    """Everything that a campaign file says. ``lines`` tells where: ``lines["corpus.sha256"]``."""

    title: str
    kind: CampaignKind
    question: str
    choices: tuple[str, ...]
    outcomes: tuple[FileOutcome, ...]
    closing_condition: str
    corpus: FileCorpus | None
    factors: tuple[str, ...]
    variants: tuple[FileVariant, ...]
    acceptance_checks: tuple[FileCheck, ...]
    deliverables: tuple[FileDeliverable, ...]
    stop_rules: tuple[StopRule, ...]
    budget_ceiling: Money | None
    tolerance_percent: int
    window_package: str
    window_opening: WindowOpening
    side_by_side: int
    one_after_another: int
    people: int
    plan: tuple[FileStep, ...]
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def steps(self) -> tuple[Step, ...]:
        """List the steps as the planning arithmetic wants them."""
        return tuple(row.step for row in self.plan)
