"""What still blocks closing, and what the close-out page shows (R11.1, R11.5)."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.domain.deviation import unexplained
from campaigns.domain.question import Missing
from campaigns.domain.results import Answer
from campaigns.domain.run_states import DECLARED_LOST
from campaigns.domain.vocabulary import CampaignState, Priority, RunState
from campaigns.domain.workflow import Action, can_transition
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
from dossier.queries.closeout_plan import deviations_of
from dossier.queries.files import FileStanding, standings
from teams.domain.roles import Permission

PAGE_OF = {"checks": "campaigns:runs", "file": "dossier:dossier"}


def blocking_items(campaign: Campaign) -> tuple[ReadinessItem, ...]:
    """Everything that is missing before the campaign can be closed, with links (R11.5)."""
    return tuple(_linked(campaign, missing) for missing in blocking(closing_facts(campaign)))


def closing_facts(campaign: Campaign) -> ClosingFacts:
    """Runs, essential checks, files, differences and the conclusion, as they stand."""
    files = standings(campaign)
    answers = answers_of(campaign, runs_with_files(campaign, files))
    explained = {row.step_key: row for row in campaign.deviation_explanations.all()}
    rows = campaign.runs.values_list("identifier", "state", "reported_end")
    return ClosingFacts(
        runs=tuple(RunToEnd(name, RunState(state), end == DECLARED_LOST) for name, state, end in rows),
        checks=_checks(answers),
        files=tuple(_file(file) for file in files),
        differences=tuple(
            DifferenceToExplain(step.key, step.title)
            for step in unexplained(deviations_of(campaign), set(explained))
        ),
        conclusion=notes_of(campaign).conclusion,
    )


def _checks(answers: tuple[Answer, ...]) -> tuple[CheckToAnswer, ...]:
    labels = dict.fromkeys(f"{one.check.metric} {one.check.direction}" for one in answers)
    return tuple(
        CheckToAnswer(
            label,
            Priority.ESSENTIAL,
            tuple(
                one.variant
                for one in answers
                if f"{one.check.metric} {one.check.direction}" == label and not one.is_answered
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
        "may_write": may[Permission.RECORD] and not ended,
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


def explanation_of(campaign: Campaign, step_key: str) -> dict[str, str]:
    """What was explained of a step so far."""
    row = campaign.deviation_explanations.filter(step_key=step_key).first()
    return {"explanation": row.explanation, "decision": row.decision} if row else {}
