"""Runs from a tracker's CSV, whole or not at all; a run that is there is never overwritten (R7.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaigns.domain.reported_ends import ReportedEnd
from campaigns.domain.run_csv import Table
from campaigns.domain.run_groups import configuration_key
from campaigns.domain.run_rows import FoundRun
from campaigns.domain.vocabulary import Phase, RunState, StopRuleKind
from campaigns.models import Campaign, Corpus, Run, Step, StopEvent, Variant
from campaigns.queries.run_imports import (
    TRAINING_STEP,
    Choices,
    ImportPreview,
    Upload,
    import_preview,
    read_file,
)
from campaigns.services.locking import Moved, lock
from campaigns.services.run_variants import create_variants
from campaigns.services.runs import complete, newest_frozen_corpus, next_run_number, open_to_runs
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit
from teams.services.wording import word

SOURCE_LENGTH = 120
LOOKED_UP = {"campaign", "variant", "corpus", "step", "order", "recorded_by"}
"""Rows that were read in this transaction: asking for each again would be a query for every run."""


@dataclass(frozen=True)
class Imported:
    """What an import saved."""

    runs: int
    variants: int


@transaction.atomic
def import_runs(
    *,
    campaign: Campaign,
    upload: Upload,
    table: Table,
    choices: Choices,
    seen_digest: str,
    by: Person,
    now: datetime,
) -> Imported:
    """Save what the preview showed: ``Moved`` when it would be something else now."""
    campaign = lock(campaign, by=by, permission=Permission.RECORD)
    preview = import_preview(campaign, read_file(campaign, table, choices.reading), choices)
    if preview.digest != seen_digest:
        raise Moved(_("This is not the preview that you saw. Look at it again below, then confirm."))
    if not preview.does_something:
        raise ValidationError(_("There is nothing to import."))
    variants = {variant.identifier: variant for variant in campaign.variants.all()}
    made = create_variants(campaign, [group.found for group in preview.new_variants], by=by, now=now)
    known = {key: variants[name] for key, name in preview.variant_of.items() if name in variants}
    runs: list[Run] = []
    if preview.no_runs_because is None:
        campaign = open_to_runs(campaign, choices.purpose, by=by, now=now)
        runs = _save_runs(campaign, upload, choices, preview, known | made, by, now)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="runs imported",
        object=upload.filename,
        new={
            "sha256": upload.sha256,
            "runs": [run.identifier for run in runs],
            "variants": [variant.identifier for variant in made.values()],
        },
    )
    return Imported(len(runs), len(made))


def _save_runs(
    campaign: Campaign,
    upload: Upload,
    choices: Choices,
    preview: ImportPreview,
    variant_of: Mapping[str, Variant],
    by: Person,
    now: datetime,
) -> list[Run]:
    corpus = newest_frozen_corpus(campaign)
    steps = _steps(campaign, choices.step)
    numbers: dict[int, int] = {}
    runs = []
    for found in preview.runs:
        variant = variant_of[configuration_key(found.configuration)]
        number = numbers.get(variant.pk) or next_run_number(variant)
        numbers[variant.pk] = number + 1
        run = _run(campaign, upload, choices, found, variant, corpus)
        run.step = steps.get(variant.pk) or steps.get(None)
        complete(run, number, by=by, now=now)
        run.clean_fields(exclude=LOOKED_UP)
        runs.append(run)
    _create(runs)
    stopped = [
        (run, found) for run, found in zip(runs, preview.runs, strict=True) if run.state == RunState.STOPPED
    ]
    StopEvent.objects.bulk_create(_stop_event(run, found, by, now) for run, found in stopped)
    return runs


def _create(runs: list[Run]) -> None:
    try:
        with transaction.atomic():
            Run.objects.bulk_create(runs, batch_size=500)
    except IntegrityError as error:
        text = _(
            "Somebody recorded one of these runs meanwhile. Nothing was imported; look at the preview again."
        )
        raise Moved(text) from error


def _run(
    campaign: Campaign, upload: Upload, choices: Choices, found: FoundRun, variant: Variant, corpus: Corpus
) -> Run:
    place = f" line {found.line}"
    return Run(
        campaign=campaign,
        variant=variant,
        corpus=corpus,
        purpose=choices.purpose.value,
        order=choices.order,
        lane=choices.lane,
        seed=found.seed,
        state=found.state.value,
        started_at=found.started_at,
        ended_at=found.ended_at,
        reported_end=found.end.value,
        metrics=dict(found.metrics),
        files_at=found.files_at,
        note=found.note,
        source=f"CSV {upload.filename}"[: SOURCE_LENGTH - len(place)] + place,
        import_key=found.key,
    )


def _steps(campaign: Campaign, choice: str) -> dict[int | None, Step]:
    """The step of each variant's runs; ``None`` is for all of them."""
    if choice == TRAINING_STEP:
        training = campaign.steps.filter(phase=Phase.TRAIN.value, variant__isnull=False).order_by("-position")
        return {step.variant_id: step for step in training}
    step = campaign.steps.filter(key=choice).first()
    return {None: step} if step else {}


def _stop_event(run: Run, found: FoundRun, by: Person, now: datetime) -> StopEvent:
    """The event that a stopped row stands for; the status word is all that the file says."""
    assert found.ended_at is not None, "the preview refuses a stopped row without an end"
    late = found.end is ReportedEnd.TIME_RAN_OUT
    return StopEvent(
        run=run,
        kind=(StopRuleKind.TIME_LIMIT if late else StopRuleKind.OTHER).value,
        observed=found.status[:120],
        reason=_("The imported file says: %(end)s") % {"end": word(found.end.value)},
        at=found.ended_at,
        recorded_by=by,
        recorded_at=now,
    )
