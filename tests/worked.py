"""The worked campaign of ``tests/facts``, imported whole, and the catalogue that it is planned on."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from campaigns.domain.campaign_file import CampaignFile
from campaigns.models import Campaign
from campaigns.services.campaign_file import read_campaign_file
from campaigns.services.imports import import_campaign
from pricing.models import Package, Price, Provider
from teams.models import Person, Team

FACTS = Path(__file__).resolve().parent / "facts"
IMPORTED_AT = datetime(2026, 12, 1, 8, tzinfo=UTC)
# SKU, GPU model, GPUs per batch, memory per GPU in GB, hours, price in USD
PACKAGES = (
    ("rtx4090-3d", "RTX 4090", 1, 24, 72, "47.14"),
    ("rtx4090-7d", "RTX 4090", 1, 24, 168, "110.00"),
    ("rtx4090-30d", "RTX 4090", 1, 24, 720, "390.00"),
    ("b200", "B200", 2, 180, None, None),
)


@pytest.fixture
def catalogue(team: Team) -> dict[str, Package]:
    """Return the team's packages by SKU, with their prices; the B200's price and duration are not stated."""
    provider = Provider.objects.create(team=team, name="IteraGPU")
    packages = {}
    for sku, model, gpus, memory, hours, price in PACKAGES:
        packages[sku] = Package.objects.create(
            provider=provider,
            sku=sku,
            gpu_model=model,
            gpus_per_batch=gpus,
            memory_per_gpu_gb=Decimal(memory),
            duration_minutes=hours * 60 if hours else None,
        )
        Price.objects.create(
            package=packages[sku],
            amount=Decimal(price) if price else None,
            currency="USD",
            source="public tariff",
            captured_on=date(2026, 12, 1),
        )
    return packages


@pytest.fixture(scope="session")
def worked_file() -> CampaignFile:
    """Return the worked campaign as its file describes it."""
    path = FACTS / "worked-campaign.json"
    return read_campaign_file(path.read_text(encoding="utf-8"), path.name)


@pytest.fixture
def worked_campaign(
    team: Team, planner: Person, catalogue: dict[str, Package], worked_file: CampaignFile
) -> Campaign:
    """Return the worked campaign in draft, complete, on the 3-day package."""
    return import_campaign(
        team=team,
        document=worked_file,
        by=planner,
        now=IMPORTED_AT,
        identifiers=(FACTS / "worked-corpus-ids.txt").read_bytes(),
    )
