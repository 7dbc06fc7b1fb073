"""The seven example campaigns as ``make run`` seeds them, and every address that leads to something of theirs.

Seeding solves schedules, so a module seeds once; what its tests change stays until the module ends.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pytest_django import DjangoDbBlocker

from campaigns.domain.corrected import CorrectedField
from campaigns.domain.vocabulary import StopRuleKind
from campaigns.models import Campaign, Run
from dossier.queries.closeout_plan import deviations_of
from pricing.models import Package
from teams.models import Membership, Team

Patterns = list[URLPattern | URLResolver]
EACH_ROW = {"campaigns:run", "pricing:package"}


@dataclass(frozen=True)
class Address:
    """An address of the product: the name of its URL, the campaign that it belongs to, and where it leads."""

    name: str
    campaign: Campaign | None
    url: str

    @property
    def slug(self) -> str:
        """A name for a file."""
        return re.sub(r"[^\w.]+", "-", self.url).strip("-") or "portfolio"


@pytest.fixture(scope="module")
def examples(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[Campaign]]:
    """Seed the examples for all tests of a module, committed, so that a server sees them too."""
    with django_db_blocker.unblock():
        call_command("seed_examples", verbosity=0)
        yield list(Campaign.objects.order_by("pk"))
        connection.close()
        TransactionTestCase._fixture_teardown(None)


def every_address() -> list[Address]:
    """Every address of the resolver, for every campaign; of the forms of a table's rows, that of the first row."""
    found = []
    for name, pattern in _named(get_resolver().url_patterns):
        wanted = tuple(pattern.pattern.converters)
        places: list[Campaign | None] = (
            list(Campaign.objects.order_by("pk")) if "number" in wanted else [None]
        )
        for campaign in places:
            rows = product(*[_values(name, argument, campaign) for argument in wanted])
            kept = rows if name in EACH_ROW else islice(rows, 1)
            found += [Address(name, campaign, reverse(name, args=row)) for row in kept]
    return [*found, *_with_a_query()]


def _with_a_query() -> list[Address]:
    """The pages that need to be told more than a row."""
    first = Campaign.objects.order_by("pk").first()
    run = Run.objects.filter(state="finished").order_by("-pk").first()
    assert first is not None
    assert run is not None
    rule = reverse("campaigns:new-stop-rule", args=[first.pk])
    right = reverse("campaigns:correct-run", args=[run.campaign_id, run.identifier])
    return [
        *(
            Address("campaigns:new-stop-rule", first, f"{rule}?{urlencode({'kind': kind})}")
            for kind in StopRuleKind
        ),
        Address(
            "campaigns:correct-run", run.campaign, f"{right}?{urlencode({'what': CorrectedField.ENDED})}"
        ),
    ]


def _named(patterns: Patterns, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _named(pattern.url_patterns, space + inner)
        else:
            yield f"{space}{pattern.name}", pattern


def _values(name: str, argument: str, campaign: Campaign | None) -> list[Any]:
    if campaign is None:
        rows = {"pk": Package if name.startswith("pricing:") else Team, "member": Membership}[argument]
        return list(rows.objects.values_list("pk", flat=True))
    if argument == "number":
        return [campaign.pk]
    if argument == "step":
        return [step.key for step in deviations_of(campaign).steps if step.exceeds_tolerance]
    if argument == "upload":
        return []
    rows, field = _rows(name, argument, campaign)
    return list(rows.values_list(field, flat=True))


def _rows(name: str, argument: str, campaign: Campaign) -> tuple[Any, str]:
    if argument == "identifier":
        of_variants = "variant" in name
        return (campaign.variants if of_variants else campaign.runs), "identifier"
    return {
        "rule": (campaign.stop_rules, "pk"),
        "submission": (campaign.submissions, "number"),
        "version": (campaign.versions, "number"),
        "proposal": (campaign.proposals, "number"),
        "order": (campaign.orders, "pk"),
        "expense": (campaign.expenses, "pk"),
        "entry": (campaign.time_entries, "pk"),
        "file": (campaign.expected_files, "pk"),
        "edition": (campaign.editions, "number"),
    }[argument]
