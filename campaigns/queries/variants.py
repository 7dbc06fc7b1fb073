"""Variants beside their control: differences, grid, decision table, ranking; hours by priority (R2.1-R2.5, R1.4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404

from campaigns.domain.grid import Configuration, Grid, full_grid
from campaigns.domain.schedule import Step
from campaigns.domain.variants import (
    Candidate,
    Difference,
    Ranked,
    decisive,
    departs_from_suggestion,
    differences,
    not_decisive,
    rank,
)
from campaigns.domain.vocabulary import Priority, ResourceKind, VariantRole
from campaigns.models import Campaign, Variant
from campaigns.queries.plan import steps_of

NO_TIME = timedelta(0)


@dataclass(frozen=True)
class Cell:
    """The value of one factor, and whether it differs from the control's."""

    factor: str
    value: str
    differs: bool


@dataclass(frozen=True)
class VariantLine:
    """One variant as the page shows it; ``difference`` is None for the control, or without one."""

    variant: Variant
    cells: tuple[Cell, ...]
    difference: Difference | None
    lane_time: timedelta
    is_decisive: bool
    not_decisive: bool

    @property
    def is_control(self) -> bool:
        """Say whether the others are compared with this one."""
        return self.variant.role == VariantRole.CONTROL


@dataclass(frozen=True)
class RankedLine:
    """A variant's place in the suggested order."""

    line: VariantLine
    ranked: Ranked
    chosen_place: int


@dataclass(frozen=True)
class VariantsPage:
    """All that the page about variants shows."""

    factors: tuple[str, ...]
    lines: tuple[VariantLine, ...]
    gone: tuple[Variant, ...]
    ranking: tuple[RankedLine, ...]
    departs: bool
    grid: Grid | None

    @property
    def control(self) -> VariantLine | None:
        """The reference, when it is named."""
        return next((line for line in self.lines if line.is_control), None)


@dataclass(frozen=True)
class PriorityHours:
    """What the steps of one priority take (R1.4)."""

    priority: Priority
    steps: int
    lane_time: timedelta
    person_time: timedelta


def hours_by_priority(campaign: Campaign) -> tuple[PriorityHours, ...]:
    """How many lane and person hours each priority takes, all three in their order. Three queries.

    Worked: essential 32 lane hours and 7 person hours, useful 10 lane hours, exploratory none.
    """
    return hours_of_steps(steps_of(campaign), campaign.side_by_side)


def hours_of_steps(steps: Sequence[Step], batches: int) -> tuple[PriorityHours, ...]:
    """How many lane and person hours each priority takes; what every batch does counts once a batch."""
    return tuple(
        PriorityHours(
            priority,
            len(own),
            _sum(_work(step, ResourceKind.GPU, batches) for step in own),
            _sum(_work(step, ResourceKind.PERSON, batches) for step in own),
        )
        for priority in Priority
        for own in [[step for step in steps if step.priority is priority]]
    )


def lane_times(steps: Iterable[Step], batches: int) -> dict[str, timedelta]:
    """The planned lane time of each variant by its identifier: duration times GPUs of its steps (R2.4)."""
    times: dict[str, timedelta] = {}
    for step in steps:
        if step.variant:
            times[step.variant] = times.get(step.variant, NO_TIME) + _work(step, ResourceKind.GPU, batches)
    return times


def variants_page(campaign: Campaign) -> VariantsPage:
    """The page of a campaign: the control first, dropped and replaced variants apart. Five queries."""
    rows = list(
        campaign.variants.select_related(
            "if_meets", "if_not", "if_inconclusive", "replaces", "dropped_by"
        ).annotate(replaced=Exists(Variant.objects.filter(replaces=OuterRef("pk"))))
    )
    active = [row for row in rows if row.dropped_at is None]
    active.sort(key=lambda row: (row.role != VariantRole.CONTROL, row.position, row.pk))
    factors = _factors(campaign, active)
    times = lane_times(steps_of(campaign), campaign.side_by_side)
    control = next((row for row in active if row.role == VariantRole.CONTROL), None)
    lines = tuple(_line(row, control, factors, times.get(row.identifier, NO_TIME)) for row in active)
    candidates = [line for line in lines if line.variant.role == VariantRole.VARIANT]
    ranked = rank([_candidate(line) for line in candidates])
    chosen = [line.variant.identifier for line in candidates]
    return VariantsPage(
        factors=factors,
        lines=lines,
        gone=tuple(row for row in rows if row.dropped_at is not None),
        ranking=tuple(
            RankedLine(candidates[chosen.index(one.identifier)], one, chosen.index(one.identifier) + 1)
            for one in ranked
        ),
        departs=departs_from_suggestion(ranked, chosen),
        grid=full_grid(_configurations(lines, factors)),
    )


def variant_for(campaign: Campaign, identifier: str) -> Variant:
    """One variant of the campaign, also a dropped one; any other answers 404."""
    return get_object_or_404(campaign.variants.select_related("replaces"), identifier=identifier)


def _factors(campaign: Campaign, rows: Iterable[Variant]) -> tuple[str, ...]:
    """The factors in their order, and what only a variant's values still name."""
    named = list(campaign.factors.values_list("name", flat=True))
    return tuple(dict.fromkeys([*named, *(name for row in rows for name in row.values)]))


def _line(
    row: Variant, control: Variant | None, factors: tuple[str, ...], lane_time: timedelta
) -> VariantLine:
    is_compared = control is not None and row.pk != control.pk
    difference = None
    if control and is_compared:
        difference = differences(_in_order(control.values, factors), _in_order(row.values, factors))
    differing = set(difference.factors) if difference else set()
    return VariantLine(
        variant=row,
        cells=tuple(Cell(name, str(row.values.get(name, "")), name in differing) for name in factors),
        difference=difference,
        lane_time=lane_time,
        is_decisive=decisive(*_choices(row)),
        not_decisive=not_decisive(*_choices(row)),
    )


def _configurations(lines: Iterable[VariantLine], factors: Sequence[str]) -> list[Configuration]:
    """The different configurations, the control first; a twin is no further point of a grid."""
    first: dict[str, Configuration] = {}
    for line in lines:
        row = line.variant
        point = Configuration(row.identifier, _in_order(row.values, factors), line.lane_time)
        first.setdefault(row.configuration_hash, point)
    return list(first.values())


def _in_order(values: Mapping[str, str], factors: Iterable[str]) -> dict[str, str]:
    """Put values into the order of the factors; a JSON column keeps an order of its own."""
    return {name: values[name] for name in factors if name in values}


def _candidate(line: VariantLine) -> Candidate:
    row = line.variant
    return Candidate(row.identifier, row.meets_probability, line.is_decisive, line.lane_time)


def _choices(row: Variant) -> tuple[str, str, str]:
    following = (row.if_meets, row.if_not, row.if_inconclusive)
    meets, does_not, inconclusive = (choice.text if choice else "" for choice in following)
    return meets, does_not, inconclusive


def _work(step: Step, resource: ResourceKind, batches: int) -> timedelta:
    if step.resource is not resource:
        return NO_TIME
    return step.duration * step.demand * (batches if step.per_batch else 1)


def _sum(times: Iterable[timedelta]) -> timedelta:
    return sum(times, NO_TIME)


@dataclass(frozen=True)
class FactorLine:
    """A factor as the form shows it."""

    number: int
    name: str


def stated_factors(campaign: Campaign) -> tuple[FactorLine, ...]:
    """The factors in their order. One query."""
    return tuple(FactorLine(row.pk, row.name) for row in campaign.factors.all())
