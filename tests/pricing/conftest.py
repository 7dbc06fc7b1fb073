from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from pricing.models import Package, Price, Provider
from teams.models import Team

NOW = datetime(2026, 12, 15, 9, 30, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    """Return the moment at which the tests of this floor act: 15 December 2026."""
    return NOW


@pytest.fixture
def make_package():
    """Return a function that puts a package into a team's catalogue."""

    def make(team: Team, sku: str = "rtx4090-3d", **values) -> Package:
        provider, _made = Provider.objects.get_or_create(team=team, name="IteraGPU")
        defaults = {
            "gpu_model": "RTX 4090",
            "gpus_per_batch": 1,
            "memory_per_gpu_gb": Decimal(24),
            "duration_minutes": 72 * 60,
        }
        return Package.objects.create(provider=provider, sku=sku, **(defaults | values))

    return make


@pytest.fixture
def package(team: Team, make_package) -> Package:
    """Return the 3-day package of the team, without a price."""
    return make_package(team)


@pytest.fixture
def make_price():
    """Return a function that records a price as its source states it."""

    def make(package: Package, amount: str | None, captured: int, until: int | None = None) -> Price:
        return Price.objects.create(
            package=package,
            amount=Decimal(amount) if amount else None,
            currency="USD",
            source="public tariff",
            captured_on=date(2026, 12, captured),
            valid_until=date(2026, 12, until) if until else None,
        )

    return make


@pytest.fixture
def trail_is_full(owner_connection):
    """Let the audit trail refuse every new event, so that an action fails at its very end."""
    owner_connection.execute(
        "ALTER TABLE teams_auditevent ADD CONSTRAINT trail_is_full CHECK (false) NOT VALID"
    )
    owner_connection.commit()
    yield
    owner_connection.execute("ALTER TABLE teams_auditevent DROP CONSTRAINT trail_is_full")
    owner_connection.commit()
