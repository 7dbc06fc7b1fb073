"""A campaign file becomes a campaign in draft, whole or not at all."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns.domain.campaign_file import CampaignFile, FileStep
from campaigns.domain.steps import whole_minutes
from campaigns.domain.stop_rules import StopRule as FileRule
from campaigns.domain.variants import configuration_hash
from campaigns.models import (
    AcceptanceCheck,
    Campaign,
    Choice,
    Corpus,
    Deliverable,
    Dependency,
    Factor,
    Outcome,
    Step,
    StopRule,
    Variant,
)
from campaigns.services.identifier_lists import parse_identifiers
from campaigns.services.located import CampaignFileError
from pricing.models import Package
from teams.domain.roles import Permission
from teams.models import Person, Team
from teams.services import audit
from teams.services.access import check_may

Row = TypeVar("Row", bound=Model)


@transaction.atomic
def import_campaign(
    *, team: Team, document: CampaignFile, by: Person, now: datetime, identifiers: bytes | None = None
) -> Campaign:
    """Make a draft of the team from a file; ``identifiers`` is the content of the file that the corpus names.

    Raises ``CampaignFileError`` when the corpus is not what the file says, or the package is not in the
    team's catalogue.
    """
    check_may(by, team, Permission.PLAN)
    items = _identifiers(document, identifiers)
    campaign = _save_campaign(team, document, by)
    choices = _save_choices(campaign, document)
    _save_corpus(campaign, document, items)
    _save_lists(campaign, document)
    variants = _save_variants(campaign, document, choices)
    _save_steps(campaign, document, variants)
    audit.record(
        team=team,
        chain=campaign.code,
        by=by,
        now=now,
        action="campaign imported",
        object=campaign.title,
        new={"steps": len(document.plan), "variants": len(document.variants)},
    )
    return campaign


def _save(model: type[Row], rows: Iterable[Row]) -> list[Row]:
    """Add many rows at once. The reader has compared them with each other; the database holds its rules itself."""
    made = list(rows)
    links = [field.name for field in model._meta.fields if field.is_relation]
    for row in made:
        row.clean_fields(exclude=links)
    return model._default_manager.bulk_create(made)


def _identifiers(document: CampaignFile, content: bytes | None) -> list[str]:
    """Read one identifier a line, and compare count and hash with what the file says."""
    corpus = document.corpus
    if corpus is None or content is None:
        return []
    problems: list[tuple[int, str]] = []
    try:
        found = parse_identifiers(content)
    except ValidationError as error:
        raise CampaignFileError(
            ((document.lines["corpus.identifiers"], " ".join(error.messages)),)
        ) from error
    if found.count != corpus.items:
        message = _("“items” is %(items)d, but %(file)s holds %(count)d identifiers.")
        values = {"items": corpus.items, "file": corpus.identifiers, "count": found.count}
        problems.append((document.lines["corpus.items"], message % values))
    if corpus.sha256 and found.sha256 != corpus.sha256:
        message = _("“sha256” is not the hash of %(file)s, which is %(hash)s.")
        values = {"file": corpus.identifiers, "hash": found.sha256}
        problems.append((document.lines["corpus.sha256"], message % values))
    if problems:
        raise CampaignFileError(tuple(problems))
    return list(found.identifiers)


def _save_campaign(team: Team, document: CampaignFile, by: Person) -> Campaign:
    ceiling = document.budget_ceiling
    numbers = [int(variant.identifier[1:]) for variant in document.variants]
    campaign = Campaign(
        team=team,
        title=document.title,
        kind=document.kind,
        question=document.question,
        closing_condition=document.closing_condition,
        people=document.people,
        window_opening=document.window_opening,
        window_package=_package(team, document),
        side_by_side=document.side_by_side,
        one_after_another=document.one_after_another,
        budget_ceiling_amount=ceiling.amount if ceiling else None,
        budget_ceiling_currency=ceiling.currency if ceiling else "USD",
        tolerance_percent=document.tolerance_percent,
        next_variant_number=max(numbers, default=-1) + 1,
        created_by=by,
    )
    campaign.full_clean()
    campaign.save()
    return campaign


def _package(team: Team, document: CampaignFile) -> Package | None:
    if not document.window_package:
        return None
    catalogue = Package.objects.filter(provider__team=team, retired_at=None)
    package = catalogue.filter(sku=document.window_package).first()
    if package is None:
        message = _("“%(sku)s” is not a package of the team's catalogue. On offer: %(skus)s.")
        offered = ", ".join(catalogue.values_list("sku", flat=True)) or _("nothing")
        values = {"sku": document.window_package, "skus": offered}
        raise CampaignFileError(((document.lines["window_package"], message % values),))
    return package


def _save_choices(campaign: Campaign, document: CampaignFile) -> dict[str, Choice]:
    texts = enumerate(document.choices)
    rows = _save(
        Choice, (Choice(campaign=campaign, text=text, position=position) for position, text in texts)
    )
    choices = {row.text: row for row in rows}
    _save(
        Outcome,
        (
            Outcome(
                campaign=campaign,
                condition=outcome.condition,
                choice=choices[outcome.choice],
                none_meets=outcome.none_meets,
                position=position,
            )
            for position, outcome in enumerate(document.outcomes)
        ),
    )
    return choices


def _save_corpus(campaign: Campaign, document: CampaignFile, items: list[str]) -> None:
    if corpus := document.corpus:
        row = Corpus(
            campaign=campaign,
            name=corpus.name,
            version=corpus.version,
            item_count=corpus.items,
            sha256=corpus.sha256,
            frozen_at=corpus.frozen_at,
            identifiers=items,
        )
        row.full_clean()
        row.save()


def _save_lists(campaign: Campaign, document: CampaignFile) -> None:
    _save(
        AcceptanceCheck,
        (
            AcceptanceCheck(campaign=campaign, position=position, **asdict(check))
            for position, check in enumerate(document.acceptance_checks)
        ),
    )
    _save(
        Deliverable,
        (
            Deliverable(campaign=campaign, position=position, **asdict(deliverable))
            for position, deliverable in enumerate(document.deliverables)
        ),
    )
    _save(StopRule, (_rule(campaign, rule, position) for position, rule in enumerate(document.stop_rules)))


def _rule(campaign: Campaign, rule: FileRule, position: int) -> StopRule:
    return StopRule(
        campaign=campaign,
        position=position,
        kind=rule.kind,
        metric=rule.metric,
        threshold=rule.threshold,
        after_minutes=_minutes(rule.after),
        after_steps=rule.after_steps,
        wording=rule.wording,
        applies_to=rule.applies_to,
        consequence=rule.consequence,
    )


def _save_variants(
    campaign: Campaign, document: CampaignFile, choices: dict[str, Choice]
) -> dict[str, Variant]:
    factors = enumerate(document.factors)
    _save(Factor, (Factor(campaign=campaign, name=name, position=position) for position, name in factors))
    rows = _save(
        Variant,
        (
            Variant(
                campaign=campaign,
                identifier=variant.identifier,
                name=variant.name,
                role=variant.role,
                priority=variant.priority,
                values=dict(variant.values),
                configuration_hash=configuration_hash(variant.values),
                meets_probability=variant.meets_probability,
                if_meets=choices.get(variant.if_meets),
                if_not=choices.get(variant.if_not),
                if_inconclusive=choices.get(variant.if_inconclusive),
                position=position,
            )
            for position, variant in enumerate(document.variants)
        ),
    )
    return {row.identifier: row for row in rows}


def _save_steps(campaign: Campaign, document: CampaignFile, variants: dict[str, Variant]) -> None:
    rows = _save(
        Step, (_step(campaign, row, variants, position) for position, row in enumerate(document.plan))
    )
    saved = {row.key: row for row in rows}
    links = [(row.step.key, key) for row in document.plan for key in row.step.after]
    _save(Dependency, (Dependency(step=saved[step], after=saved[after]) for step, after in links))


def _step(campaign: Campaign, row: FileStep, variants: dict[str, Variant], position: int) -> Step:
    step = row.step
    return Step(
        campaign=campaign,
        key=step.key,
        title=step.title,
        phase=step.phase,
        resource=step.resource,
        usual_minutes=step.minutes,
        one_in_ten_minutes=_minutes(row.one_in_ten),
        optimistic_minutes=_minutes(row.optimistic),
        pessimistic_minutes=_minutes(row.pessimistic),
        gpus=step.gpus,
        memory_gb=step.memory_gb,
        people=step.people,
        needs_machine=step.needs_machine,
        per_batch=step.per_batch,
        resumes=step.resumes,
        priority=step.priority,
        variant=variants[step.variant] if step.variant else None,
        position=position,
    )


def _minutes(duration: timedelta | None) -> int | None:
    return None if duration is None else whole_minutes(duration)
