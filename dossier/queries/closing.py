"""What still blocks closing, and what the close-out page shows (R11.1, R11.5)."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.domain.deviation import unexplained
from campaigns.domain.question import Missing
from campaigns.domain.results import RESULT_PURPOSES, Answer, RecordedRun
from campaigns.domain.run_states import DECLARED_LOST
from campaigns.domain.run_states import ENDED as ENDED_RUNS
from campaigns.domain.vocabulary import CampaignState, Priority, RunState, VariantRole
from campaigns.domain.workflow import Action, can_record, can_transition
from campaigns.models import Campaign
from campaigns.queries.goal import ReadinessItem
from dossier.domain.blocking import (
    CheckToAnswer,
    ClosingFacts,
    DifferenceToExplain,
    FileToVerify,
    RunToEnd,
    blocking,
)
from dossier.domain.closeout import CloseoutData
from dossier.models import CloseoutEdition
from dossier.queries.closeout_data import answers_of, notes_of, runs_with_files
from dossier.queries.closeout_plan import StepToExplain, deviations_of, steps_to_explain
from dossier.queries.files import FileStanding, standings
from teams.domain.roles import Permission

PAGE_OF = {"checks": "campaigns:runs", "file": "dossier:dossier"}


def blocking_items(campaign: Campaign) -> tuple[ReadinessItem, ...]:
    """Everything that is missing before the campaign can be closed, with links (R11.5)."""
    return tuple(_linked(campaign, missing) for missing in blocking(closing_facts(campaign)))


def closing_facts(campaign: Campaign) -> ClosingFacts:
    """Runs, essential checks, files, differences and the conclusion, as they stand."""
    files = standings(campaign)
    recorded = runs_with_files(campaign, files)
    answers = answers_of(campaign, recorded)
    explained = {row.step_key: row for row in campaign.deviation_explanations.all()}
    rows = campaign.runs.values_list("identifier", "state", "reported_end")
    return ClosingFacts(
        runs=tuple(RunToEnd(name, RunState(state), end == DECLARED_LOST) for name, state, end in rows),
        checks=_checks(answers, _settled(campaign, recorded, files)),
        files=tuple(_file(file) for file in files),
        differences=tuple(
            DifferenceToExplain(step.key, step.title)
            for step in unexplained(deviations_of(campaign), set(explained))
        ),
        conclusion=notes_of(campaign).conclusion,
    )


def _settled(
    campaign: Campaign, runs: tuple[RecordedRun, ...], files: tuple[FileStanding, ...]
) -> frozenset[str]:
    """Variants that owe no answer any more.

    Their runs all ended without a result (stopped, failed, lost: the answer is inconclusive), or somebody
    wrote why their files are missing, or they need not run and did not.
    """
    explained = {file.owner for file in files if file.absence_reason.strip()}
    tried = {run.variant for run in runs if run.purpose in RESULT_PURPOSES}
    may_still = {run.variant for run in runs if run.is_result or run.state not in ENDED_RUNS}
    lost = campaign.runs.filter(reported_end=DECLARED_LOST, state=RunState.UNKNOWN)
    may_still -= set(lost.values_list("variant__identifier", flat=True)) - {
        run.variant for run in runs if run.is_result
    }
    need_not_run = campaign.variants.exclude(priority=Priority.ESSENTIAL).exclude(role=VariantRole.CONTROL)
    idle = set(need_not_run.values_list("identifier", flat=True)) - tried
    return frozenset(explained | (tried - may_still) | idle)


def _checks(answers: tuple[Answer, ...], settled: frozenset[str]) -> tuple[CheckToAnswer, ...]:
    labels = dict.fromkeys(f"{one.check.metric} {one.check.direction}" for one in answers)
    return tuple(
        CheckToAnswer(
            label,
            Priority.ESSENTIAL,
            tuple(
                one.variant
                for one in answers
                if f"{one.check.metric} {one.check.direction}" == label
                and not one.is_answered
                and one.variant not in settled
            ),
        )
        for label in labels
    )


def _file(file: FileStanding) -> FileToVerify:
    return FileToVerify(str(file.id), file.path, file.priority, file.is_verified, file.absence_reason)


def _linked(campaign: Campaign, missing: Missing) -> ReadinessItem:
    subject, _dash, name = missing.anchor.partition("-")
    if subject == "run":
        url = reverse("campaigns:run", args=[campaign.pk, name])
    else:
        page = PAGE_OF.get(subject, "dossier:close-out")
        url = f"{reverse(page, args=[campaign.pk])}#{missing.anchor}"
    return ReadinessItem(missing.code, missing.message, url, is_about_variants=False)


def closing_actions(campaign: Campaign) -> dict[str, bool]:
    """What the viewer may do about the end of the campaign now."""
    may: dict[str, bool] = campaign.may  # type: ignore[attr-defined]
    state = CampaignState(campaign.state)
    lead = may[Permission.APPROVE]
    ended = state in (CampaignState.CLOSED, CampaignState.CANCELLED)
    return {
        "may_start_closing": lead and can_transition(state, Action.START_CLOSING),
        "may_close": lead and can_transition(state, Action.CLOSE),
        "may_cancel": lead and can_transition(state, Action.CANCEL),
        "may_issue": lead and ended,
        "may_write": may[Permission.RECORD] and can_record(state),
        "ended": ended,
    }


def editions_of(campaign: Campaign) -> tuple[CloseoutEdition, ...]:
    """The issued editions, the newest first, without their bytes."""
    return tuple(
        campaign.editions.select_related("issued_by", "previous").defer("pdf", "data").order_by("-number")
    )


def summary_text(closeout: CloseoutData) -> str:
    """A short summary with the order references, for a provider's notebook (R11.3)."""
    orders = "; ".join(f"{one.reference} ({one.package}, {one.share})" for one in closeout.budget.orders)
    values = {
        "orders": orders or _("none"),
        "question": closeout.question.text,
        "conclusion": closeout.conclusion.text or _("not written yet"),
        "choice": closeout.conclusion.choice or _("none stated"),
        "runs": closeout.results.runs,
        "distinct": closeout.results.distinct,
        "accepted": closeout.results.accepted,
        "kept": closeout.dossier.files_kept_at or _("not stated"),
    }
    lines = (
        _("Orders: %(orders)s"),
        _("Question: %(question)s"),
        _("Conclusion: %(conclusion)s"),
        _("Choice: %(choice)s"),
        _("Runs: %(runs)s. Distinct deliverables: %(distinct)s. Accepted: %(accepted)s."),
        _("Raw files and backups, which stay the team's own to keep: %(kept)s"),
    )
    title = f"{closeout.campaign.code} {closeout.campaign.title}"
    if closeout.edition.number:
        title += _(", close-out edition %(number)s") % {"number": closeout.edition.number}
    return "\n".join((title, *(line % values for line in lines)))


def edition_for(campaign: Campaign, number: int) -> CloseoutEdition:
    """One issued edition; any other number answers 404."""
    return get_object_or_404(campaign.editions.select_related("issued_by", "previous"), number=number)


def later_edition(row: CloseoutEdition) -> CloseoutEdition | None:
    """The newest edition, when it is not this one."""
    newer = CloseoutEdition.objects.filter(campaign_id=row.campaign_id, number__gt=row.number)
    return newer.defer("pdf", "data").order_by("number").last()


def step_to_explain(campaign: Campaign, step_key: str) -> StepToExplain:
    """One step beyond the tolerance, with what was said about it so far; any other answers 404."""
    for step in steps_to_explain(campaign):
        if step.key == step_key:
            return step
    raise Http404
