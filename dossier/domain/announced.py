"""What a close-out says about the goal: what was asked, announced and concluded, and each variant.

Figures are exact. A ``Message`` is said in the report's language; a ``str`` is what a person wrote.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from campaigns.domain.vocabulary import (
    CampaignKind,
    CampaignState,
    Direction,
    Priority,
    StopRuleKind,
    VariantRole,
    Verdict,
)
from teams.domain.message import Message


@dataclass(frozen=True)
class Subject:
    """Which campaign, of whom, and what was approved; times are shown in the team's zone."""

    code: str
    title: str
    team: str
    kind: CampaignKind
    state: CampaignState
    time_zone: str = "UTC"
    plan_version: int | None = None
    plan_hash: str = ""
    audit_head: str = ""


@dataclass(frozen=True)
class Edition:
    """Which issue of the report; a later one names the one before and says why (R11.3)."""

    number: int
    issued_at: datetime
    issued_by: str
    previous_number: int | None = None
    previous_hash: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Corpus:
    name: str
    version: str
    items: int
    sha256: str = ""
    frozen_at: datetime | None = None


@dataclass(frozen=True)
class Outcome:
    """If this result, then that choice."""

    condition: str
    choice: str


@dataclass(frozen=True)
class Question:
    text: str
    choices: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    closing_condition: str
    corpora: tuple[Corpus, ...] = ()


@dataclass(frozen=True)
class Conclusion:
    """What was found; a negative one is a full conclusion (R1.2)."""

    text: str
    choice: str = ""
    by: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class AnnouncedCheck:
    """A check as it was announced, and how each variant did against it."""

    metric: str
    direction: Direction
    threshold: Decimal | None
    priority: Priority
    minimum_difference: Decimal | None = None
    announced_at: datetime | None = None
    answer: Message | str = ""


@dataclass(frozen=True)
class AnnouncedRule:
    kind: StopRuleKind
    words: Message | str = ""


@dataclass(frozen=True)
class ChangeAfterApproval:
    """What was fixed and then changed, in which plan version (R5.2)."""

    what: Message | str
    before: Message | str
    after: Message | str
    version: int
    by: str
    at: datetime


@dataclass(frozen=True)
class Variant:
    """A configuration and what became of it: run, dropped with its reason, or never run."""

    identifier: str
    name: str
    role: VariantRole
    priority: Priority
    difference: Message | str
    fate: Message | str
    verdict: Verdict | None = None
    runs: int = 0
    configuration_hash: str = ""
