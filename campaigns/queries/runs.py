"""Runs of a campaign as plain values: the list with its filter, recorded time, and what evaluation needs."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.core.paginator import Page, Paginator
from django.db.models import (
    Case,
    DurationField,
    ExpressionWrapper,
    F,
    IntegerField,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)

from campaigns.domain.checks import Judged
from campaigns.domain.results import RecordedRun
from campaigns.domain.run_states import ENDED, awaits_its_end, machine_time
from campaigns.domain.vocabulary import CampaignState, RunPurpose, RunState, VariantRole
from campaigns.domain.workflow import NotAllowed, can_run, check_main_run
from campaigns.models import Campaign, Order, Run
from campaigns.queries.run_checks import Judges, judges_of
from campaigns.queries.stop_events import shown_event
from teams.domain.message import Message

RUNS_ON_A_PAGE = 100
OF_A_ROW = ("stop_events__corrections", "stop_events__rule", "corrections")
PILOT_PURPOSES = frozenset({RunPurpose.PILOT, RunPurpose.TIMING})
MAIN_PURPOSES = frozenset({RunPurpose.MAIN, RunPurpose.REPEAT})
MACHINE_TIME = ExpressionWrapper(F("ended_at") - F("started_at"), output_field=DurationField())


@dataclass(frozen=True)
class RunFilter:
    """Which runs are wanted; an empty word wants all."""

    state: str = ""
    variant: str = ""
    purpose: str = ""


@dataclass(frozen=True)
class RunRow:
    """One run in the list."""

    identifier: str
    variant: str
    variant_name: str
    is_control: bool
    purpose: str
    state: str
    reported_end: str
    reason: str
    started_at: datetime | None
    ended_at: datetime | None
    machine_time: timedelta | None
    checks: tuple[tuple[str, Judged], ...]
    metrics: tuple[tuple[str, str], ...]
    run: Run


@dataclass(frozen=True)
class RunList:
    """A page of the list, and the sums of all runs that the filter lets through."""

    page: "Page[Run]"
    rows: tuple[RunRow, ...]
    count: int
    machine_time: timedelta
    without_end: int
    running: int

    @property
    def hours(self) -> Decimal:
        """The machine time in hours with two decimals: 30.30."""
        return in_hours(self.machine_time)


def in_hours(time: timedelta) -> Decimal:
    """A duration in hours, rounded to two decimals at the very end."""
    exact = Decimal(time // timedelta(microseconds=1)) / Decimal(3_600_000_000)
    return exact.quantize(Decimal("0.01"))


def filtered_runs(campaign: Campaign, wanted: RunFilter) -> "QuerySet[Run]":
    """The runs that the filter lets through, the control's first, then variant by variant."""
    # A corpus may hold a list of thousands of identifiers, which no row of a list needs.
    runs = campaign.runs.select_related("variant", "corpus", "order", "step").defer("corpus__identifiers")
    if wanted.state:
        runs = runs.filter(state=wanted.state)
    if wanted.variant:
        runs = runs.filter(variant__identifier=wanted.variant)
    if wanted.purpose:
        runs = runs.filter(purpose=wanted.purpose)
    control_first = Case(
        When(variant__role=VariantRole.CONTROL, then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    return runs.order_by(control_first, "variant__position", "variant_id", "number")


def run_list(campaign: Campaign, wanted: RunFilter, page: int | str = 1) -> RunList:
    """One page of the list with the sums over all that was filtered."""
    runs = filtered_runs(campaign, wanted)
    shown = Paginator(runs.prefetch_related(*OF_A_ROW), RUNS_ON_A_PAGE)
    current = shown.get_page(page)
    sums = runs.order_by().aggregate(
        time=Sum(MACHINE_TIME),
        without_end=_count(started_at__isnull=False, ended_at__isnull=True),
        running=_count(state=RunState.RUNNING.value),
    )
    judges = judges_of(campaign)
    return RunList(
        page=current,
        rows=tuple(run_row(run, judges) for run in current.object_list),
        count=shown.count,
        machine_time=sums["time"] or timedelta(0),
        without_end=sums["without_end"] or 0,
        running=sums["running"] or 0,
    )


def _count(**conditions: object) -> Sum:
    return Sum(Case(When(Q(**conditions), then=Value(1)), default=Value(0), output_field=IntegerField()))


def run_row(run: Run, judges: Judges) -> RunRow:
    """One run as a row; its stop events and corrections should be prefetched."""
    checks = tuple((str(run.metrics.get(one.check.metric, "")), one) for one in judges.of(run))
    asked = {one.check.metric for _value, one in checks}
    return RunRow(
        identifier=run.identifier,
        variant=run.variant.identifier,
        variant_name=run.variant.name,
        is_control=run.variant.role == VariantRole.CONTROL,
        purpose=run.purpose,
        state=run.state,
        reported_end=run.reported_end,
        reason=reason_of(run),
        started_at=run.started_at,
        ended_at=run.ended_at,
        machine_time=machine_time(run.started_at, run.ended_at),
        checks=checks,
        metrics=tuple((name, str(value)) for name, value in run.metrics.items() if name not in asked),
        run=run,
    )


def reason_of(run: Run) -> str:
    """Why a run was stopped, was declared lost or failed: the newest record that says so."""
    if events := list(run.stop_events.all()):
        return shown_event(events[-1]).effective.reason
    if changes := [row.reason for row in run.corrections.all() if row.field == "state"]:
        return changes[-1]
    return run.note.rsplit("\n", 1)[-1] if run.state == RunState.FAILED else ""


def purpose_is_open(campaign: Campaign, purpose: RunPurpose) -> bool:
    """Say whether such a run may be recorded now; a pilot run begins the pilot of an approved plan."""
    state = CampaignState(campaign.state)
    return can_run(state, purpose) or (state is CampaignState.APPROVED and purpose in PILOT_PURPOSES)


def why_no_main_run(campaign: Campaign) -> Message | None:
    """The sentence that a page shows while main runs are refused (R6.5)."""
    try:
        check_main_run(CampaignState(campaign.state))
    except NotAllowed as refused:
        return refused.message
    return None


def orders_for_runs(campaign: Campaign) -> "QuerySet[Order]":
    """The orders on which a campaign's runs may stand: its own, and those it has a share of."""
    allowed = Q(campaign=campaign) | Q(pk__in=campaign.order_shares.values("order"))
    return Order.objects.filter(allowed).select_related("package")


def recorded_minutes_by_step(campaign: Campaign) -> dict[str, int]:
    """Recorded time of each step in whole minutes, from runs and time entries only (R11.1).

    A step without a record is not in the answer: it stays *not recorded*. Entries that were taken back do not
    count, and neither do the rows that take them back.
    """
    seconds: dict[str, Decimal] = {}
    ended = campaign.runs.filter(step__isnull=False, started_at__isnull=False, ended_at__isnull=False)
    for key, time in ended.order_by().values_list("step__key").annotate(time=Sum(MACHINE_TIME)):
        seconds[key] = Decimal(str(time.total_seconds()))
    entries = campaign.time_entries.filter(takes_back__isnull=True, taken_back_by__isnull=True)
    for key, minutes in entries.order_by().values_list("step__key").annotate(total=Sum("minutes")):
        seconds[key] = seconds.get(key, Decimal(0)) + minutes * 60
    return {key: round(total / 60) for key, total in sorted(seconds.items())}


def total_machine_time(campaign: Campaign) -> timedelta:
    """The machine time of every run with a start and an end, whatever became of it (R7.2)."""
    total: timedelta | None = campaign.runs.aggregate(time=Sum(MACHINE_TIME))["time"]
    return total or timedelta(0)


def runs_awaiting_their_end(campaign: Campaign) -> tuple[str, ...]:
    """Identifiers of the runs that closing still waits for (R11.5)."""
    rows = campaign.runs.exclude(state__in=[state.value for state in ENDED]).values_list(
        "identifier", "state", "reported_end"
    )
    return tuple(name for name, state, end in rows if awaits_its_end(RunState(state), end))


def recorded_runs(campaign: Campaign) -> tuple[RecordedRun, ...]:
    """Every run as evaluation takes it (R9.2); which of its files are verified is the dossier's to add. One query."""
    rows = campaign.runs.select_related("variant", "corpus").defer("corpus__identifiers")
    return tuple(
        RecordedRun(
            identifier=run.identifier,
            variant=run.variant.identifier,
            purpose=RunPurpose(run.purpose),
            state=RunState(run.state),
            started_at=run.started_at,
            corpus_hash=run.corpus.sha256,
            metrics=run.metrics,
        )
        for run in rows
    )
