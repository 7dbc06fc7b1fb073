"""What the database itself refuses of campaigns, goals, variants and stop rules."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model

from campaigns.models import (
    AcceptanceCheck,
    Campaign,
    Choice,
    Corpus,
    Deliverable,
    Factor,
    Outcome,
    StopRule,
    Variant,
)
from teams.models import Person

HASH = "a" * 64
AT = datetime(2026, 11, 20, 9, tzinfo=UTC)


def variant(campaign: Campaign, identifier: str, **fields: Any) -> Variant:
    return Variant(campaign=campaign, identifier=identifier, name=identifier, **fields)


REFUSED: list[tuple[str, Callable[[Campaign, Person], list[Model]]]] = [
    ("choice_is_named_once", lambda c, _p: [Choice(campaign=c, text="a"), Choice(campaign=c, text="a")]),
    ("factor_is_named_once", lambda c, _p: [Factor(campaign=c, name="a"), Factor(campaign=c, name="a")]),
    (
        "corpus_version_is_unique",
        lambda c, _p: [
            Corpus(campaign=c, name="a", item_count=1),
            Corpus(campaign=c, name="a", item_count=2),
        ],
    ),
    ("corpus_hash_is_sha256", lambda c, _p: [Corpus(campaign=c, name="a", item_count=1, sha256="A" * 64)]),
    ("frozen_corpus_has_its_hash", lambda c, _p: [Corpus(campaign=c, name="a", item_count=1, frozen_at=AT)]),
    (
        "check_is_announced_once",
        lambda c, _p: [AcceptanceCheck(campaign=c, metric="a"), AcceptanceCheck(campaign=c, metric="a")],
    ),
    (
        "check_direction_is_known",
        lambda c, _p: [AcceptanceCheck(campaign=c, metric="a", direction="about")],
    ),
    ("check_priority_is_known", lambda c, _p: [AcceptanceCheck(campaign=c, metric="a", priority="high")]),
    (
        "deliverable_is_named_once",
        lambda c, _p: [Deliverable(campaign=c, kind="other"), Deliverable(campaign=c, kind="other")],
    ),
    ("deliverable_kind_is_known", lambda c, _p: [Deliverable(campaign=c, kind="cake")]),
    ("deliverable_scope_is_known", lambda c, _p: [Deliverable(campaign=c, kind="other", scope="me")]),
    ("deliverable_priority_is_known", lambda c, _p: [Deliverable(campaign=c, kind="other", priority="high")]),
    ("variant_identifier_is_never_reused", lambda c, _p: [variant(c, "V1"), variant(c, "V1")]),
    (
        "campaign_has_one_control",
        lambda c, _p: [variant(c, "V0", role="control"), variant(c, "V1", role="control")],
    ),
    ("variant_role_is_known", lambda c, _p: [variant(c, "V0", role="boss")]),
    ("variant_priority_is_known", lambda c, _p: [variant(c, "V0", priority="high")]),
    (
        "probability_is_between_zero_and_one",
        lambda c, _p: [variant(c, "V0", meets_probability=Decimal("1.0001"))],
    ),
    (
        "dropped_variant_says_when_who_and_why",
        lambda c, p: [variant(c, "V0", dropped_at=AT, dropped_by=p, dropped_reason="")],
    ),
    ("stop_rule_kind_is_known", lambda c, _p: [StopRule(campaign=c, kind="boredom")]),
]


@pytest.mark.parametrize(("name", "rows"), REFUSED, ids=[name for name, _rows in REFUSED])
def test_the_database_refuses(
    name: str, rows: Callable[[Campaign, Person], list[Model]], campaign: Campaign, planner: Person
) -> None:
    *before, last = rows(campaign, planner)
    for row in before:
        row.save()
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        last.save()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("campaign_state_is_known", {"state": "lost"}),
        ("campaign_kind_is_known", {"kind": "holiday"}),
        ("window_opening_is_known", {"window_opening": "at noon"}),
        ("campaign_has_at_least_one_person", {"people": 0}),
        ("campaign_plans_at_least_one_batch", {"side_by_side": 0}),
        ("campaign_plans_at_least_one_batch", {"one_after_another": 0}),
        ("budget_ceiling_is_positive_with_its_currency", {"budget_ceiling_amount": Decimal("0.00")}),
        (
            "budget_ceiling_is_positive_with_its_currency",
            {"budget_ceiling_amount": Decimal("5.00"), "budget_ceiling_currency": "usd"},
        ),
    ],
)
def test_the_database_refuses_a_campaign(campaign: Campaign, name: str, fields: dict[str, Any]) -> None:
    wanted = r"campaign_state_is_known|cannot go from|guarded_state" if "state" in fields else name
    with pytest.raises(IntegrityError, match=wanted), transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(**fields)


def test_a_check_is_explained_at_its_field(campaign: Campaign) -> None:
    campaign.budget_ceiling_amount = Decimal("-1.00")
    campaign.people = 0
    with pytest.raises(ValidationError) as caught:
        campaign.full_clean()
    assert set(caught.value.message_dict) == {"budget_ceiling_amount", "people"}


def test_r1_5_a_frozen_corpus_refuses_every_change(campaign: Campaign) -> None:
    row = Corpus.objects.create(campaign=campaign, name="a", item_count=1, sha256=HASH, frozen_at=AT)
    with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
        Corpus.objects.filter(pk=row.pk).update(item_count=2)
    with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
        row.delete()


def test_r2_5_a_dropped_control_leaves_its_place(campaign: Campaign, planner: Person) -> None:
    variant(campaign, "V0", role="control", dropped_at=AT, dropped_by=planner, dropped_reason="x").save()
    variant(campaign, "V1", role="control").save()
    assert campaign.variants.filter(role="control").count() == 2


def test_a_choice_that_an_outcome_leads_to_is_protected(campaign: Campaign) -> None:
    choice = Choice.objects.create(campaign=campaign, text="a")
    Outcome.objects.create(campaign=campaign, condition="b", choice=choice)
    with pytest.raises(IntegrityError):
        choice.delete()
