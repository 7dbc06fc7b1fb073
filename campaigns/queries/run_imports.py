"""What an import of runs would do, computed without saving anything (R7.5)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from campaigns.domain.run_columns import check_columns
from campaigns.domain.run_csv import LineProblem, Table
from campaigns.domain.run_groups import (
    Booking,
    FoundConfiguration,
    KnownVariant,
    configuration_key,
    configurations,
    lane_clashes,
    match_variant,
    ranges,
)
from campaigns.domain.run_rows import FoundRun, Reading, read_runs, total_time
from campaigns.domain.vocabulary import CampaignState, RunPurpose
from campaigns.domain.workflow import NotAllowed, can_edit, check_run
from campaigns.models import Campaign, Order, Run
from campaigns.queries.runs import MAIN_PURPOSES, in_hours, purpose_is_open
from teams.domain.message import Message, gettext_noop

MOST_SHOWN = 100
NEW = "new"
"""In place of a variant's identifier: the configuration becomes a new variant."""
TRAINING_STEP = "training step"
"""In place of a step's key: the training step of each run's variant."""


@dataclass(frozen=True)
class Upload:
    """A file between its upload and its import."""

    slug: str
    filename: str
    content: bytes

    @property
    def sha256(self) -> str:
        """The hash of the bytes that were uploaded."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Choices:
    """What a person chose for the runs of a file."""

    reading: Reading
    purpose: RunPurpose
    step: str = ""
    order: Order | None = None
    lane: int | None = None
    variants: Mapping[str, str] | None = None
    otherwise: str = ""


@dataclass(frozen=True)
class Grouped:
    """A configuration of the file and the variant that its runs go to: an identifier, ``new``, or nothing yet."""

    found: FoundConfiguration
    variant: str
    suggested: str


@dataclass(frozen=True)
class ImportPreview:
    """What would be saved. ``digest`` changes with everything in it, so that what was seen is what is done."""

    groups: tuple[Grouped, ...]
    runs: tuple[FoundRun, ...]
    known: tuple[tuple[int, str], ...]
    problems: tuple[LineProblem, ...]
    blocked: tuple[Message, ...]
    no_runs_because: Message | None
    machine_time: timedelta
    digest: str

    @property
    def new_variants(self) -> tuple[Grouped, ...]:
        """The configurations that become variants."""
        return tuple(group for group in self.groups if group.variant == NEW)

    @property
    def hours(self) -> Decimal:
        """The machine time of the runs in hours with two decimals."""
        return in_hours(self.machine_time)

    @property
    def variant_of(self) -> dict[str, str]:
        """Variant by configuration key."""
        return {group.found.key: group.variant for group in self.groups}

    @property
    def recorded(self) -> tuple[FoundRun, ...]:
        """The runs that confirming would save: none while the campaign takes no such run."""
        return self.runs if self.no_runs_because is None else ()

    @property
    def shown_runs(self) -> list[tuple[FoundRun, str]]:
        """The first runs with their variants, for the page."""
        variant_of = self.variant_of
        first = self.runs[:MOST_SHOWN]
        return [(run, variant_of[configuration_key(run.configuration)]) for run in first]

    @property
    def problem_lines(self) -> tuple[tuple[str, str, Message], ...]:
        """Every problem once, with all lines that have it: 2–64."""
        lines: dict[tuple[str, str], list[int]] = {}
        messages: dict[tuple[str, str], Message] = {}
        for problem in self.problems:
            key = (problem.column, str(problem.message))
            lines.setdefault(key, []).append(problem.line)
            messages[key] = problem.message
        return tuple((ranges(found), key[0], messages[key]) for key, found in lines.items())

    @property
    def lines_with_errors(self) -> int:
        """How many lines are left out."""
        return len({problem.line for problem in self.problems})

    @property
    def does_something(self) -> bool:
        """Say whether confirming would save anything."""
        return not self.blocked and bool(self.recorded or self.new_variants)


@dataclass(frozen=True)
class ReadFile:
    """The rows of a file as runs, which of them are there already, and the configurations of the others."""

    found: tuple[FoundRun, ...]
    problems: tuple[LineProblem, ...]
    blocked: tuple[Message, ...]
    known: Mapping[str, str]
    configurations: tuple[FoundConfiguration, ...]

    @property
    def fresh(self) -> tuple[FoundRun, ...]:
        """The runs that are not there yet."""
        return tuple(run for run in self.found if run.key not in self.known)


def read_file(campaign: Campaign, table: Table, reading: Reading) -> ReadFile:
    """Read every row once; what its runs would become is for ``import_preview``."""
    blocked = check_columns(reading.columns)
    found, problems = ((), ()) if blocked else read_runs(table, reading)
    known = _already_imported(campaign, found)
    fresh = tuple(run for run in found if run.key not in known)
    return ReadFile(found, problems, blocked, known, configurations(table, reading.columns, fresh))


def import_preview(campaign: Campaign, read: ReadFile, choices: Choices) -> ImportPreview:
    """Say what would be created, skipped and refused by these choices, line by line."""
    groups = group_by_variant(campaign, read, choices)
    variant_of = {group.found.key: group.variant for group in groups}
    without = _variant_problems(campaign, read.fresh, variant_of, choices)
    runs = _without(read.fresh, without)
    clashes = _clashes(choices, runs)
    runs = _without(runs, clashes)
    return ImportPreview(
        groups=groups,
        runs=runs,
        known=tuple((run.line, read.known[run.key]) for run in read.found if run.key in read.known),
        problems=tuple(sorted((*read.problems, *without, *clashes), key=lambda problem: problem.line)),
        blocked=read.blocked,
        no_runs_because=_no_runs_because(campaign, choices.purpose),
        machine_time=total_time(runs),
        digest=_digest(campaign, choices, runs, variant_of),
    )


def group_by_variant(campaign: Campaign, read: ReadFile, choices: Choices) -> tuple[Grouped, ...]:
    """The configurations with their variants: as chosen, else as matched, else as chosen for the rest."""
    variants = known_variants(campaign)
    return tuple(_grouped(group, choices, variants) for group in read.configurations)


def _without(runs: tuple[FoundRun, ...], problems: Sequence[LineProblem]) -> tuple[FoundRun, ...]:
    lines = {problem.line for problem in problems}
    return tuple(run for run in runs if run.line not in lines)


def may_create_variants(campaign: Campaign) -> bool:
    """Say whether the plan takes new variants now: in a draft, or while an amendment is open (R5.2)."""
    return can_edit(CampaignState(campaign.state), campaign.amendment_open)


def variant_choices(campaign: Campaign) -> list[tuple[str, str]]:
    """Identifier and name of every variant, for a choice."""
    return [(variant.identifier, str(variant)) for variant in known_variants(campaign)]


def known_variants(campaign: Campaign) -> tuple[KnownVariant, ...]:
    """The campaign's variants, as far as an import needs them."""
    rows = campaign.variants.values_list("identifier", "name", "values", "dropped_at")
    return tuple(
        KnownVariant(identifier, name, values, at is not None) for identifier, name, values, at in rows
    )


def _already_imported(campaign: Campaign, found: tuple[FoundRun, ...]) -> dict[str, str]:
    rows = campaign.runs.filter(import_key__in=[run.key for run in found])
    return {key: identifier for key, identifier in rows.values_list("import_key", "identifier") if key}


def _grouped(group: FoundConfiguration, choices: Choices, variants: tuple[KnownVariant, ...]) -> Grouped:
    active = [variant for variant in variants if not variant.is_dropped]
    match = match_variant(group.values, active) or match_variant(group.values, variants)
    suggested = match.identifier if match else ""
    chosen = (choices.variants or {}).get(group.key) or suggested or choices.otherwise
    return Grouped(group, chosen, suggested)


def _variant_problems(
    campaign: Campaign, runs: tuple[FoundRun, ...], variant_of: dict[str, str], choices: Choices
) -> list[LineProblem]:
    """Rows whose configuration has no variant, or one that gets no further main runs (R6.4)."""
    dropped = set(campaign.variants.filter(dropped_at__isnull=False).values_list("identifier", flat=True))
    problems = []
    for run in runs:
        variant = variant_of[configuration_key(run.configuration)]
        if not variant:
            text = gettext_noop("Choose the variant of this configuration.")
            problems.append(LineProblem(run.line, Message(text)))
        elif variant in dropped and choices.purpose in MAIN_PURPOSES:
            text = gettext_noop("%(variant)s was dropped: it gets no further main runs.")
            problems.append(LineProblem(run.line, Message(text, {"variant": variant})))
    return problems


def _clashes(choices: Choices, runs: tuple[FoundRun, ...]) -> tuple[LineProblem, ...]:
    if choices.order is None or choices.lane is None:
        return ()
    on_lane = Run.objects.filter(order=choices.order, lane=choices.lane, started_at__isnull=False)
    booked = [
        Booking(identifier, start, end)
        for identifier, start, end in on_lane.values_list("identifier", "started_at", "ended_at")
        if start is not None
    ]
    return lane_clashes(runs, booked)


def _no_runs_because(campaign: Campaign, purpose: RunPurpose) -> Message | None:
    if purpose_is_open(campaign, purpose):
        return None
    try:
        check_run(CampaignState(campaign.state), purpose)
    except NotAllowed as refused:
        return refused.message
    return None


def _digest(
    campaign: Campaign, choices: Choices, runs: tuple[FoundRun, ...], variant_of: dict[str, str]
) -> str:
    seen = [
        campaign.state,
        choices.purpose,
        choices.step,
        choices.order.pk if choices.order else None,
        choices.lane,
        sorted(variant_of.items()),
        [[run.key, run.line, run.state, str(run.ended_at), run.seed, run.metrics] for run in runs],
    ]
    return hashlib.sha256(json.dumps(seen, ensure_ascii=False).encode()).hexdigest()
