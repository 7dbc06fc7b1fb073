import csv
import io
from collections.abc import Callable

import pytest

from campaigns.domain.run_csv import write_csv
from campaigns.models import Campaign, Order, Run, Variant
from campaigns.queries.run_export import run_table
from campaigns.queries.runs import RunFilter
from tests.running import clock

pytestmark = pytest.mark.django_db


def test_export_holds_exactly_the_filtered_runs_with_a_column_for_each_metric(
    recorded: Callable[..., Run], control: Variant, order: Order, running_campaign: Campaign
) -> None:
    run = recorded(order=order, lane=1, seed=7, note="=cmd()", metrics={"accuracy": "0.75", "loss": "1.5"})
    recorded(variant=control, started_at=clock(14), ended_at=clock(15), metrics={"accuracy": "0.7"})
    text = write_csv(run_table(running_campaign, RunFilter(variant="V1")))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 1
    row = rows[0]
    assert (row["run"], row["lane"], row["seed"], row["order"]) == (run.identifier, "2", "7", "R-1001")
    assert (row["started at (UTC)"], row["machine time (seconds)"]) == ("2026-07-14T10:00:00+00:00", "7200.0")
    assert (row["accuracy"], row["loss"]) == ("0.75", "1.5")
    assert row["note"] == "'=cmd()"
