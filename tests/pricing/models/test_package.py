from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from pricing.models import Package, Provider

GOOD = {"sku": "a", "gpu_model": "RTX 4090", "gpus_per_batch": 1, "memory_per_gpu_gb": Decimal(24)}


@pytest.fixture
def provider(team) -> Provider:
    """Return a provider of the team."""
    return Provider.objects.create(team=team, name="IteraGPU")


@pytest.mark.parametrize(
    ("constraint", "values", "field"),
    [
        ("batch_has_at_least_one_gpu", {"gpus_per_batch": 0}, "gpus_per_batch"),
        ("memory_per_gpu_is_positive", {"memory_per_gpu_gb": Decimal(0)}, "memory_per_gpu_gb"),
        ("package_duration_is_positive", {"duration_minutes": 0}, "duration_minutes"),
        (
            "memory_confirmation_names_who_and_when",
            {"memory_confirmed_at": datetime(2026, 12, 1, tzinfo=UTC)},
            "__all__",
        ),
    ],
)
def test_the_database_holds_the_rule_and_the_form_explains_it(provider, constraint, values, field) -> None:
    wrong = GOOD | values
    with pytest.raises(ValidationError) as explained:
        Package(provider=provider, **wrong).full_clean()
    assert list(explained.value.error_dict) == [field]
    with pytest.raises(IntegrityError, match=constraint):
        Package.objects.create(provider=provider, **wrong)


def test_a_confirmation_without_when_is_refused(provider, planner) -> None:
    with pytest.raises(IntegrityError, match="memory_confirmation_names_who_and_when"):
        Package.objects.create(provider=provider, memory_confirmed_by=planner, **GOOD)


def test_a_sku_is_unique_for_its_provider_and_free_for_another(provider, other_team) -> None:
    Package.objects.create(provider=provider, **GOOD)
    Package.objects.create(provider=Provider.objects.create(team=other_team, name="IteraGPU"), **GOOD)
    with pytest.raises(IntegrityError, match="sku_is_unique_for_its_provider"):
        Package.objects.create(provider=provider, **GOOD)


def test_a_provider_name_is_unique_in_its_team(provider, team) -> None:
    with pytest.raises(IntegrityError, match="provider_name_is_unique_in_its_team"):
        Provider.objects.create(team=team, name="IteraGPU")


def test_r4_6_a_package_whose_duration_is_not_stated_is_kept_without_one(provider) -> None:
    assert Package.objects.create(provider=provider, **GOOD).duration_minutes is None
