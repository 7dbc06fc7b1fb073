"""An identifier stands for one configuration for ever, and a dropped variant stays listed."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.variants import configuration_hash
from campaigns.domain.vocabulary import CampaignState, Priority, VariantRole
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Run, Variant
from campaigns.queries.plan import steps_of
from campaigns.services.locking import Moved
from campaigns.services.variants import StatedVariant, drop_variant, restore_variant, save_variant
from teams.models import AuditEvent, Person

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
NEW = StatedVariant(
    name="adapter C",
    role=VariantRole.VARIANT,
    priority=Priority.USEFUL,
    values={"adapter": "C", "rank": "none", "learning rate": "0.0001"},
    meets_probability=Decimal("0.1"),
    if_meets=None,
    if_not=None,
    if_inconclusive=None,
)


def save(
    campaign: Campaign,
    variant: Variant | None,
    by: Person,
    stated: StatedVariant = NEW,
    seen: int | None = None,
) -> Variant:
    campaign.refresh_from_db()
    revision = campaign.revision if seen is None else seen
    return save_variant(
        campaign=campaign, variant=variant, stated=stated, by=by, now=NOW, seen_revision=revision
    )


def drop(campaign: Campaign, identifier: str, by: Person, reason: str = "no time") -> Variant:
    campaign.refresh_from_db()
    return drop_variant(
        campaign=campaign,
        variant=campaign.variants.get(identifier=identifier),
        reason=reason,
        by=by,
        now=NOW,
        seen_revision=campaign.revision,
    )


def restore(campaign: Campaign, variant: Variant, by: Person) -> Variant:
    campaign.refresh_from_db()
    return restore_variant(
        campaign=campaign, variant=variant, by=by, now=NOW, seen_revision=campaign.revision
    )


def stated(row: Variant, **changes: object) -> StatedVariant:
    one = StatedVariant(
        name=row.name,
        role=VariantRole(row.role),
        priority=Priority(row.priority),
        values=row.values,
        meets_probability=row.meets_probability,
        if_meets=row.if_meets,
        if_not=row.if_not,
        if_inconclusive=row.if_inconclusive,
    )
    return replace(one, **changes)  # type: ignore[arg-type]


def record_a_run(campaign: Campaign, variant: Variant, by: Person) -> Run:
    return Run.objects.create(
        campaign=campaign,
        identifier=f"{campaign.code}-{variant.identifier}-R01",
        number=1,
        variant=variant,
        configuration_hash=variant.configuration_hash,
        corpus=campaign.corpora.get(),
        purpose="timing",
        recorded_by=by,
        recorded_at=NOW,
    )


def test_r2_5_the_product_gives_identifiers_and_never_twice(
    worked_campaign: Campaign, planner: Person
) -> None:
    third = save(worked_campaign, None, planner)
    Variant.objects.filter(pk=third.pk).delete()
    fourth = save(worked_campaign, None, planner)
    assert (third.identifier, fourth.identifier) == ("V3", "V4")


def test_a_saved_variant_is_hashed_and_in_the_trail(worked_campaign: Campaign, planner: Person) -> None:
    row = save(worked_campaign, None, planner, replace(NEW, values={"adapter": " C ", "rank": " "}))
    assert row.values == {"adapter": "C"}
    assert row.configuration_hash == configuration_hash({"adapter": "C"})
    event = AuditEvent.objects.filter(chain=worked_campaign.code).latest("number")
    assert (event.action, event.object, event.new["values"]) == (
        "variant added",
        "V3 adapter C",
        {"adapter": "C"},
    )


def test_a_changed_variant_without_runs_keeps_its_identifier(
    worked_campaign: Campaign, planner: Person
) -> None:
    old = worked_campaign.variants.get(identifier="V1")
    row = save(worked_campaign, old, planner, stated(old, values={"adapter": "A2"}))
    assert (row.pk, row.identifier, row.values) == (old.pk, "V1", {"adapter": "A2"})


def test_r2_5_a_configuration_that_changes_after_a_run_gets_a_new_identifier(
    worked_campaign: Campaign, planner: Person
) -> None:
    old = worked_campaign.variants.get(identifier="V1")
    run = record_a_run(worked_campaign, old, planner)
    row = save(worked_campaign, old, planner, stated(old, values={"adapter": "A2"}))
    old.refresh_from_db()
    run.refresh_from_db()
    assert (row.identifier, row.replaces, row.position) == ("V3", old, old.position)
    assert (run.variant, old.values["adapter"], old.dropped_by) == (old, "A", planner)
    assert old.dropped_reason == "Its configuration changed after a run: V3 replaces it."
    assert [step.variant for step in steps_of(worked_campaign) if step.key == "variant-a"] == ["V3"]


def test_r2_5_the_control_can_be_replaced_after_a_run(worked_campaign: Campaign, planner: Person) -> None:
    old = worked_campaign.variants.get(identifier="V0")
    record_a_run(worked_campaign, old, planner)
    row = save(worked_campaign, old, planner, stated(old, values={"adapter": "none", "rank": "4"}))
    assert (row.identifier, row.role) == ("V3", "control")


def test_r2_5_a_new_name_after_a_run_is_no_new_configuration(
    worked_campaign: Campaign, planner: Person
) -> None:
    old = worked_campaign.variants.get(identifier="V1")
    record_a_run(worked_campaign, old, planner)
    row = save(worked_campaign, old, planner, stated(old, name="A", values={**old.values, "rank": " none"}))
    assert (row.pk, row.name) == (old.pk, "A")


def test_there_is_one_control(worked_campaign: Campaign, planner: Person) -> None:
    with pytest.raises(ValidationError) as caught:
        save(worked_campaign, None, planner, replace(NEW, role=VariantRole.CONTROL))
    assert list(caught.value.message_dict) == ["role"]
    worked_campaign.refresh_from_db()
    assert (worked_campaign.variants.count(), worked_campaign.next_variant_number) == (3, 3)


def test_r2_3_a_variant_that_is_not_decisive_cannot_be_essential(
    worked_campaign: Campaign, planner: Person
) -> None:
    keep = worked_campaign.choices.get(text="keep the control")
    same = replace(NEW, if_meets=keep, if_not=keep, if_inconclusive=keep)
    with pytest.raises(ValidationError) as caught:
        save(worked_campaign, None, planner, replace(same, priority=Priority.ESSENTIAL))
    assert list(caught.value.message_dict) == ["priority"]
    assert save(worked_campaign, None, planner, same).priority == Priority.USEFUL


def test_the_control_has_no_probability_and_leads_to_no_choice(
    worked_campaign: Campaign, planner: Person
) -> None:
    control = worked_campaign.variants.get(identifier="V0")
    choice = worked_campaign.choices.first()
    row = save(
        worked_campaign,
        control,
        planner,
        stated(control, meets_probability=Decimal("0.5"), if_meets=choice),
    )
    assert (row.meets_probability, row.if_meets) == (None, None)


def test_r6_4_a_dropped_variant_stays_listed_and_takes_its_steps_out_of_the_plan(
    worked_campaign: Campaign, planner: Person
) -> None:
    row = drop(worked_campaign, "V2", planner, " no time ")
    assert (row.dropped_at, row.dropped_by, row.dropped_reason) == (NOW, planner, "no time")
    assert "variant-b" not in [step.key for step in steps_of(worked_campaign)]
    with pytest.raises(ValidationError, match="was dropped already"):
        drop(worked_campaign, "V2", planner)
    with pytest.raises(ValidationError, match="stays as it was"):
        save(worked_campaign, row, planner, stated(row, name="B2"))


def test_dropping_needs_a_reason(worked_campaign: Campaign, planner: Person) -> None:
    events = AuditEvent.objects.count()
    with pytest.raises(ValidationError) as caught:
        drop(worked_campaign, "V2", planner, "  ")
    assert list(caught.value.message_dict) == ["reason"]
    assert AuditEvent.objects.count() == events


def test_a_dropped_variant_can_be_taken_back_unless_it_was_replaced(
    worked_campaign: Campaign, planner: Person
) -> None:
    row = restore(worked_campaign, drop(worked_campaign, "V2", planner), planner)
    assert (row.dropped_at, row.dropped_by, row.dropped_reason) == (None, None, "")
    with pytest.raises(ValidationError, match="cannot be taken back"):
        restore(worked_campaign, row, planner)
    old = worked_campaign.variants.get(identifier="V1")
    record_a_run(worked_campaign, old, planner)
    save(worked_campaign, old, planner, stated(old, values={"adapter": "A2"}))
    with pytest.raises(ValidationError, match="cannot be taken back"):
        restore(worked_campaign, old, planner)


def test_a_dropped_control_is_not_taken_back_beside_another(
    worked_campaign: Campaign, planner: Person
) -> None:
    old = drop(worked_campaign, "V0", planner)
    save(worked_campaign, None, planner, replace(NEW, role=VariantRole.CONTROL))
    with pytest.raises(ValidationError, match="V3 adapter C is the control now"):
        restore(worked_campaign, old, planner)


def test_variants_change_in_turn_by_planners_while_the_plan_can_be_changed(
    worked_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    save(worked_campaign, None, planner)
    with pytest.raises(Moved):
        save(worked_campaign, None, planner, seen=1)
    with pytest.raises(PermissionDenied):
        save(worked_campaign, None, viewer)
    with pytest.raises(PermissionDenied):
        drop(worked_campaign, "V2", viewer)
    worked_campaign.state = CampaignState.SUBMITTED
    worked_campaign.save(update_fields=["state"])
    with pytest.raises(NotAllowed):
        save(worked_campaign, None, planner)
    with pytest.raises(NotAllowed):
        drop(worked_campaign, "V2", planner)
    assert worked_campaign.variants.count() == 4
