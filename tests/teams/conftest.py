from datetime import UTC, datetime, timedelta

import pytest

from teams.services import audit

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    """Return the moment at which the tests of this floor act."""
    return NOW


@pytest.fixture
def record_events(team, lead):
    """Return a function that records so many events in a chain, a minute apart."""

    def record(chain: str, count: int) -> None:
        for place in range(count):
            audit.record(
                team=team,
                chain=chain,
                by=lead,
                now=NOW + timedelta(minutes=place),
                action="ceiling changed",
                object=f"step {place + 1}",
                old={"ceiling": "100.00 USD"},
                new={"ceiling": "110.00 USD"},
                reason="a second batch",
            )

    return record
