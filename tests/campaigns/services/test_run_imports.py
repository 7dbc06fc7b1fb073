from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.domain.run_columns import guess_columns
from campaigns.domain.run_csv import Separator, Table, decode, read_table
from campaigns.domain.run_rows import Reading
from campaigns.domain.run_values import DecimalMark
from campaigns.domain.vocabulary import RunPurpose
from campaigns.domain.workflow import NotAllowed
from campaigns.models import Campaign, Order, Run, StopEvent, Variant
from campaigns.queries.run_imports import (
    NEW,
    TRAINING_STEP,
    Choices,
    ImportPreview,
    Upload,
    import_preview,
    read_file,
)
from campaigns.queries.runs import recorded_minutes_by_step, total_machine_time
from campaigns.services.locking import Moved
from campaigns.services.run_imports import Imported, import_runs
from config.settings import BASE_DIR
from teams.models import AuditEvent, Person
from tests.running import NOW, advance, clock

pytestmark = pytest.mark.django_db
FACTS = Path(BASE_DIR) / "tests" / "facts" / "peft-metamathqa-runs.csv"
SMALL = (
    "name,start,seconds,status,seed,variant,accuracy\n"
    "one,2026-07-14T10:00Z,3600.5,success,0,V1,0\n"
    "two,2026-07-14T12:00Z,1800,TIMEOUT,1,adapter A,0.99\n"
    "three,2026-07-14T13:00Z,600,KILLED,2,V0,\n"
    "four,2026-07-14T14:00Z,,RUNNING,3,V0,\n"
)


def opened(text: str) -> tuple[Upload, Table]:
    return Upload("slug", "runs.csv", text.encode()), read_table(text, Separator.COMMA)


def chosen(table: Table, **more: object) -> Choices:
    columns = guess_columns(table, DecimalMark.POINT, ["accuracy"])
    from_utc = Reading(columns, DecimalMark.POINT, NOW.tzinfo, NOW)  # type: ignore[arg-type]
    return replace(Choices(from_utc, RunPurpose.MAIN), **more)  # type: ignore[arg-type]


def preview_of(campaign: Campaign, table: Table, choices: Choices) -> ImportPreview:
    return import_preview(campaign, read_file(campaign, table, choices.reading), choices)


def load(campaign: Campaign, text: str, by: Person, **more: object) -> Imported:
    upload, table = opened(text)
    choices = chosen(table, **more)
    digest = preview_of(campaign, table, choices).digest
    return import_runs(
        campaign=campaign, upload=upload, table=table, choices=choices, seen_digest=digest, by=by, now=NOW
    )


def test_r7_5_rows_become_runs_with_identifiers_and_their_file_and_line_as_source(
    running_campaign: Campaign, planner: Person
) -> None:
    assert load(running_campaign, SMALL, planner) == Imported(runs=4, variants=0)
    code = running_campaign.code
    rows = Run.objects.order_by("started_at").values_list("identifier", "state", "source", "metrics", "seed")
    assert list(rows) == [
        (f"{code}-V1-R01", "finished", "CSV runs.csv line 2", {"accuracy": "0"}, 0),
        (f"{code}-V1-R02", "stopped", "CSV runs.csv line 3", {"accuracy": "0.99"}, 1),
        (f"{code}-V0-R01", "stopped", "CSV runs.csv line 4", {}, 2),
        (f"{code}-V0-R02", "unknown", "CSV runs.csv line 5", {}, 3),
    ]
    assert total_machine_time(running_campaign) == timedelta(seconds=6000, milliseconds=500)


def test_r7_5_stopped_row_gets_a_stop_event_that_says_what_the_file_said(
    running_campaign: Campaign, planner: Person
) -> None:
    load(running_campaign, SMALL, planner)
    events = StopEvent.objects.order_by("at").values_list("kind", "observed", "reason")
    assert list(events) == [
        ("time limit", "TIMEOUT", "The imported file says: time ran out"),
        ("other", "KILLED", "The imported file says: stopped by a person"),
    ]


def test_r7_5_same_file_twice_changes_nothing(running_campaign: Campaign, planner: Person) -> None:
    load(running_campaign, SMALL, planner)
    before = list(Run.objects.values())
    _upload, table = opened(SMALL.replace("0.99", "0.11"))
    preview = preview_of(running_campaign, table, chosen(table))
    assert (preview.runs, len(preview.known)) == ((), 4)
    with pytest.raises(ValidationError, match="nothing to import"):
        load(running_campaign, SMALL.replace("0.99", "0.11"), planner)
    assert list(Run.objects.values()) == before


def test_r7_5_later_export_adds_only_its_new_runs(running_campaign: Campaign, planner: Person) -> None:
    load(running_campaign, SMALL, planner)
    more = SMALL + "five,2026-07-14T15:00Z,60,success,4,V1,0.5\n"
    assert load(running_campaign, more, planner).runs == 1
    assert Run.objects.latest("started_at").identifier == f"{running_campaign.code}-V1-R03"


def test_r7_5_only_what_was_seen_is_imported(running_campaign: Campaign, planner: Person) -> None:
    upload, table = opened(SMALL)
    choices = chosen(table)
    digest = preview_of(running_campaign, table, choices).digest
    other = replace(choices, purpose=RunPurpose.REPEAT)
    with pytest.raises(Moved, match="not the preview that you saw"):
        import_runs(
            campaign=running_campaign,
            upload=upload,
            table=table,
            choices=other,
            seen_digest=digest,
            by=planner,
            now=NOW,
        )
    assert not Run.objects.exists()


@pytest.mark.parametrize("state", ["approved", "piloting", "deciding"])
def test_r6_5_main_runs_are_not_imported_before_the_decision(
    approved_campaign: Campaign, planner: Person, state: str
) -> None:
    advance(approved_campaign, state)
    _upload, table = opened(SMALL)
    preview = preview_of(approved_campaign, table, chosen(table))
    assert "waits for the approved pilot decision" in str(preview.no_runs_because)
    assert (len(preview.runs), preview.recorded) == (4, ())
    with pytest.raises(ValidationError, match="nothing to import"):
        load(approved_campaign, SMALL, planner)


def test_r6_5_pilot_runs_of_an_approved_plan_are_imported_and_begin_the_pilot(
    approved_campaign: Campaign, planner: Person
) -> None:
    assert load(approved_campaign, SMALL, planner, purpose=RunPurpose.PILOT).runs == 4
    approved_campaign.refresh_from_db()
    assert approved_campaign.state == "piloting"


def test_r7_5_row_without_a_variant_or_with_an_error_is_left_out_and_named(
    running_campaign: Campaign, planner: Person
) -> None:
    text = SMALL.replace(",V1,", ",V7,").replace("600,", "soon,")
    _upload, table = opened(text)
    preview = preview_of(running_campaign, table, chosen(table))
    assert [(problem.line, str(problem.message)) for problem in preview.problems] == [
        (2, "Choose the variant of this configuration."),
        (4, "“soon” is not a number."),
    ]
    assert load(running_campaign, text, planner).runs == 2


def test_r7_5_every_other_configuration_may_go_to_one_variant(
    running_campaign: Campaign, planner: Person
) -> None:
    text = SMALL.replace(",V1,", ",V7,")
    load(running_campaign, text, planner, otherwise="V0")
    assert Run.objects.get(seed=0).variant.identifier == "V0"


def test_r6_4_row_of_a_dropped_variant_is_left_out(
    running_campaign: Campaign, planner: Person, variant: Variant
) -> None:
    Variant.objects.filter(pk=variant.pk).update(
        dropped_at=NOW, dropped_by=planner, dropped_reason="too slow"
    )
    assert load(running_campaign, SMALL, planner).runs == 2
    assert not Run.objects.filter(variant=variant).exists()


def test_r7_4_rows_that_share_the_lane_are_left_out_with_the_name_of_the_other(
    running_campaign: Campaign, planner: Person, order: Order
) -> None:
    text = SMALL + "five,2026-07-14T10:30Z,60,success,4,V1,0.5\n"
    _upload, table = opened(text)
    preview = preview_of(running_campaign, table, chosen(table, order=order, lane=0))
    assert [(problem.line, str(problem.message)) for problem in preview.problems] == [
        (6, "The lane is occupied at this time by line 2.")
    ]
    assert load(running_campaign, text, planner, order=order, lane=0).runs == 4


def test_r11_1_runs_stand_on_the_training_step_of_their_variant(
    running_campaign: Campaign, planner: Person
) -> None:
    load(running_campaign, SMALL, planner, step=TRAINING_STEP)
    assert recorded_minutes_by_step(running_campaign) == {"train-a": 90}


def test_r5_2_new_variants_need_a_draft_or_an_open_amendment(
    running_campaign: Campaign, planner: Person
) -> None:
    text = SMALL.replace(",V1,", ",method X,")
    with pytest.raises(NotAllowed, match="This plan is approved"):
        load(running_campaign, text, planner, otherwise=NEW)
    assert not Run.objects.exists()
    Campaign.objects.filter(pk=running_campaign.pk).update(amendment_open=True)
    running_campaign.refresh_from_db()
    assert load(running_campaign, text, planner, otherwise=NEW) == Imported(runs=4, variants=1)
    made = running_campaign.variants.get(identifier="V2")
    assert (made.name, made.values) == ("method X", {"variant": "method X"})
    assert Run.objects.get(seed=0).identifier == f"{running_campaign.code}-V2-R01"


def test_import_leaves_one_line_in_the_trail_with_the_hash_of_the_file(
    running_campaign: Campaign, planner: Person, viewer: Person
) -> None:
    with pytest.raises(PermissionDenied):
        load(running_campaign, SMALL, viewer)
    load(running_campaign, SMALL, planner)
    event = AuditEvent.objects.get(action="runs imported")
    assert event.object == "runs.csv"
    assert event.new["sha256"] == Upload("", "", SMALL.encode()).sha256
    assert len(event.new["runs"]) == 4


def test_r7_5_sixty_three_real_runs_in_fifty_two_new_variants_took_30_30_hours(
    running_campaign: Campaign, planner: Person
) -> None:
    text = decode(FACTS.read_bytes())[0]
    running_campaign.factors.all().delete()
    Campaign.objects.filter(pk=running_campaign.pk).update(amendment_open=True)
    running_campaign.refresh_from_db()
    assert load(running_campaign, text, planner, otherwise=NEW) == Imported(runs=63, variants=52)
    assert total_machine_time(running_campaign) == timedelta(seconds=109_083, milliseconds=200)
    training = sum(float(run.metrics["train_seconds"]) for run in Run.objects.all())
    assert round(training / 3600, 2) == 24.34
    assert Run.objects.filter(metrics__accuracy="0.0").count() == 2
    assert list(running_campaign.factors.values_list("name", flat=True)) == [
        "method",
        "rank",
        "learning rate",
        "optimizer",
    ]
    assert Run.objects.filter(variant__values__has_key="rank").count() == 38


def test_r2_5_draft_takes_the_configurations_of_a_file_as_variants_and_no_run(
    campaign: Campaign, planner: Person
) -> None:
    text = decode(FACTS.read_bytes())[0]
    assert load(campaign, text, planner, otherwise=NEW) == Imported(runs=0, variants=52)
    assert campaign.variants.count() == 52
    assert not Run.objects.exists()
    assert load_again(campaign, text) == {f"V{number}" for number in range(52)}


def load_again(campaign: Campaign, text: str) -> set[str]:
    """Which variants the same file finds for its configurations."""
    _upload, table = opened(text)
    columns = guess_columns(table, DecimalMark.POINT, [], campaign.factors.values_list("name", flat=True))
    reading = Reading(columns, DecimalMark.POINT, NOW.tzinfo, NOW)  # type: ignore[arg-type]
    preview = preview_of(campaign, table, Choices(reading, RunPurpose.MAIN))
    return {group.variant for group in preview.groups}


def test_r7_5_preview_that_somebody_else_imported_meanwhile_is_refused(
    running_campaign: Campaign, planner: Person
) -> None:
    upload, table = opened(SMALL)
    choices = chosen(table)
    digest = preview_of(running_campaign, table, choices).digest
    load(running_campaign, SMALL, planner)
    with pytest.raises(Moved):
        import_runs(
            campaign=running_campaign,
            upload=upload,
            table=table,
            choices=choices,
            seen_digest=digest,
            by=planner,
            now=NOW,
        )
    assert Run.objects.count() == 4
    assert Run.objects.earliest("started_at").started_at == clock(10)
