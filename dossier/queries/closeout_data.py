"""A campaign's close-out gathered from its rows (R11.2)."""

from dataclasses import replace

from campaigns.domain.results import Answer, RecordedRun, Results, answers, assess, owed_by_variants
from campaigns.domain.vocabulary import DeliverableKind, DeliverableScope, Priority, VariantRole
from campaigns.models import Campaign
from campaigns.queries.run_checks import announcements
from campaigns.queries.runs import recorded_runs
from campaigns.queries.versions import newest_version
from dossier.domain.announced import Edition
from dossier.domain.closeout import CloseoutData
from dossier.domain.expectations import Deliverable
from dossier.models import ClosingNotes
from dossier.queries import closeout_announced, closeout_plan, closeout_recorded
from dossier.queries.files import FileStanding, corpus_of, dossier_of, verified_kinds


def notes_of(campaign: Campaign) -> ClosingNotes:
    """What people wrote for the close-out so far; an unsaved, empty row when nobody wrote anything."""
    return ClosingNotes.objects.select_related("choice").filter(campaign=campaign).first() or ClosingNotes(
        campaign=campaign
    )


def runs_with_files(campaign: Campaign, files: tuple[FileStanding, ...]) -> tuple[RecordedRun, ...]:
    """Every run with the kinds of its variant's files that are verified."""
    verified = verified_kinds(files)
    return tuple(
        replace(run, verified=verified.get(run.variant, frozenset())) for run in recorded_runs(campaign)
    )


def results_of(campaign: Campaign, runs: tuple[RecordedRun, ...]) -> Results:
    """Which runs are accepted results, by computation from checks announced before they started (R9.2)."""
    return assess(runs, announcements(campaign), owed(campaign), control_of(campaign))


def owed(campaign: Campaign) -> frozenset[DeliverableKind]:
    """The kinds of files that every variant owes by the plan in force."""
    return owed_by_variants(promised(campaign))


def promised(campaign: Campaign) -> tuple[Deliverable, ...]:
    """What the plan in force promises to deliver; the goal as it stands when nothing was approved (R5.2)."""
    version = newest_version(campaign)
    if version is None:
        rows = campaign.deliverables.values_list("kind", "scope", "priority")
        stated = [(kind, scope, priority) for kind, scope, priority in rows]
    else:
        stated = [(row["kind"], row["for"], row["priority"]) for row in version.content["deliverables"]]
    return tuple(
        Deliverable(DeliverableKind(kind), DeliverableScope(scope), Priority(priority))
        for kind, scope, priority in stated
    )


def answers_of(campaign: Campaign, runs: tuple[RecordedRun, ...]) -> tuple[Answer, ...]:
    """What each variant that was not dropped says to every essential check."""
    corpus = corpus_of(campaign)
    kept = campaign.variants.filter(dropped_at=None).order_by("position", "pk")
    names = list(kept.values_list("identifier", flat=True))
    on = corpus.sha256 if corpus else ""
    return answers(names, runs, announcements(campaign), control_of(campaign), on)


def control_of(campaign: Campaign) -> str:
    """The identifier of the control."""
    row = campaign.variants.filter(role=VariantRole.CONTROL.value, dropped_at=None).first()
    return row.identifier if row else ""


def closeout_data(campaign: Campaign, edition: Edition) -> CloseoutData:
    """Everything that the report holds, as it stands now."""
    notes = notes_of(campaign)
    view = dossier_of(campaign)
    runs = runs_with_files(campaign, view.files)
    found, given = results_of(campaign, runs), answers_of(campaign, runs)
    spent = closeout_recorded.budget(campaign)
    times = closeout_plan.deviations_of(campaign)
    return CloseoutData(
        campaign=closeout_announced.subject(campaign),
        edition=edition,
        question=closeout_announced.question(campaign),
        conclusion=closeout_announced.conclusion(campaign, notes.conclusion, str(notes.choice or "")),
        checks=closeout_announced.checks(campaign, given),
        rules=closeout_announced.rules(campaign),
        changes=closeout_announced.changes(campaign),
        variants=closeout_announced.variants(campaign, runs, given),
        runs=closeout_recorded.runs(campaign, found),
        stop_events=closeout_recorded.stop_events(campaign),
        corrections=closeout_recorded.corrections(campaign),
        plan=closeout_plan.plan(campaign, times),
        budget=spent,
        results=closeout_recorded.results(campaign, found, spent, owed(campaign)),
        decisions=closeout_recorded.decisions(campaign),
        dossier=closeout_recorded.dossier(view, notes.files_kept_at),
        uncertainties=tuple(line.strip() for line in notes.uncertainties.splitlines() if line.strip()),
    )
