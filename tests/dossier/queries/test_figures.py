"""Worked figure 5: what one accepted result costs of the rental, or why that is undefined (R9.2-R9.5)."""

from collections.abc import Callable

import pytest

from campaigns.models import Order
from dossier.queries.figures import result_figures
from pricing.domain.money import Undefined
from tests.closing import Closing
from tests.running import clock

pytestmark = pytest.mark.django_db
Rented = Callable[[], Order]


def test_r9_3_two_distinct_accepted_results_of_47_14_usd_are_23_57_each(
    closing: Closing, rented: Rented
) -> None:
    rented()
    closing.run("V0")
    closing.run("V1", started_at=clock(13), ended_at=clock(15))
    closing.deliver("V0", "V1")
    found = result_figures(closing.campaign)
    assert (found.runs, found.distinct, found.accepted) == (2, 2, 2)
    assert [str(share) for share in found.shares] == ["23.57 USD"]


def test_r9_2_one_corpus_run_five_times_is_one_for_47_14_usd(closing: Closing, rented: Rented) -> None:
    rented()
    for hour in (10, 12, 14, 16, 18):
        closing.run("V1", started_at=clock(hour), ended_at=clock(hour + 1), purpose="repeat")
    closing.deliver("V1")
    found = result_figures(closing.campaign)
    assert (found.runs, found.distinct, found.accepted) == (5, 1, 1)
    assert [str(share) for share in found.shares] == ["47.14 USD"]


def test_r9_3_none_accepted_is_undefined_with_the_cost_and_every_reason(
    closing: Closing, rented: Rented
) -> None:
    rented()
    failed = closing.run("V0", state="failed", metrics={})
    low = closing.run("V1", started_at=clock(13), ended_at=clock(15), metrics={"accuracy": "0.71"})
    found = result_figures(closing.campaign)
    assert found.accepted == 0
    (share,) = found.shares
    assert isinstance(share, Undefined)
    assert str(share.cost) == "47.14 USD"
    said = [str(reason) for reason in share.reasons]
    assert f"{failed.identifier}: It failed, and a failed run is never a result." in said
    assert any(reason.startswith(low.identifier) and "0.71" in reason for reason in said)
    assert any("predictions are not verified" in reason for reason in said)


def test_r10_3_run_that_meets_its_checks_is_not_accepted_while_its_file_is_only_there(
    closing: Closing,
) -> None:
    closing.run("V1")
    closing.expect()
    closing.upload("V1/predictions.jsonl", b'{"id": "q1"}\n')
    assert result_figures(closing.campaign).accepted == 0


def test_r9_4_research_decision_with_results_has_no_share(closing: Closing, rented: Rented) -> None:
    rented()
    closing.run("V1")
    closing.deliver("V1")
    closing.campaign.kind = "research decision"
    found = result_figures(closing.campaign)
    assert (found.accepted, found.shares) == (1, ())
