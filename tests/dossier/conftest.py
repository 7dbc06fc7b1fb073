"""A whole close-out with every kind of entry, made up for the tests."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from campaigns.domain.vocabulary import (
    CampaignKind,
    CampaignState,
    DeliverableKind,
    Direction,
    Phase,
    Priority,
    ResourceKind,
    RunPurpose,
    RunState,
    StopRuleKind,
    VariantRole,
    Verdict,
)
from dossier.domain import announced, recorded
from dossier.domain.closeout import CloseoutData
from dossier.domain.levels import Level
from pricing.domain.money import Money, Undefined
from teams.domain.message import Message

ESSENTIAL, USEFUL = Priority.ESSENTIAL, Priority.USEFUL
USD_47 = Money(Decimal("47.14"), "USD")


def at(day: int, hour: int = 9, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def planned(key: str, phase: Phase, resource: ResourceKind, hours: tuple[int, int]) -> recorded.PlannedStep:
    lanes = (0,) if resource is ResourceKind.GPU else ()
    return recorded.PlannedStep(
        key,
        key.capitalize(),
        phase,
        resource,
        ESSENTIAL,
        hours[0] * 60,
        hours[1] * 60,
        0 if lanes else None,
        lanes,
    )


def plan() -> recorded.PlanAgainstActual:
    return recorded.PlanAgainstActual(
        figures=recorded.PlanFigures(48 * 60, 45 * 60, 42 * 60, 7 * 60, 2 * 60),
        window_minutes=72 * 60,
        verdict=Message(
            "Fits the %(window)s window and leaves %(unused)s unused.", {"window": "72 h", "unused": "24 h"}
        ),
        tolerance_percent=20,
        steps=(
            recorded.StepTime("Prepare", Phase.PREPARE, 180, 175),
            recorded.StepTime(
                "Control", Phase.TRAIN, 480, 700, True, "The loader waited for the disk.", "Copy first."
            ),
            recorded.StepTime("Retrieve", Phase.RETRIEVE, 120, None),
        ),
        phases=(
            recorded.PhaseTime(Phase.PREPARE, 180, 175),
            recorded.PhaseTime(Phase.TRAIN, 480, 700),
            recorded.PhaseTime(Phase.RETRIEVE, 120, None),
        ),
        planned=(
            planned("prepare", Phase.PREPARE, ResourceKind.PERSON, (0, 3)),
            planned("control", Phase.TRAIN, ResourceKind.GPU, (3, 11)),
            planned("retrieve", Phase.RETRIEVE, ResourceKind.NETWORK, (11, 13)),
        ),
        critical=("prepare", "control", "retrieve"),
    )


def runs() -> tuple[recorded.Run, ...]:
    return (
        recorded.Run(
            "C7-V0-R01",
            "V0",
            RunPurpose.MAIN,
            RunState.FINISHED,
            at(22),
            at(22, 17, 30),
            510,
            0,
            (recorded.Metric("accuracy", Decimal("0.7012")),),
            True,
        ),
        recorded.Run(
            "C7-V1-R02",
            "V1",
            RunPurpose.MAIN,
            RunState.STOPPED,
            at(23),
            at(23, 11, 5),
            125,
            1,
            (),
            False,
            (Message("The run was stopped."),),
        ),
    )


def money() -> recorded.Budget:
    order = recorded.Order("ORD-1", "RTX 4090, 3 days", 1, USD_47, USD_47, at(20), at(21), at(24), (), "", "")
    expense = recorded.Expense("Extra disk", Money(Decimal("3.50"), "USD"), date(2026, 11, 22), "invoice 17")
    return recorded.Budget(Money(Decimal(110), "USD"), (order,), (expense,), (USD_47,), (expense.amount,))


def files() -> recorded.Dossier:
    kind = DeliverableKind
    return recorded.Dossier(
        (
            recorded.DossierFile(
                "V0/predictions.jsonl",
                kind.PREDICTIONS,
                "V0",
                ESSENTIAL,
                Level.WELL_FORMED,
                True,
            ),
            recorded.DossierFile(
                "V1/artefact/**",
                kind.ARTEFACT,
                "V1",
                ESSENTIAL,
                Level.DECLARED,
                False,
                (Message("It must be loaded again in a new process, and its probe must match."),),
            ),
            recorded.DossierFile(
                "error-analysis.*",
                kind.ERROR_ANALYSIS,
                "",
                ESSENTIAL,
                None,
                False,
                ("Not written.",),
            ),
        ),
        "c" * 64,
        "Team archive, shelf 3",
    )


def results() -> recorded.Results:
    return recorded.Results(
        runs=2,
        distinct=1,
        accepted=0,
        rejections=(recorded.Rejection("C7-V1-R02", (Message("The run was stopped."),)),),
        shares=(Undefined(USD_47, (Message("No result was accepted."),)),),
    )


def subject() -> announced.Subject:
    return announced.Subject(
        "C7",
        "Does the adapter beat the control?",
        "Team Blue",
        CampaignKind.DELIVERABLES,
        CampaignState.CLOSED,
        "Asia/Jakarta",
        2,
        "a" * 64,
        "b" * 64,
    )


def question() -> announced.Question:
    return announced.Question(
        "Do we adopt the adapter, or keep the control?",
        ("adopt the adapter", "keep the control"),
        (announced.Outcome("the adapter meets the threshold", "adopt the adapter"),),
        "Predictions of both on the frozen corpus.",
        (announced.Corpus("held-out questions", "1", 200, "e" * 64, at(19)),),
    )


def variants() -> tuple[announced.Variant, ...]:
    control, verdict = VariantRole.CONTROL, Verdict.DOES_NOT_MEET
    said = (Message("the control"), Message("run"))
    return (
        announced.Variant("V0", "control", control, ESSENTIAL, *said, verdict, 1, "f" * 64),
        announced.Variant(
            "V1", "adapter", VariantRole.VARIANT, USEFUL, "adapter: A", "dropped: too slow", None, 1, "0" * 64
        ),
    )


def stop_events() -> tuple[recorded.StopEvent, ...]:
    kind = StopRuleKind.NON_FINITE_LOSS
    return (recorded.StopEvent("C7-V1-R02", kind, "nan", "Loss is NaN.", at(23, 11, 5), "Pam"),)


@pytest.fixture(scope="session")
def closeout() -> CloseoutData:
    check = announced.AnnouncedCheck(
        "accuracy", Direction.AT_LEAST, Decimal("0.720000"), ESSENTIAL, Decimal("0.02"), at(20), "V0: 0.7012"
    )
    correction = recorded.Correction("C7-V0-R01", "end", "17:00", "17:30", "Clock was wrong.", "Pam", at(23))
    return CloseoutData(
        campaign=subject(),
        edition=announced.Edition(2, at(25, 8), "Lea Lead", 1, "d" * 64, "A run was recorded twice."),
        question=question(),
        conclusion=announced.Conclusion(
            "No variant meets the threshold.", "keep the control", "Lea Lead", at(24)
        ),
        checks=(check,),
        rules=(announced.AnnouncedRule(StopRuleKind.NON_FINITE_LOSS, Message("Stop at once.")),),
        changes=(announced.ChangeAfterApproval("accuracy", "0.70", "0.72", 2, "Lea Lead", at(21)),),
        variants=variants(),
        runs=runs(),
        stop_events=stop_events(),
        corrections=(correction,),
        plan=plan(),
        budget=money(),
        results=results(),
        decisions=(recorded.Decision("continue", "The pilot holds.", "Lea Lead", at(21), "Pam Planner"),),
        dossier=files(),
        uncertainties=("Longer inputs were not tried.",),
        lessons=("Copy the corpus to the local disk first.",),
    )
