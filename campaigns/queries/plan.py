"""Rows of a campaign's plan as the values that the planning arithmetic works on."""

from datetime import timedelta

from django.db.models import Max

from campaigns.domain.reduced import without_keys
from campaigns.domain.schedule import Lanes, Step
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind
from campaigns.models import Campaign
from campaigns.models import Step as StepRow
from pricing.models import Package as PackageRow


def steps_of(campaign: Campaign) -> tuple[Step, ...]:
    """The steps of the plan in their order, without those of dropped variants (R6.4). Two queries."""
    rows = step_rows(campaign)
    dropped = {row.key for row in rows if row.variant and row.variant.dropped_at}
    return without_keys((step_from_row(row) for row in rows), dropped)


def step_rows(campaign: Campaign) -> tuple[StepRow, ...]:
    """All rows of the plan in their order, with what ``step_from_row`` needs. Two queries."""
    return tuple(campaign.steps.select_related("variant").prefetch_related("dependencies__after"))


def step_from_row(row: StepRow) -> Step:
    """One step as a value; ``row.dependencies`` should be prefetched with ``after``."""
    return Step(
        key=row.key,
        title=row.title,
        phase=Phase(row.phase),
        resource=ResourceKind(row.resource),
        duration=timedelta(minutes=row.usual_minutes),
        after=tuple(sorted(link.after.key for link in row.dependencies.all())),
        priority=Priority(row.priority),
        needs_machine=row.needs_machine,
        per_batch=row.per_batch,
        gpus=row.gpus,
        people=row.people,
        resumes=row.resumes,
        memory_gb=row.memory_gb,
        variant=row.variant.identifier if row.variant else None,
    )


def largest_batch(campaign: Campaign) -> Lanes | None:
    """The most that one batch of the team's packages on sale can do; None while nothing is on sale.

    A step that asks for more is impossible whatever is bought (R3.2); one that only the chosen package lacks is
    said on the schedule.
    """
    on_sale = PackageRow.objects.filter(provider__team=campaign.team, retired_at__isnull=True)
    most = on_sale.aggregate(most=Max("gpus_per_batch"))["most"]
    return Lanes(batches=1, gpus_per_batch=most, people=campaign.people) if most else None


def lanes_of(campaign: Campaign, package: PackageRow | None = None, side_by_side: int | None = None) -> Lanes:
    """What the plan runs on: the chosen package's batches, or one batch with one GPU when none is chosen."""
    package = package or campaign.window_package
    return Lanes(
        batches=side_by_side or campaign.side_by_side,
        gpus_per_batch=package.gpus_per_batch if package else 1,
        people=campaign.people,
    )
