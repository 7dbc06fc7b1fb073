from dataclasses import replace

from campaigns.domain.vocabulary import Priority, RunState
from dossier.domain.blocking import (
    CheckToAnswer,
    ClosingFacts,
    DifferenceToExplain,
    FileToVerify,
    RunToEnd,
    blocking,
)

ESSENTIAL, USEFUL = Priority.ESSENTIAL, Priority.USEFUL
READY = ClosingFacts(
    runs=(
        RunToEnd("C7-V0-R01", RunState.FINISHED),
        RunToEnd("C7-V0-R02", RunState.STOPPED),
        RunToEnd("C7-V0-R03", RunState.FAILED),
        RunToEnd("C7-V0-R04", RunState.UNKNOWN, is_declared_lost=True),
        RunToEnd("C7-V0-R05", RunState.RUNNING, is_declared_lost=True),
    ),
    checks=(CheckToAnswer("accuracy", ESSENTIAL), CheckToAnswer("latency", USEFUL, ("V1",))),
    files=(
        FileToVerify("1", "V0/predictions.*", ESSENTIAL, is_verified=True),
        FileToVerify("2", "V1/artefact/**", ESSENTIAL, is_verified=False, explanation="The run was stopped."),
        FileToVerify("3", "V2/predictions.*", USEFUL, is_verified=False),
    ),
    differences=(DifferenceToExplain("control", "Control", "Slow disk.", "Copy first."),),
    conclusion="No variant meets the threshold.",
)


def found(facts: ClosingFacts) -> list[tuple[str, str, str]]:
    return [(missing.code, str(missing.message), missing.anchor) for missing in blocking(facts)]


def test_r11_5_nothing_is_missing_once_all_is_ended_answered_explained_and_concluded() -> None:
    assert found(READY) == []


def test_r11_5_every_run_must_have_ended_or_be_declared_lost() -> None:
    open_runs = (
        RunToEnd("C7-V0-R01", RunState.RUNNING),
        RunToEnd("C7-V0-R02", RunState.UNKNOWN),
        RunToEnd("C7-V0-R03", RunState.PLANNED),
    )
    assert found(replace(READY, runs=open_runs)) == [
        ("run-open", "C7-V0-R01 has not ended: record its end, or declare it lost.", "run-C7-V0-R01"),
        ("run-open", "C7-V0-R02 has not ended: record its end, or declare it lost.", "run-C7-V0-R02"),
        (
            "run-open",
            "C7-V0-R03 is still planned: record it, or declare that it was not run.",
            "run-C7-V0-R03",
        ),
    ]


def test_r11_5_every_essential_check_needs_an_answer() -> None:
    facts = replace(READY, checks=(CheckToAnswer("accuracy", ESSENTIAL, ("V0", "V1")),))
    assert found(facts) == [
        ("check-open", "The essential check accuracy has no answer for V0, V1.", "checks")
    ]


def test_r11_5_every_essential_deliverable_is_verified_or_its_absence_explained() -> None:
    facts = replace(READY, files=(FileToVerify("7", "V0/artefact/**", ESSENTIAL, False, "  "),))
    assert found(facts) == [
        (
            "file-open",
            "V0/artefact/** is essential and not verified: verify it, or say why it is missing.",
            "file-7",
        )
    ]


def test_r11_5_a_difference_needs_its_explanation_and_the_decision_about_it() -> None:
    for explanation, decision in (("", "Copy first."), ("Slow disk.", " ")):
        facts = replace(
            READY, differences=(DifferenceToExplain("control", "Control", explanation, decision),)
        )
        assert found(facts) == [
            (
                "difference-open",
                "Control took another time than provided: explain it, and say what was decided about it.",
                "difference-control",
            )
        ]


def test_r11_5_the_conclusion_must_be_written() -> None:
    assert found(replace(READY, conclusion=" \n")) == [
        ("no-conclusion", "The conclusion is not written.", "conclusion")
    ]
