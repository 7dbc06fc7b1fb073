from dataclasses import replace
from decimal import Decimal

from campaigns.domain.goal_text import (
    StatedCheck,
    StatedChoice,
    StatedDeliverable,
    StatedGoal,
    StatedOutcome,
    differing,
    texts,
)
from campaigns.domain.vocabulary import (
    CampaignKind,
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
)

GOAL = StatedGoal(
    title="Adapters",
    kind=CampaignKind.RESEARCH_DECISION,
    question="A or B?",
    closing_condition="Both ran.",
    ceiling=Decimal("110.00"),
    currency="USD",
    tolerance_percent=20,
    choices=(StatedChoice(1, "adopt A"), StatedChoice(2, "keep the control")),
    outcomes=(
        StatedOutcome("A meets it", "adopt A", False),
        StatedOutcome("none meets it", "keep the control", True),
    ),
    checks=(
        StatedCheck(
            "accuracy", Direction.AT_LEAST, Decimal("0.720000"), Decimal("0.020000"), Priority.ESSENTIAL
        ),
        StatedCheck("loss", Direction.AT_MOST, None, None, Priority.USEFUL),
    ),
    deliverables=(
        StatedDeliverable(DeliverableKind.PREDICTIONS, DeliverableScope.EVERY_VARIANT, Priority.ESSENTIAL),
    ),
)


def test_r1_1_a_goal_is_written_part_by_part() -> None:
    assert texts(GOAL) == {
        "title": "Adapters",
        "kind": "research decision",
        "question": "A or B?",
        "closing_condition": "Both ran.",
        "ceiling": "110.00 USD",
        "tolerance": "20",
        "choices": "adopt A\nkeep the control",
        "outcomes": "A meets it → adopt A\nnone meets it → keep the control *",
        "checks": "accuracy at least 0.72 (± 0.02), essential\nloss at most ?, useful",
        "deliverables": "predictions (every variant), essential",
    }


def test_a_goal_does_not_differ_from_itself_or_from_one_with_padded_numbers() -> None:
    check = replace(GOAL.checks[0], threshold=Decimal("0.72"))
    assert differing(GOAL, GOAL) == ()
    assert differing(GOAL, replace(GOAL, checks=(check, GOAL.checks[1]))) == ()


def test_two_ceilings_stand_beside_each_other() -> None:
    found = differing(GOAL, replace(GOAL, ceiling=Decimal("90.00")))
    assert [(part.code, str(part.label), part.saved, part.typed) for part in found] == [
        ("ceiling", "budget ceiling", "110.00 USD", "90.00 USD")
    ]


def test_no_ceiling_is_nothing_and_no_zero() -> None:
    assert texts(replace(GOAL, ceiling=None))["ceiling"] == ""


def test_the_number_of_a_choice_is_not_what_differs() -> None:
    renumbered = tuple(replace(choice, number=None) for choice in GOAL.choices)
    assert differing(GOAL, replace(GOAL, choices=renumbered)) == ()
