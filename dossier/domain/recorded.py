"""What a close-out says about the work: runs, times, money, results, decisions, files (R11.2).

Money has its currency, times are whole minutes. ``None`` for a time means *not recorded*, never zero (R11.1).
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from campaigns.domain.vocabulary import (
    DeliverableKind,
    Phase,
    Priority,
    ResourceKind,
    RunPurpose,
    RunState,
    StopRuleKind,
)
from dossier.domain.levels import Level
from pricing.domain.money import Money, Undefined
from teams.domain.message import Message


@dataclass(frozen=True)
class Metric:
    name: str
    value: Decimal | str


@dataclass(frozen=True)
class Run:
    """One run; ``reasons`` say why it was not accepted."""

    identifier: str
    variant: str
    purpose: RunPurpose
    state: RunState
    started_at: datetime | None = None
    ended_at: datetime | None = None
    machine_minutes: int | None = None
    seed: int | None = None
    metrics: tuple[Metric, ...] = ()
    is_accepted: bool = False
    reasons: tuple[Message | str, ...] = ()
    files_at: str = ""


@dataclass(frozen=True)
class StopEvent:
    run: str
    kind: StopRuleKind
    observed: str
    reason: str
    at: datetime
    recorded_by: str


@dataclass(frozen=True)
class Correction:
    """A second record that sets a first one right; both stay (R7.3)."""

    run: str
    what: Message | str
    old: str
    new: str
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True)
class PlannedStep:
    """A step of the baseline: when, and on which lanes of which batch."""

    key: str
    title: str
    phase: Phase
    resource: ResourceKind
    priority: Priority
    start_minutes: int
    end_minutes: int
    batch: int | None = None
    lanes: tuple[int, ...] = ()
    people: int = 1
    part: int = 0


@dataclass(frozen=True)
class PlanFigures:
    """The four time figures of the baseline (R3.3), and what the network took."""

    elapsed_minutes: int
    rented_minutes: int
    lane_minutes: int
    person_minutes: int
    network_minutes: int = 0


@dataclass(frozen=True)
class StepTime:
    """Provided against recorded time of one step, with what was said about a large difference (R11.1)."""

    title: str
    phase: Phase
    provided_minutes: int
    recorded_minutes: int | None
    exceeds_tolerance: bool = False
    explanation: str = ""
    decision: str = ""

    @property
    def difference_minutes(self) -> int | None:
        """Recorded less provided, where there is a record."""
        return None if self.recorded_minutes is None else self.recorded_minutes - self.provided_minutes


@dataclass(frozen=True)
class PhaseTime:
    """A phase's time; while a step of it (``missing``) has no record its difference is not known (R11.1)."""

    phase: Phase
    provided_minutes: int
    recorded_minutes: int | None
    missing: tuple[str, ...] = ()

    @property
    def difference_minutes(self) -> int | None:
        """Recorded less provided, where every step has a record."""
        if self.recorded_minutes is None or self.missing:
            return None
        return self.recorded_minutes - self.provided_minutes


@dataclass(frozen=True)
class PlanAgainstActual:
    """The baseline, and what was recorded; without a baseline there is nothing to compare."""

    figures: PlanFigures | None = None
    window_minutes: int | None = None
    window_opens_minutes: int = 0
    window_exceeded: bool = False
    verdict: Message | str = ""
    tolerance_percent: int | None = None
    steps: tuple[StepTime, ...] = ()
    phases: tuple[PhaseTime, ...] = ()
    planned: tuple[PlannedStep, ...] = ()
    critical: tuple[str, ...] = ()
    batches: int = 1
    gpus_per_batch: int = 1


@dataclass(frozen=True)
class Order:
    """What was bought at which price; ``share`` is the part that this campaign bears (R9.1)."""

    reference: str
    package: str
    batches: int
    price: Money
    share: Money
    ordered_at: datetime
    delivered_at: datetime | None = None
    window_ends_at: datetime | None = None
    events: tuple[Message | str, ...] = ()
    exception_reason: str = ""
    exception_by: str = ""


@dataclass(frozen=True)
class Expense:
    purpose: str
    amount: Money
    incurred_on: date
    evidence: str


@dataclass(frozen=True)
class Budget:
    """Rental and other expenses apart, each summed per currency (R4.7, R9.1)."""

    ceiling: Money | None = None
    orders: tuple[Order, ...] = ()
    expenses: tuple[Expense, ...] = ()
    rental: tuple[Money, ...] = ()
    other: tuple[Money, ...] = ()


@dataclass(frozen=True)
class AcceptedResult:
    deliverable: str
    variant: str
    run: str
    corpus: str


@dataclass(frozen=True)
class Rejection:
    """A result that was not accepted, and every reason."""

    what: Message | str
    reasons: tuple[Message | str, ...]


@dataclass(frozen=True)
class RejectedTogether:
    what: tuple[Message | str, ...]
    reasons: tuple[Message | str, ...]


@dataclass(frozen=True)
class Results:
    """Runs, distinct deliverables, accepted ones (R9.2); a research decision has no shares (R9.4)."""

    runs: int = 0
    distinct: int = 0
    accepted: int = 0
    results: tuple[AcceptedResult, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    shares: tuple[Money | Undefined, ...] = ()

    @property
    def rejections_by_reason(self) -> tuple[RejectedTogether, ...]:
        """Name together what was rejected for the same reasons, so that 63 runs do not repeat one sentence."""
        groups: dict[str, list[Rejection]] = {}
        for rejection in self.rejections:
            groups.setdefault("\n".join(map(repr, rejection.reasons)), []).append(rejection)
        return tuple(
            RejectedTogether(tuple(one.what for one in group), group[0].reasons) for group in groups.values()
        )


@dataclass(frozen=True)
class Decision:
    """Who decided what, when and why; a team of one is said to be one (R6.3)."""

    what: Message | str
    reason: str
    by: str
    at: datetime
    proposed_by: str = ""
    team_of_one: bool = False


@dataclass(frozen=True)
class DossierFile:
    """An expected file as it stands; no level means that it is missing (R10.3)."""

    path: str
    kind: DeliverableKind
    owner: str
    priority: Priority
    level: Level | None
    is_verified: bool
    remarks: tuple[Message | str, ...] = ()


@dataclass(frozen=True)
class Dossier:
    files: tuple[DossierFile, ...] = ()
    manifest_hash: str = ""
    files_kept_at: str = ""

    @property
    def verified(self) -> int:
        """Count the verified files."""
        return sum(file.is_verified for file in self.files)
