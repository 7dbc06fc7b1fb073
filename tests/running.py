"""A campaign whose pilot decision is approved, with what its runs need: variants, corpus, checks, an order, steps.

Everything of the plan lies on 1 July 2026; tests record runs after it.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from campaigns.domain.variants import configuration_hash
from campaigns.models import (
    Campaign,
    Corpus,
    Order,
    OrderShare,
    PlanSubmission,
    PlanVersion,
    PlanVersionStep,
    Run,
    Step,
    StopRule,
    Variant,
)
from campaigns.queries.plan_content import announced_content
from campaigns.services.runs import record_run
from pricing.models import Package
from teams.models import Person

APPROVED_AT = datetime(2026, 7, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
PLANNED: tuple[dict[str, Any], ...] = (
    {"key": "prepare", "batch": None, "lanes": [], "start": 0, "end": 180, "part": 0},
    {"key": "train-a", "batch": 0, "lanes": [0], "start": 180, "end": 780, "part": 0},
)
PHASES = ("prepare", "train")
RESOURCES = ("person", "gpu")
COMPUTED: dict[str, Any] = {
    "schedule": {
        "status": "optimal",
        "essentials_status": "optimal",
        "bound": 780,
        "change_overs": [],
        "steps": list(PLANNED),
    },
    "critical_chain": ["prepare", "train-a"],
    "arrangements": [],
    "figures": {
        "elapsed_minutes": 780,
        "rented_minutes": 600,
        "lane_minutes": 600,
        "person_minutes": 180,
        "network_minutes": 0,
    },
    "verdict": {"kind": "fits", "window_minutes": 4320, "difference_minutes": 3540},
}
"""What solving answers for the two steps: 3 h of a person, then 10 h on the machine, in a window of 72 h."""
WAY = ("submitted", "approved", "piloting", "deciding", "running", "closing", "closed")


def advance(campaign: Campaign, to: str) -> Campaign:
    """Take a campaign along its states, past those that it already left."""
    passed = WAY.index(campaign.state) + 1 if campaign.state in WAY else 0
    way = ("cancelled",) if to == "cancelled" else WAY[passed : WAY.index(to) + 1]
    for state in way:
        Campaign.objects.filter(pk=campaign.pk).update(state=state)
    campaign.refresh_from_db()
    return campaign


def add_variant(campaign: Campaign, identifier: str, name: str, role: str, **values: str) -> Variant:
    """Add a variant with its configuration."""
    return Variant.objects.create(
        campaign=campaign,
        identifier=identifier,
        name=name,
        role=role,
        values=values,
        configuration_hash=configuration_hash(values),
        position=int(identifier[1:]),
    )


@pytest.fixture
def approved_campaign(campaign: Campaign, planner: Person, lead: Person) -> Campaign:
    """Return a campaign with an approved plan that asks for an accuracy of at least 0.72."""
    return with_approved_plan(campaign, planner, lead)


def with_approved_plan(campaign: Campaign, planner: Person, lead: Person) -> Campaign:
    """Give an empty draft a control, a variant, a corpus, two steps, a stop rule, and approve it."""
    add_variant(campaign, "V0", "control", "control", adapter="none")
    add_variant(campaign, "V1", "adapter A", "variant", adapter="A")
    campaign.next_variant_number = 2
    campaign.save()
    Corpus.objects.create(
        campaign=campaign, name="held-out", item_count=200, sha256="a" * 64, frozen_at=APPROVED_AT
    )
    campaign.factors.create(name="adapter")
    campaign.steps.create(key="prepare", phase="prepare", resource="person", usual_minutes=180)
    campaign.steps.create(
        key="train-a",
        phase="train",
        resource="gpu",
        usual_minutes=600,
        variant=campaign.variants.get(identifier="V1"),
    )
    campaign.stop_rules.create(
        kind="quality below threshold", metric="accuracy", threshold=Decimal("0.40"), after_minutes=240
    )
    approve(campaign, planner, lead, APPROVED_AT, "0.72")
    return advance(campaign, "approved")


def approve(
    campaign: Campaign,
    planner: Person,
    lead: Person,
    at: datetime,
    threshold: str,
    difference: str | None = None,
) -> PlanVersion:
    """Freeze a plan version that announces one check."""
    check = {
        "metric": "accuracy",
        "direction": "at least",
        "threshold": threshold,
        "minimum_difference_to_control": difference,
        "priority": "essential",
    }
    content = {**announced_content(campaign), **COMPUTED, "acceptance_checks": [check]}
    same = {
        "campaign": campaign,
        "number": campaign.versions.count() + 1,
        "content": content,
        "content_hash": "b" * 64,
        "submitted_by": planner,
    }
    submission = PlanSubmission.objects.create(submitted_at=at, **same)
    with transaction.atomic():
        version = PlanVersion.objects.create(submission=submission, approved_by=lead, approved_at=at, **same)
        freeze_steps(version)
    return version


def freeze_steps(version: PlanVersion) -> None:
    """Freeze when and where the two steps were to run."""
    for place, (row, phase, resource) in enumerate(zip(PLANNED, PHASES, RESOURCES, strict=True), start=1):
        PlanVersionStep.objects.create(
            version=version,
            key=row["key"],
            phase=phase,
            resource=resource,
            priority="essential",
            batch=row["batch"],
            lane=0 if row["lanes"] else None,
            start_minute=row["start"],
            end_minute=row["end"],
            position=place,
        )


@pytest.fixture
def running_campaign(approved_campaign: Campaign) -> Campaign:
    """Return the campaign once its pilot decision is approved."""
    return advance(approved_campaign, "running")


@pytest.fixture
def order(approved_campaign: Campaign, catalogue: dict[str, Package], planner: Person) -> Order:
    """Return an order of one B200 batch, which has two lanes."""
    return place_order(approved_campaign, catalogue["b200"], planner, "R-1001")


def place_order(campaign: Campaign, package: Package, by: Person, reference: str) -> Order:
    """Record an order that costs 10.00 USD, all of it the campaign's."""
    order = Order.objects.create(
        campaign=campaign,
        package=package,
        amount=Decimal("10.00"),
        currency="USD",
        reference=reference,
        ordered_at=APPROVED_AT,
        recorded_by=by,
    )
    OrderShare.objects.create(
        order=order, campaign=campaign, amount=order.amount, stated_by=by, stated_at=APPROVED_AT
    )
    return order


@pytest.fixture
def variant(approved_campaign: Campaign) -> Variant:
    """Return the variant V1."""
    return approved_campaign.variants.get(identifier="V1")


@pytest.fixture
def control(approved_campaign: Campaign) -> Variant:
    """Return the control V0."""
    return approved_campaign.variants.get(identifier="V0")


@pytest.fixture
def step(approved_campaign: Campaign) -> Step:
    """Return the person's step."""
    return approved_campaign.steps.get(key="prepare")


@pytest.fixture
def rule(approved_campaign: Campaign) -> StopRule:
    """Return the stop rule."""
    return approved_campaign.stop_rules.get()


def clock(hour: int, minute: int = 0) -> datetime:
    """Return a time of the 14th of July 2026."""
    return datetime(2026, 7, 14, hour, minute, tzinfo=UTC)


@pytest.fixture
def recorded(running_campaign: Campaign, variant: Variant, planner: Person) -> Callable[..., Run]:
    """Return a function that records a run of V1: finished from 10 to 12 with an accuracy of 0.75."""

    def record(**changes: object) -> Run:
        values: dict[str, object] = {
            "variant": variant,
            "purpose": "main",
            "state": "finished",
            "started_at": clock(10),
            "ended_at": clock(12),
            "metrics": {"accuracy": "0.75"},
        }
        run = Run(campaign=running_campaign, **(values | changes))
        return record_run(run=run, by=planner, now=NOW)

    return record
