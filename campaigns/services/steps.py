"""The plan's steps, saved as a whole: what is not in the new list is gone, and nothing is half-saved (R3.1, R3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import check_editable
from campaigns.models import Campaign, Dependency, Step
from campaigns.services.locking import lock, touch
from teams.domain.roles import Permission
from teams.models import Person
from teams.services import audit


@dataclass(frozen=True)
class StepEntry:
    """One row of the plan as it was typed; ``number`` is the row in the database that it stands for, if any."""

    number: int | None
    key: str
    title: str
    phase: str
    resource: str
    minutes: int
    after: tuple[str, ...]
    priority: str
    needs_machine: bool
    per_batch: bool
    resumes: bool
    gpus: int
    people: int
    one_in_ten_minutes: int | None = None
    optimistic_minutes: int | None = None
    pessimistic_minutes: int | None = None
    memory_gb: Decimal | None = None
    variant: int | None = None


@transaction.atomic
def save_steps(
    *, campaign: Campaign, entries: Sequence[StepEntry], by: Person, now: datetime, seen_revision: int
) -> None:
    """Make the plan hold exactly these steps in this order. The caller has asked ``find_impossible`` before."""
    campaign = lock(campaign, by=by, permission=Permission.PLAN, seen_revision=seen_revision)
    check_editable(CampaignState(campaign.state), campaign.amendment_open)
    known = {step.pk: step for step in campaign.steps.all()}
    before = [step.key for step in known.values()]
    _remove(campaign, set(known) - {entry.number for entry in entries if entry.number})
    _free_keys(campaign, entries, known)
    saved = {
        entry.key: _save(entry, known.get(entry.number or 0) or Step(campaign=campaign), position)
        for position, entry in enumerate(entries, start=1)
    }
    Dependency.objects.filter(step__campaign=campaign).delete()
    Dependency.objects.bulk_create(
        Dependency(step=saved[entry.key], after=saved[key]) for entry in entries for key in entry.after
    )
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="steps saved",
        object=f"{campaign.code} plan",
        old={"steps": before},
        new={"steps": {entry.key: entry.minutes for entry in entries}},
    )


def _remove(campaign: Campaign, numbers: set[int]) -> None:
    try:
        campaign.steps.filter(pk__in=numbers).delete()
    except ProtectedError as error:
        kept = ", ".join(campaign.steps.filter(pk__in=numbers).values_list("key", flat=True))
        raise ValidationError(
            _(
                "Runs, measurements or recorded time belong to %(steps)s, which cannot be removed. Nothing was saved."
            )
            % {"steps": kept}
        ) from error


def _free_keys(campaign: Campaign, entries: Sequence[StepEntry], known: dict[int, Step]) -> None:
    """Two steps may swap their keys: give the renamed ones a key of their own number first."""
    for entry in entries:
        step = known.get(entry.number or 0)
        if step and step.key != entry.key:
            campaign.steps.filter(pk=step.pk).update(key=f"renamed-{step.pk}")


def _save(entry: StepEntry, step: Step, position: int) -> Step:
    step.key, step.title, step.position = entry.key, entry.title, position
    step.phase, step.resource, step.priority = entry.phase, entry.resource, entry.priority
    step.usual_minutes, step.one_in_ten_minutes = entry.minutes, entry.one_in_ten_minutes
    step.optimistic_minutes, step.pessimistic_minutes = entry.optimistic_minutes, entry.pessimistic_minutes
    step.needs_machine, step.per_batch, step.resumes = entry.needs_machine, entry.per_batch, entry.resumes
    step.gpus, step.people, step.memory_gb = entry.gpus, entry.people, entry.memory_gb
    step.variant_id = entry.variant
    step.full_clean()
    step.save()
    return step
