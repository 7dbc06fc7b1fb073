"""Runs as a table of plain values, for a CSV file of exactly what the filter lets through."""

from collections.abc import Iterator
from datetime import UTC, datetime

from campaigns.domain.run_states import machine_time
from campaigns.models import Campaign, Run
from campaigns.queries.runs import OF_A_ROW, RunFilter, filtered_runs, reason_of

HEAD = (
    "run",
    "variant",
    "variant name",
    "configuration hash",
    "purpose",
    "state",
    "reported end",
    "reason",
    "step",
    "order",
    "lane",
    "seed",
    "started at (UTC)",
    "ended at (UTC)",
    "machine time (seconds)",
    "files at",
    "note",
    "recorded from",
)


def run_table(campaign: Campaign, wanted: RunFilter) -> Iterator[list[object]]:
    """The header, then a row for each run; every metric of any of them has its column."""
    runs = list(filtered_runs(campaign, wanted).prefetch_related(*OF_A_ROW))
    metrics = list(dict.fromkeys(name for run in runs for name in run.metrics))
    yield [*HEAD, *metrics]
    for run in runs:
        yield [*_cells(run), *(run.metrics.get(name) for name in metrics)]


def _cells(run: Run) -> list[object]:
    time = machine_time(run.started_at, run.ended_at)
    return [
        run.identifier,
        run.variant.identifier,
        run.variant.name,
        run.configuration_hash,
        run.purpose,
        run.state,
        run.reported_end,
        reason_of(run),
        run.step.key if run.step else None,
        run.order.reference if run.order else None,
        None if run.lane is None else run.lane + 1,
        run.seed,
        _utc(run.started_at),
        _utc(run.ended_at),
        time.total_seconds() if time else None,
        run.files_at,
        run.note,
        run.source,
    ]


def _utc(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment else None
