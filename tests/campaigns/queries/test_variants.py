"""Variants beside their control, their ranking, and the hours of each priority."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.http import Http404

from campaigns.domain.variants import DifferenceKind, NotRanked
from campaigns.domain.vocabulary import Priority
from campaigns.models import Campaign
from campaigns.queries.rules import rule_for, rules_of
from campaigns.queries.variants import (
    hours_by_priority,
    lane_times,
    stated_factors,
    variant_for,
    variants_page,
)
from tests.running import add_variant

Queries = Callable[[int], AbstractContextManager[Any]]


def hours(count: int) -> timedelta:
    return timedelta(hours=count)


def test_r1_4_hours_by_priority_of_the_worked_campaign(worked_campaign: Campaign) -> None:
    assert [
        (row.priority, row.steps, row.lane_time, row.person_time)
        for row in hours_by_priority(worked_campaign)
    ] == [
        (Priority.ESSENTIAL, 17, hours(32), hours(7)),
        (Priority.USEFUL, 1, hours(10), hours(0)),
        (Priority.EXPLORATORY, 0, hours(0), hours(0)),
    ]


def test_r1_4_steps_of_every_batch_count_once_a_batch(worked_campaign: Campaign) -> None:
    worked_campaign.side_by_side = 2
    assert hours_by_priority(worked_campaign)[0].lane_time == hours(34)


def test_r2_1_the_control_stands_first_and_only_what_differs_is_marked(worked_campaign: Campaign) -> None:
    page = variants_page(worked_campaign)
    assert [line.variant.identifier for line in page.lines] == ["V0", "V1", "V2"]
    assert page.factors == ("adapter", "rank", "learning rate")
    assert [[cell.value for cell in line.cells if cell.differs] for line in page.lines] == [[], ["A"], ["B"]]
    first = page.lines[1]
    assert first.difference is not None
    assert (first.difference.kind, first.lane_time) == (DifferenceKind.ISOLATES_ONE_CAUSE, hours(10))


def test_r2_4_the_worked_ranking_in_bits_per_lane_hour(worked_campaign: Campaign) -> None:
    page = variants_page(worked_campaign)
    assert [(row.line.variant.identifier, row.ranked.bits, row.ranked.value) for row in page.ranking] == [
        ("V1", Decimal("1.0000"), Decimal("0.100000")),
        ("V2", Decimal("0.8113"), Decimal("0.081130")),
    ]
    assert (page.departs, [row.chosen_place for row in page.ranking]) == (False, [1, 2])


def test_r2_3_a_variant_whose_results_all_lead_to_one_choice_is_not_decisive(
    worked_campaign: Campaign,
) -> None:
    keep = worked_campaign.choices.get(text="keep the control")
    worked_campaign.variants.filter(identifier="V2").update(if_meets=keep)
    page = variants_page(worked_campaign)
    assert [(line.is_decisive, line.not_decisive) for line in page.lines[1:]] == [
        (True, False),
        (False, True),
    ]
    assert [row.ranked.value for row in page.ranking] == [Decimal("0.100000"), Decimal("0.000000")]


def test_r2_4_a_variant_without_a_probability_is_not_ranked(worked_campaign: Campaign) -> None:
    worked_campaign.variants.filter(identifier="V1").update(meets_probability=None)
    last = variants_page(worked_campaign).ranking[-1]
    assert last.line.variant.identifier == "V1"
    assert isinstance(last.ranked.value, NotRanked)


def test_r2_2_a_full_grid_is_found(worked_campaign: Campaign) -> None:
    assert variants_page(worked_campaign).grid is None
    other = {"adapter": "B", "rank": "none", "learning rate": "0.001"}
    worked_campaign.variants.filter(identifier="V2").update(values=other, configuration_hash="")
    rest = {"learning rate": "0.0001"}
    add_variant(worked_campaign, "V3", "rank 8", "variant", adapter="none", rank="8", **rest)
    add_variant(worked_campaign, "V4", "A, rank 8", "variant", adapter="A", rank="8", **rest)
    add_variant(worked_campaign, "V5", "twin of V3", "variant", adapter="none", rank="8", **rest)
    grid = variants_page(worked_campaign).grid
    assert grid is not None
    assert (grid.members, grid.one_at_a_time) == (("V0", "V1", "V3", "V4"), ("V0", "V1", "V3"))


def test_r6_4_dropped_variants_are_listed_apart(worked_campaign: Campaign) -> None:
    worked_campaign.variants.filter(identifier="V2").update(
        dropped_at="2026-12-01T08:00Z", dropped_by=worked_campaign.created_by, dropped_reason="no time"
    )
    page = variants_page(worked_campaign)
    assert [line.variant.identifier for line in page.lines] == ["V0", "V1"]
    assert [(row.identifier, row.dropped_reason) for row in page.gone] == [("V2", "no time")]
    assert [row.steps for row in hours_by_priority(worked_campaign)] == [17, 0, 0]


def test_without_a_control_nothing_is_compared(worked_campaign: Campaign) -> None:
    worked_campaign.variants.filter(identifier="V0").update(role="isolating control")
    page = variants_page(worked_campaign)
    assert page.control is None
    assert {line.difference for line in page.lines} == {None}


def test_one_variant_and_one_rule_belong_to_their_campaign(
    worked_campaign: Campaign, campaign: Campaign
) -> None:
    assert variant_for(worked_campaign, "V1").name == "adapter A"
    rule = rules_of(worked_campaign)[0].number
    assert rule_for(worked_campaign, rule).kind == "non-finite loss"
    with pytest.raises(Http404):
        variant_for(campaign, "V1")
    with pytest.raises(Http404):
        rule_for(campaign, rule)


def test_the_number_of_queries_does_not_grow_with_the_rows(
    worked_campaign: Campaign, django_assert_num_queries: Queries
) -> None:
    for keep, queries in ((3, 5), (1, 5)):
        worked_campaign.steps.exclude(variant=None).delete() if keep == 1 else None
        worked_campaign.variants.exclude(identifier__in=["V0", "V1", "V2"][:keep]).delete()
        with django_assert_num_queries(queries):
            variants_page(worked_campaign)
        with django_assert_num_queries(queries - 2):
            hours_by_priority(worked_campaign)
        with django_assert_num_queries(1):
            rules_of(worked_campaign)
        with django_assert_num_queries(1):
            stated_factors(worked_campaign)


def test_lane_times_need_no_database() -> None:
    assert lane_times((), 1) == {}
