import json
from dataclasses import replace
from decimal import Decimal

from dossier.domain.closeout import CloseoutData, from_json
from dossier.domain.recorded import RejectedTogether, Rejection, Results, StepTime
from pricing.domain.money import Money
from teams.domain.message import Message


def test_r11_3_the_same_data_gives_the_same_text_and_hash(closeout: CloseoutData) -> None:
    again = from_json(closeout.to_json())
    assert again == closeout
    assert again.to_json() == closeout.to_json()
    assert len(closeout.sha256) == 64
    assert replace(closeout, lessons=()).sha256 != closeout.sha256


def test_a_database_that_forgets_the_order_of_keys_does_not_change_the_text(closeout: CloseoutData) -> None:
    stored = json.loads(closeout.to_json())
    shuffled = dict(reversed(list(stored.items())))
    assert from_json(shuffled).to_json() == closeout.to_json()


def test_r11_2_figures_are_exact_and_what_was_not_recorded_stays_so(closeout: CloseoutData) -> None:
    stored = json.loads(closeout.to_json())
    assert stored["budget"]["rental"] == [{"amount": "47.14", "currency": "USD"}]
    assert stored["checks"][0]["threshold"] == "0.72"
    assert [step["recorded_minutes"] for step in stored["plan"]["steps"]] == [175, 700, None]
    assert stored["edition"]["issued_at"] == "2026-11-25T08:00:00+00:00"


def test_r9_3_an_undefined_share_keeps_its_cost_and_its_reasons(closeout: CloseoutData) -> None:
    stored = json.loads(closeout.to_json())
    assert stored["results"]["shares"] == [
        {
            "cost": {"amount": "47.14", "currency": "USD"},
            "reasons": [{"template": "No result was accepted.", "values": {}}],
        }
    ]
    share = from_json(stored).results.shares[0]
    assert not isinstance(share, Money)
    assert share.cost == Money(Decimal("47.14"), "USD")


def test_r11_1_a_difference_needs_a_record(closeout: CloseoutData) -> None:
    assert [step.difference_minutes for step in closeout.plan.steps] == [-5, 220, None]
    assert [phase.difference_minutes for phase in closeout.plan.phases] == [-5, 220, None]
    assert StepTime("x", closeout.plan.steps[0].phase, 60, 60).difference_minutes == 0


def test_a_long_list_of_runs_is_cut_for_the_report_and_kept_in_the_data(closeout: CloseoutData) -> None:
    assert (len(closeout.listed_runs), closeout.unlisted_runs) == (2, 0)
    long = replace(closeout, runs=closeout.runs * 751)
    assert (len(long.listed_runs), long.unlisted_runs, len(long.runs)) == (1500, 2, 1502)


def test_r10_3_the_count_of_verified_files_leaves_out_those_that_only_exist(closeout: CloseoutData) -> None:
    assert (closeout.dossier.verified, len(closeout.dossier.files)) == (1, 3)


def test_what_was_rejected_for_the_same_reasons_is_named_together() -> None:
    late, missing = Message("The check was announced too late."), Message("No verified file.")
    results = Results(
        rejections=(
            Rejection("C7-V0-R01", (late,)),
            Rejection("C7-V1-R02", (late, missing)),
            Rejection("C7-V2-R03", (late,)),
        )
    )
    assert results.rejections_by_reason == (
        RejectedTogether(("C7-V0-R01", "C7-V2-R03"), (late,)),
        RejectedTogether(("C7-V1-R02",), (late, missing)),
    )
