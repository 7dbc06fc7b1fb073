"""A factor is renamed in every configuration, and stays in one that ran."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError

from campaigns.domain.variants import configuration_hash
from campaigns.models import Campaign, Run
from campaigns.queries.variants import stated_factors
from campaigns.services.factors import StatedFactor, save_factors
from campaigns.services.locking import Moved
from teams.models import Person

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def save(campaign: Campaign, by: Person, *names: str, seen: int | None = None) -> None:
    """Give the known factors new names in their order; a name more is a new factor, an empty one removes."""
    campaign.refresh_from_db()
    known = [line.number for line in stated_factors(campaign)]
    numbers = [*known, *[None] * (len(names) - len(known))]
    factors = [StatedFactor(number, name) for number, name in zip(numbers, names, strict=True) if name]
    revision = campaign.revision if seen is None else seen
    save_factors(campaign=campaign, factors=factors, by=by, now=NOW, seen_revision=revision)


def names_of(campaign: Campaign) -> list[str]:
    return [line.name for line in stated_factors(campaign)]


def test_a_renamed_factor_is_renamed_in_every_configuration(
    worked_campaign: Campaign, planner: Person
) -> None:
    save(worked_campaign, planner, "adapter", "LoRA rank", "learning rate", "seed")
    row = worked_campaign.variants.get(identifier="V1")
    assert names_of(worked_campaign) == ["adapter", "LoRA rank", "learning rate", "seed"]
    assert row.values == {"adapter": "A", "LoRA rank": "none", "learning rate": "0.0001"}
    assert row.configuration_hash == configuration_hash(row.values)


def test_two_factors_can_swap_their_names(worked_campaign: Campaign, planner: Person) -> None:
    save(worked_campaign, planner, "rank", "adapter", "learning rate")
    row = worked_campaign.variants.get(identifier="V1")
    assert row.values == {"rank": "A", "adapter": "none", "learning rate": "0.0001"}


def test_a_removed_factor_takes_its_values_with_it(worked_campaign: Campaign, planner: Person) -> None:
    save(worked_campaign, planner, "adapter", "", "learning rate")
    assert worked_campaign.variants.get(identifier="V1").values == {"adapter": "A", "learning rate": "0.0001"}


def test_r2_5_a_factor_of_a_configuration_that_ran_stays(worked_campaign: Campaign, planner: Person) -> None:
    variant = worked_campaign.variants.get(identifier="V1")
    Run.objects.create(
        campaign=worked_campaign,
        identifier="C1-V1-R01",
        number=1,
        variant=variant,
        corpus=worked_campaign.corpora.get(),
        purpose="timing",
        recorded_by=planner,
        recorded_at=NOW,
    )
    for names in (("adapter", "LoRA rank", "learning rate"), ("adapter", "", "learning rate")):
        with pytest.raises(ValidationError, match="V1 adapter A has runs"):
            save(worked_campaign, planner, *names)
    assert names_of(worked_campaign) == ["adapter", "rank", "learning rate"]
    assert worked_campaign.variants.get(identifier="V0").values["rank"] == "none"
    save(worked_campaign, planner, "adapter", "rank", "learning rate", "seed")


def test_factors_change_in_turn(worked_campaign: Campaign, planner: Person) -> None:
    with pytest.raises(Moved):
        save(worked_campaign, planner, "adapter", "rank", "rate", seen=9)
