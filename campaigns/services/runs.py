"""Recording a run and what becomes of it (R7.1, R7.2); stop events and corrections stand beside this."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.run_identifiers import next_number, run_identifier
from campaigns.domain.run_states import DECLARED_LOST, check_change
from campaigns.domain.vocabulary import CampaignState, RunPurpose, RunState
from campaigns.domain.workflow import can_record, check_run
from campaigns.models import Campaign, Corpus, Correction, Run, Variant
from campaigns.queries.runs import PILOT_PURPOSES
from campaigns.services.lanes import save_run
from campaigns.services.locking import Moved, lock
from campaigns.services.pilot import start_pilot
from teams.domain.roles import Permission
from teams.models import Person


@dataclass(frozen=True)
class News:
    """What became of a run.

    ``lost`` says that nobody expects news any more; ``ended_at`` is then its last sign of life.
    """

    state: RunState
    started_at: datetime | None = None
    ended_at: datetime | None = None
    metrics: Mapping[str, str] = field(default_factory=dict)
    files_at: str = ""
    reason: str = ""
    lost: bool = False


@transaction.atomic
def record_run(*, run: Run, by: Person, now: datetime) -> Run:
    """Record a run built by the form; the product gives it its identifier, configuration hash and corpus."""
    campaign = lock(run.campaign, by=by, permission=Permission.RECORD)
    if run.state == RunState.STOPPED:
        raise ValidationError({"state": _("Record the run as running, then the stop event with its reason.")})
    campaign = open_to_runs(campaign, RunPurpose(run.purpose), by=by, now=now)
    run.campaign = campaign
    _check_its_own(run)
    check_variant(run.variant, RunPurpose(run.purpose))
    run.corpus = newest_frozen_corpus(campaign)
    complete(run, next_run_number(run.variant), by=by, now=now)
    _check_past(run, now)
    save_run(run)
    return run


def open_to_runs(campaign: Campaign, purpose: RunPurpose, *, by: Person, now: datetime) -> Campaign:
    """See that the state allows the run (R6.5); the first pilot run of an approved plan begins the pilot."""
    if campaign.state == CampaignState.APPROVED and purpose in PILOT_PURPOSES:
        campaign = start_pilot(campaign=campaign, by=by, now=now)
    check_run(CampaignState(campaign.state), purpose)
    return campaign


def _check_its_own(run: Run) -> None:
    if run.variant.campaign_id != run.campaign.pk:
        raise ValidationError({"variant": _("This variant is not one of the campaign's.")})
    if run.step is not None and run.step.campaign_id != run.campaign.pk:
        raise ValidationError({"step": _("This step is not one of the campaign's.")})


def check_variant(variant: Variant, purpose: RunPurpose) -> None:
    """Refuse another main run of a variant that was dropped (R6.4)."""
    if variant.dropped_at is not None and purpose not in PILOT_PURPOSES:
        text = _("%(variant)s was dropped: %(reason)s. It gets no further main runs.")
        values = {"variant": variant.identifier, "reason": variant.dropped_reason.rstrip(".")}
        raise ValidationError({"variant": text % values})


def newest_frozen_corpus(campaign: Campaign) -> Corpus:
    """The corpus that runs are compared on now (R1.5)."""
    frozen = campaign.corpora.filter(frozen_at__isnull=False).defer("identifiers")
    corpus = frozen.order_by("frozen_at", "id").last()
    if corpus is None:
        raise ValidationError(_("Freeze a corpus first: a run says on which data it was compared."))
    return corpus


def next_run_number(variant: Variant) -> int:
    """The number of the variant's next run; the campaign's row is locked, so nobody else takes it."""
    return next_number(Run.objects.filter(variant=variant).values_list("number", flat=True))


def complete(run: Run, number: int, *, by: Person, now: datetime) -> None:
    """Give a run what people do not type."""
    run.number = number
    run.identifier = run_identifier(run.campaign.code, run.variant.identifier, number)
    run.configuration_hash = run.variant.configuration_hash
    run.recorded_by, run.recorded_at = by, now


@transaction.atomic
def report(*, run: Run, news: News, by: Person, now: datetime, seen_state: str | None = None) -> Run:
    """Record that a run started, finished, failed, fell silent or is declared lost.

    A finished run that turns out to have failed, and whatever is learnt after the campaign ended, is kept as
    a correction with its reason.
    """
    run = lock_run(run, by=by, seen_state=seen_state)
    old = RunState(run.state)
    _check_news(run, old, news)
    if news.state == RunState.RUNNING:
        check_run(CampaignState(run.campaign.state), RunPurpose(run.purpose))
        check_variant(run.variant, RunPurpose(run.purpose))
    _apply(run, old, news)
    _check_past(run, now)
    save_run(run)
    if news.lost or old is RunState.FINISHED or not can_record(CampaignState(run.campaign.state)):
        Correction.objects.create(
            run=run,
            field="state",
            old=old.value,
            new=DECLARED_LOST if news.lost else news.state.value,
            reason=news.reason,
            corrected_by=by,
            corrected_at=now,
        )
    return run


def lock_run(run: Run, *, by: Person, seen_state: str | None = None) -> Run:
    """Lock the campaign, then read the run afresh; ``Moved`` when its state is not what the page showed."""
    campaign = lock(run.campaign, by=by, permission=Permission.RECORD)
    rows = Run.objects.select_for_update(of=("self",)).select_related("variant", "order__package")
    fresh = rows.get(pk=run.pk)
    fresh.campaign = campaign
    if seen_state is not None and fresh.state != seen_state:
        text = _("Somebody else recorded this run meanwhile: it is now “%(state)s”. Nothing was done.")
        raise Moved(text % {"state": _(fresh.state)})
    return fresh


def _check_news(run: Run, old: RunState, news: News) -> None:
    if news.state == RunState.STOPPED:
        raise ValidationError(
            {"state": _("Record a stop event: it keeps the rule, the value and the reason.")}
        )
    check_change(old, news.state)
    late = not can_record(CampaignState(run.campaign.state))
    if (news.lost or late or old is RunState.FINISHED) and not news.reason.strip():
        raise ValidationError({"reason": _("Say why.")})
    if news.lost and run.started_at and not news.ended_at:
        text = _("Give the time of its last sign of life: until then its machine was in use.")
        raise ValidationError({"ended_at": text})


def _apply(run: Run, old: RunState, news: News) -> None:
    run.state = news.state.value
    if news.lost:
        run.reported_end = DECLARED_LOST
    elif run.reported_end == DECLARED_LOST:
        run.reported_end = ""
    run.started_at = run.started_at or news.started_at
    if old is not RunState.FINISHED:
        run.ended_at = news.ended_at
        run.metrics = {**run.metrics, **news.metrics}
        run.files_at = news.files_at or run.files_at
    if news.state == RunState.FAILED and news.reason:
        run.note = "\n".join(filter(None, [run.note, news.reason]))


def _check_past(run: Run, now: datetime) -> None:
    for name in ("started_at", "ended_at"):
        moment = getattr(run, name)
        if moment is not None and moment > now:
            raise ValidationError({name: _("This lies in the future.")})
