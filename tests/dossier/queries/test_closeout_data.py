"""The report's data: times stay as they were recorded, and what judges is what was approved."""

import pytest

from dossier.domain.announced import Edition
from dossier.domain.closeout import CloseoutData
from dossier.queries.closeout_data import closeout_data
from tests.closing import Closing
from tests.running import APPROVED_AT, NOW, approve, clock

pytestmark = pytest.mark.django_db


def data_of(closing: Closing) -> CloseoutData:
    return closeout_data(closing.campaign, Edition(1, NOW, "Laras Lead"))


def test_r11_1_missing_record_stays_not_recorded_and_is_never_filled_from_the_plan(
    closing: Closing,
) -> None:
    step = closing.campaign.steps.get(key="train-a")
    closing.run("V1", step=step, started_at=clock(1), ended_at=clock(14))
    times = {
        time.title: (time.provided_minutes, time.recorded_minutes, time.difference_minutes)
        for time in data_of(closing).plan.steps
    }
    assert times == {"prepare": (180, None, None), "train-a": (600, 780, 180)}


def test_r3_3_baseline_stands_with_its_four_figures_and_its_verdict(closing: Closing) -> None:
    plan = data_of(closing).plan
    assert plan.figures is not None
    assert (plan.figures.elapsed_minutes, plan.figures.rented_minutes) == (780, 600)
    assert str(plan.verdict) == "Fits the 72 h window and leaves 59 h unused."
    assert [(step.key, step.start_minutes, step.end_minutes) for step in plan.planned] == [
        ("prepare", 0, 180),
        ("train-a", 180, 780),
    ]


def test_r5_2_later_threshold_is_listed_as_changed_after_approval(closing: Closing) -> None:
    approve(closing.campaign, closing.planner, closing.lead, APPROVED_AT, "0.70")
    (change,) = [one for one in data_of(closing).changes if "threshold" in str(one.what)]
    assert (str(change.before), str(change.after), change.version) == ("0.72", "0.70", 2)
    assert change.by == "Laras Lead"


def test_r5_2_open_change_of_rules_promises_and_tolerance_does_not_count(closing: Closing) -> None:
    before = data_of(closing)
    closing.campaign.stop_rules.all().delete()
    closing.campaign.deliverables.all().delete()
    closing.campaign.tolerance_percent = 1000
    closing.campaign.question = "Another one?"
    closing.campaign.save()
    after = data_of(closing)
    assert after.rules == before.rules
    assert len(after.rules) == 1
    assert after.question == before.question
    assert after.plan.tolerance_percent == 20


def test_r11_2_every_variant_says_what_became_of_it(closing: Closing) -> None:
    closing.run("V0")
    closing.campaign.variants.filter(identifier="V1").update(
        dropped_at=NOW, dropped_by=closing.planner, dropped_reason="too slow"
    )
    said = [(row.identifier, str(row.fate), str(row.difference)) for row in data_of(closing).variants]
    assert said == [
        ("V0", "run once", "the control"),
        ("V1", "dropped: too slow", "differs in adapter"),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_number_of_queries_does_not_grow_with_runs_and_files(
    closing: Closing, count: int, django_assert_num_queries
) -> None:
    for hour in range(count):
        closing.run("V1", started_at=clock(2 * hour), ended_at=clock(2 * hour + 1))
        closing.expect_one(f"V1/part-{hour}.txt", "other", "V1")
        closing.upload(f"V1/part-{hour}.txt", b"text")
    with django_assert_num_queries(QUERIES):
        data_of(closing)


QUERIES = 42
