"""The suggested order can be left, with a reason (R2.4)."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.models import Campaign
from campaigns.queries.variants import variants_page
from campaigns.services.locking import Moved
from campaigns.services.variant_order import move_variant, order_as_suggested
from teams.models import AuditEvent, Person

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def move(campaign: Campaign, identifier: str, by: Person, *, upwards: bool, reason: str = "") -> None:
    campaign.refresh_from_db()
    move_variant(
        campaign=campaign,
        variant=campaign.variants.get(identifier=identifier),
        upwards=upwards,
        reason=reason,
        by=by,
        now=NOW,
        seen_revision=campaign.revision,
    )


def order(campaign: Campaign) -> list[tuple[str, str]]:
    lines = variants_page(campaign).lines
    return [(line.variant.identifier, line.variant.position_reason) for line in lines]


def test_r2_4_another_order_than_the_suggested_one_needs_a_reason(
    worked_campaign: Campaign, planner: Person
) -> None:
    with pytest.raises(ValidationError) as caught:
        move(worked_campaign, "V2", planner, upwards=True)
    assert list(caught.value.message_dict) == ["reason"]
    assert order(worked_campaign) == [("V0", ""), ("V1", ""), ("V2", "")]
    move(worked_campaign, "V2", planner, upwards=True, reason="B is ready first")
    assert order(worked_campaign) == [("V0", ""), ("V2", "B is ready first"), ("V1", "")]
    assert variants_page(worked_campaign).departs
    event = AuditEvent.objects.filter(chain=worked_campaign.code).latest("number")
    assert (event.old, event.new, event.reason) == (
        {"order": ["V1", "V2"]},
        {"order": ["V2", "V1"]},
        "B is ready first",
    )


def test_r2_4_going_back_to_the_suggestion_needs_none(worked_campaign: Campaign, planner: Person) -> None:
    move(worked_campaign, "V2", planner, upwards=True, reason="B is ready first")
    move(worked_campaign, "V2", planner, upwards=False)
    assert order(worked_campaign) == [("V0", ""), ("V1", ""), ("V2", "")]
    assert not variants_page(worked_campaign).departs


def test_the_suggested_order_is_taken_over_at_once(worked_campaign: Campaign, planner: Person) -> None:
    move(worked_campaign, "V1", planner, upwards=False, reason="A comes late")
    worked_campaign.refresh_from_db()
    order_as_suggested(campaign=worked_campaign, by=planner, now=NOW, seen_revision=worked_campaign.revision)
    assert order(worked_campaign) == [("V0", ""), ("V1", ""), ("V2", "")]


@pytest.mark.parametrize(("identifier", "upwards"), [("V1", True), ("V2", False), ("V0", False)])
def test_the_first_the_last_and_the_control_do_not_move_further(
    worked_campaign: Campaign, planner: Person, identifier: str, upwards: bool
) -> None:
    with pytest.raises(ValidationError, match="cannot move further"):
        move(worked_campaign, identifier, planner, upwards=upwards, reason="x")


def test_the_order_changes_in_turn_and_by_planners(
    worked_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    with pytest.raises(PermissionDenied):
        move(worked_campaign, "V2", viewer, upwards=True, reason="x")
    with pytest.raises(Moved):
        order_as_suggested(campaign=worked_campaign, by=planner, now=NOW, seen_revision=7)
