"""Accepted results by computation (R9.2, R7.2, R10.3) and the answers of essential checks (R11.5)."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.checks import Announcement
from campaigns.domain.question import AcceptanceCheck
from campaigns.domain.results import RecordedRun, Results, answers, assess, owed_by_variants, verdict_of
from campaigns.domain.vocabulary import (
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
    RunPurpose,
    RunState,
    Verdict,
)
from pricing.domain.money import Money, Undefined, share_per_result

APPROVED = datetime(2026, 12, 1, 9, tzinfo=UTC)
ACCURACY = AcceptanceCheck("accuracy", Direction.AT_LEAST, Decimal("0.72"))
BETTER = AcceptanceCheck("accuracy", Direction.AT_LEAST, Decimal("0.72"), Decimal("0.02"))
ANNOUNCED = (Announcement(APPROVED, (ACCURACY,)),)
OWED = frozenset({DeliverableKind.PREDICTIONS, DeliverableKind.ARTEFACT})
COST = Money(Decimal("47.14"), "USD")


def run(
    identifier: str = "C7-V1-R01",
    *,
    variant: str = "V1",
    corpus: str = "corpus-a",
    accuracy: object = "0.75",
    state: RunState = RunState.FINISHED,
    purpose: RunPurpose = RunPurpose.MAIN,
    hours: int = 1,
    verified: frozenset[DeliverableKind] = OWED,
) -> RecordedRun:
    metrics = {} if accuracy is None else {"accuracy": accuracy}
    started = APPROVED + timedelta(hours=hours)
    return RecordedRun(identifier, variant, purpose, state, started, corpus, metrics, verified)


def judged(*runs: RecordedRun, announced: tuple[Announcement, ...] = ANNOUNCED) -> Results:
    return assess(runs, announced, OWED, control="V0")


def figures(results: Results) -> tuple[int, int, int]:
    return results.runs, results.distinct, results.accepted


def words(results: Results) -> list[str]:
    return [str(reason) for result in results.results for reason in result.reasons]


def test_r9_2_a_finished_run_with_met_checks_and_verified_files_is_accepted() -> None:
    found = judged(run())
    assert figures(found) == (1, 1, 1)
    assert found.results[0].is_accepted


def test_r9_2_one_corpus_run_five_times_is_one_result_for_the_whole_cost() -> None:
    found = judged(*(run(f"C7-V1-R0{number}", hours=number) for number in range(1, 6)))
    assert figures(found) == (5, 1, 1)
    assert [result.run for result in found.results if result.is_accepted] == ["C7-V1-R01"]
    assert words(found) == ["Same variant and corpus as C7-V1-R01: counted once."] * 4
    assert share_per_result(COST, found.accepted, found.reasons) == COST


def test_r9_2_two_corpora_are_two_results_that_share_the_cost() -> None:
    found = judged(run(), run("C7-V1-R02", corpus="corpus-b"))
    assert figures(found) == (2, 2, 2)
    assert share_per_result(COST, found.accepted) == Money(Decimal("23.57"), "USD")


def test_r9_2_two_variants_on_one_corpus_are_two_results() -> None:
    assert figures(judged(run(), run("C7-V2-R01", variant="V2"))) == (2, 2, 2)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (RunState.PLANNED, "It has not started."),
        (RunState.RUNNING, "It has not ended."),
        (RunState.STOPPED, "It was stopped, and a stopped run is never a result."),
        (RunState.FAILED, "It failed, and a failed run is never a result."),
        (RunState.UNKNOWN, "Nobody knows how it ended."),
    ],
)
def test_r7_2_only_a_finished_run_becomes_a_result_whatever_its_metrics(state: RunState, reason: str) -> None:
    found = judged(run(state=state, accuracy="0.99"))
    assert figures(found) == (1, 0, 0)
    assert words(found) == [reason]


@pytest.mark.parametrize("purpose", [RunPurpose.PILOT, RunPurpose.TIMING])
def test_r9_2_a_pilot_or_timing_run_is_no_result(purpose: RunPurpose) -> None:
    found = judged(run(purpose=purpose))
    assert figures(found) == (1, 0, 0)
    assert words(found) == [f"Its purpose was {purpose}, and only main and repeat runs are results."]


def test_r9_2_a_check_announced_after_the_run_started_does_not_count() -> None:
    found = judged(run(hours=-1))
    assert figures(found) == (1, 1, 0)
    assert words(found) == ["No check was announced before it started."]


def test_r9_2_every_announced_check_must_be_met_and_each_that_is_not_is_named() -> None:
    truncated = AcceptanceCheck("truncated inputs", Direction.AT_MOST, Decimal(0), priority=Priority.USEFUL)
    found = judged(run(accuracy="0.71"), announced=(Announcement(APPROVED, (ACCURACY, truncated)),))
    assert figures(found) == (1, 1, 0)
    assert words(found) == [
        "accuracy is 0.71; announced was at least 0.72.",
        "truncated inputs is not recorded.",
    ]


@pytest.mark.parametrize("accuracy", [None, "NaN", float("inf")])
def test_r9_2_a_missing_or_non_finite_metric_is_not_accepted(accuracy: object) -> None:
    assert figures(judged(run(accuracy=accuracy))) == (1, 1, 0)


def test_r10_3_files_that_are_not_verified_accept_nothing() -> None:
    found = judged(run(verified=frozenset({DeliverableKind.PREDICTIONS})))
    assert (found.accepted, words(found)) == (0, ["Files of the kind artefact are not verified."])
    none = judged(run(verified=frozenset()))
    assert words(none) == [
        "Files of the kind predictions are not verified.",
        "Files of the kind artefact are not verified.",
    ]
    without_files = assess([run(verified=frozenset())], ANNOUNCED, frozenset(), control="V0")
    assert (without_files.accepted, words(without_files)) == (0, ["None of its files is verified."])


def test_r9_2_without_a_corpus_or_a_start_nothing_is_accepted() -> None:
    no_start = RecordedRun(
        "R1", "V1", RunPurpose.MAIN, RunState.FINISHED, None, "corpus-a", {"accuracy": 1}, OWED
    )
    found = judged(run("R2", corpus=""), no_start)
    assert figures(found) == (2, 1, 0)
    assert words(found) == [
        "Its corpus is not recorded.",
        "Its start is not recorded, so no check can be shown to come before it.",
    ]


def test_r9_2_a_later_repeat_can_be_the_one_that_is_accepted() -> None:
    found = judged(run("R1", accuracy="0.70"), run("R2", hours=2, purpose=RunPurpose.REPEAT))
    assert figures(found) == (2, 1, 1)
    assert [result.run for result in found.results if result.is_accepted] == ["R2"]


def test_r9_2_a_variant_must_beat_the_controls_best_run_on_the_same_corpus() -> None:
    announced = (Announcement(APPROVED, (BETTER,)),)
    controls = [run("K1", variant="V0", accuracy="0.72"), run("K2", variant="V0", accuracy="0.74")]
    elsewhere = run("K3", variant="V0", accuracy="0.10", corpus="corpus-b")
    found = judged(run("R1", accuracy="0.75"), *controls, elsewhere, announced=announced)
    assert [(result.run, result.is_accepted) for result in found.results] == [
        ("K1", True),
        ("K2", False),
        ("K3", False),
        ("R1", False),
    ]
    assert words(found)[-1] == (
        "accuracy is 0.75 and the control's is 0.74: better by 0.01; announced was at least 0.02."
    )
    assert judged(run("R1", accuracy="0.76"), *controls, announced=announced).accepted == 2


def test_r9_3_none_accepted_lists_each_reason_once_with_the_number_of_runs() -> None:
    found = judged(
        run("R1", accuracy="0.5"),
        run("R2", variant="V2", accuracy="0.6", verified=frozenset({DeliverableKind.PREDICTIONS})),
        run("R3", variant="V3", state=RunState.STOPPED),
    )
    share = share_per_result(COST, found.accepted, found.reasons)
    assert isinstance(share, Undefined)
    assert share.cost == COST
    assert [str(reason) for reason in share.reasons] == [
        "2 runs, for example R1: accuracy is 0.5; announced was at least 0.72.",
        "R2: Files of the kind artefact are not verified.",
        "R3: It was stopped, and a stopped run is never a result.",
    ]
    assert [str(reason) for reason in judged().reasons] == ["No run is recorded."]


class Promise(NamedTuple):
    kind: DeliverableKind
    scope: DeliverableScope
    priority: Priority


def test_r9_2_a_variant_owes_the_essential_deliverables_of_every_variant() -> None:
    predictions = Promise(DeliverableKind.PREDICTIONS, DeliverableScope.EVERY_VARIANT, Priority.ESSENTIAL)
    artefact = Promise(DeliverableKind.ARTEFACT, DeliverableScope.EVERY_VARIANT, Priority.USEFUL)
    analysis = Promise(DeliverableKind.ERROR_ANALYSIS, DeliverableScope.CAMPAIGN, Priority.ESSENTIAL)
    assert owed_by_variants([predictions, artefact, analysis]) == {DeliverableKind.PREDICTIONS}
    assert owed_by_variants([artefact, analysis]) == {DeliverableKind.ARTEFACT}
    assert owed_by_variants([analysis]) == frozenset()


def answered(*runs: RecordedRun, variants: tuple[str, ...] = ("V1",)) -> list[tuple[str, Verdict, bool, str]]:
    given = answers(variants, runs, ANNOUNCED, control="V0", corpus_hash="corpus-a")
    return [(one.variant, one.verdict, one.is_answered, str(one.reason or "")) for one in given]


def test_r11_5_an_essential_check_is_answered_by_a_finished_run_either_way() -> None:
    assert answered(run()) == [("V1", Verdict.MEETS, True, "")]
    assert answered(run(accuracy="0.5")) == [
        ("V1", Verdict.DOES_NOT_MEET, True, "accuracy is 0.5; announced was at least 0.72.")
    ]


def test_r11_5_without_a_run_that_could_answer_the_reason_is_said() -> None:
    nothing = "No run of it finished on this corpus."
    assert answered(variants=("V0", "V1")) == [
        ("V0", Verdict.INCONCLUSIVE, False, nothing),
        ("V1", Verdict.INCONCLUSIVE, False, nothing),
    ]
    assert answered(run(state=RunState.STOPPED)) == [("V1", Verdict.INCONCLUSIVE, False, nothing)]
    assert answered(run(corpus="corpus-b")) == [("V1", Verdict.INCONCLUSIVE, False, nothing)]
    assert answered(run(accuracy=None)) == [("V1", Verdict.INCONCLUSIVE, False, "accuracy is not recorded.")]
    late = "The check was announced after its runs had started."
    assert answered(run(hours=-1)) == [("V1", Verdict.INCONCLUSIVE, False, late)]


def test_r2_3_runs_that_disagree_answer_as_inconclusive() -> None:
    assert answered(run("R1"), run("R2", accuracy="0.5"), run("R3", accuracy="NaN")) == [
        ("V1", Verdict.INCONCLUSIVE, True, "Its runs disagree.")
    ]


def test_r2_3_a_variants_verdict_puts_its_essential_checks_together() -> None:
    truncated = AcceptanceCheck("truncated inputs", Direction.AT_MOST, Decimal(0))
    optional = AcceptanceCheck("speed", Direction.AT_LEAST, Decimal(1), priority=Priority.USEFUL)
    announced = (Announcement(APPROVED, (ACCURACY, truncated, optional)),)
    both = [
        RecordedRun("R1", "V1", RunPurpose.MAIN, RunState.FINISHED, run().started_at, "a", {"accuracy": 1}),
        RecordedRun(
            "R2",
            "V2",
            RunPurpose.MAIN,
            RunState.FINISHED,
            run().started_at,
            "a",
            {"accuracy": 1, "truncated inputs": 0},
        ),
        RecordedRun("R3", "V3", RunPurpose.MAIN, RunState.FINISHED, run().started_at, "a", {"accuracy": 0.1}),
    ]
    given = answers(["V1", "V2", "V3", "V4"], both, announced, control="V0", corpus_hash="a")
    assert len(given) == 8
    assert [verdict_of(variant, given) for variant in ("V1", "V2", "V3", "V4", "V5")] == [
        Verdict.INCONCLUSIVE,
        Verdict.MEETS,
        Verdict.DOES_NOT_MEET,
        Verdict.INCONCLUSIVE,
        Verdict.INCONCLUSIVE,
    ]


any_runs = st.builds(
    run,
    st.uuids().map(str),
    variant=st.sampled_from(["V0", "V1", "V2"]),
    corpus=st.sampled_from(["", "corpus-a", "corpus-b"]),
    accuracy=st.sampled_from([None, "NaN", 0.5, 0.9]),
    state=st.sampled_from(list(RunState)),
    purpose=st.sampled_from(list(RunPurpose)),
    hours=st.integers(-1, 3),
    verified=st.sampled_from([frozenset(), OWED]),
)


@given(st.lists(any_runs, max_size=12), any_runs)
def test_r9_2_accepted_is_at_most_distinct_is_at_most_runs_and_another_run_takes_nothing_away(
    runs: list[RecordedRun], another: RecordedRun
) -> None:
    found = judged(*runs)
    assert 0 <= found.accepted <= found.distinct <= found.runs
    assert all(bool(result.reasons) is not result.is_accepted for result in found.results)
    assert judged(*runs, another).accepted >= found.accepted
    assert judged(*reversed(runs)) == found
