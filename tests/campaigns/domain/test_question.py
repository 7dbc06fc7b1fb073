"""When a goal is ready (R1.1 - R1.3), and what blocks or warns about its variants (R2.1, R2.3)."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from campaigns.domain.question import (
    AcceptanceCheck,
    Corpus,
    Goal,
    GoalVariant,
    Outcome,
    is_only_an_activity,
    readiness,
    says_none_meets,
)
from campaigns.domain.vocabulary import Direction, Priority, VariantRole

CONTROL = GoalVariant("V0", VariantRole.CONTROL, Priority.ESSENTIAL, {"adapter": "none", "rank": "8"})
ADAPTER_A = GoalVariant(
    "V1",
    VariantRole.VARIANT,
    Priority.ESSENTIAL,
    {"adapter": "A", "rank": "8"},
    "adopt adapter A",
    "keep the control",
    "keep the control",
)
ACCURACY = AcceptanceCheck("accuracy", Direction.AT_LEAST, Decimal("0.72"), Decimal("0.02"))
GOAL = Goal(
    question="Do we adopt adapter A, or keep the control?",
    choices=("adopt adapter A", "keep the control"),
    outcomes=(
        Outcome("adapter A meets the threshold", "adopt adapter A"),
        Outcome("no variant meets the threshold", "keep the control", none_meets=True),
    ),
    closing_condition="Predictions of both on the frozen corpus, each checked.",
    corpus=Corpus("95ac8679", datetime(2026, 11, 20, 9, tzinfo=UTC)),
    variants=(CONTROL, ADAPTER_A),
    checks=(ACCURACY,),
    deliverables=4,
)


def missing(goal: Goal) -> list[str]:
    return [one.code for one in readiness(goal).missing]


def warnings(goal: Goal) -> list[str]:
    return [one.code for one in readiness(goal).warnings]


def test_r1_3_a_complete_goal_is_ready_without_a_warning() -> None:
    found = readiness(GOAL)
    assert (found.missing, found.warnings) == ((), ())
    assert found.is_ready


def test_r1_3_an_empty_goal_lists_everything_it_lacks_with_its_place() -> None:
    found = readiness(Goal("", (), (), " ", None, (), (), 0))
    assert not found.is_ready
    assert [(one.code, one.anchor) for one in found.missing] == [
        ("question", "question"),
        ("choices", "outcomes"),
        ("none-meets", "outcomes"),
        ("closing-condition", "closing-condition"),
        ("corpus", "corpus"),
        ("control", "variants"),
        ("check", "checks"),
        ("deliverable", "deliverables"),
    ]


def test_r1_3_two_choices_count_only_when_outcomes_lead_to_them() -> None:
    only_one_reached = replace(GOAL, outcomes=(Outcome("none meets", "keep the control", none_meets=True),))
    assert missing(only_one_reached) == ["choices"]
    unknown_choice = replace(GOAL, choices=("keep the control", "adopt adapter B"))
    assert missing(unknown_choice) == ["choices"]


def test_r1_2_an_outcome_for_none_meets_is_needed() -> None:
    outcomes = (Outcome("A meets", "adopt adapter A"), Outcome("A does not beat it", "keep the control"))
    assert missing(replace(GOAL, outcomes=outcomes)) == ["none-meets"]


def test_r1_3_exactly_one_control_is_needed() -> None:
    second = replace(CONTROL, identifier="V2", values={"adapter": "none", "rank": "16"})
    found = readiness(replace(GOAL, variants=(CONTROL, ADAPTER_A, second)))
    assert [one.code for one in found.missing] == ["one-control"]
    assert "V0, V2 are controls now" in str(found.missing[0].message)
    isolating = replace(second, role=VariantRole.ISOLATING_CONTROL)
    assert missing(replace(GOAL, variants=(CONTROL, ADAPTER_A, isolating))) == []


def test_r1_3_an_essential_check_with_a_threshold_is_needed() -> None:
    assert missing(replace(GOAL, checks=(replace(ACCURACY, priority=Priority.USEFUL),))) == ["check"]
    without = replace(GOAL, checks=(replace(ACCURACY, threshold=None),))
    assert (missing(without), warnings(without)) == (["check"], ["threshold"])
    zero = replace(GOAL, checks=(AcceptanceCheck("truncated inputs", Direction.AT_MOST, Decimal(0)),))
    assert missing(zero) == []


@pytest.mark.parametrize(
    ("corpus", "code"),
    [
        (Corpus("", GOAL.corpus.frozen_at if GOAL.corpus else None), "corpus-hash"),
        (Corpus("95ac8679", None), "corpus-frozen"),
    ],
)
def test_r1_3_the_corpus_needs_its_hash_and_its_frozen_at(corpus: Corpus, code: str) -> None:
    assert missing(replace(GOAL, corpus=corpus)) == [code]


def test_r2_1_a_variant_identical_to_the_control_blocks_the_goal() -> None:
    found = readiness(
        replace(GOAL, variants=(CONTROL, replace(ADAPTER_A, values={"rank": "8.0", "adapter": "none"})))
    )
    assert [(one.code, one.anchor) for one in found.missing] == [("identical", "variant-V1")]


def test_r2_1_a_confounded_variant_is_a_warning_that_names_its_factors() -> None:
    found = readiness(
        replace(GOAL, variants=(CONTROL, replace(ADAPTER_A, values={"adapter": "A", "rank": "64"})))
    )
    assert found.is_ready
    assert [one.code for one in found.warnings] == ["difference-V1"]
    assert "adapter, rank differ at once" in str(found.warnings[0].message)


def test_r2_1_two_variants_of_one_configuration_are_a_warning() -> None:
    twin = replace(ADAPTER_A, identifier="V2")
    found = readiness(replace(GOAL, variants=(CONTROL, ADAPTER_A, twin)))
    assert found.is_ready
    assert [str(one.message) for one in found.warnings] == ["V2 has the same configuration as V1."]


def test_r2_3_a_variant_that_is_not_decisive_cannot_be_essential() -> None:
    same = replace(ADAPTER_A, if_meets="keep the control")
    assert missing(replace(GOAL, variants=(CONTROL, same))) == ["not-decisive"]
    useful = replace(same, priority=Priority.USEFUL)
    assert missing(replace(GOAL, variants=(CONTROL, useful))) == []


def test_r2_3_a_variant_without_its_choices_is_a_warning() -> None:
    silent = replace(GOAL, variants=(CONTROL, replace(ADAPTER_A, if_inconclusive="")))
    assert (missing(silent), warnings(silent)) == ([], ["follows"])


def test_r1_3_a_question_that_is_only_an_activity_is_a_warning_with_a_better_example() -> None:
    found = readiness(replace(GOAL, question="Train the model"))
    assert found.is_ready
    assert [one.code for one in found.warnings] == ["activity"]
    assert str(found.warnings[0].message).endswith("for example: Do we adopt adapter A, or keep the control?")


@pytest.mark.parametrize(
    ("question", "activity"),
    [
        ("train the model", True),
        ("We want to fine-tune adapter A on the corpus.", True),
        ("Please compare adapter A and adapter B", True),
        ("Can we train the model?", True),
        ("Do we adopt adapter A, adapter B, or keep the control?", False),
        ("Train on data mix A, or on data mix B?", False),
        ("Which adapter do we ship?", False),
        ("Trained on more data, is the model good enough to ship?", False),
        ("", False),
    ],
)
def test_r1_3_an_activity_is_told_from_a_choice(question: str, activity: bool) -> None:
    assert is_only_an_activity(question) is activity


def test_r1_3_outcomes_that_all_lead_to_one_choice_are_a_warning() -> None:
    outcomes = (
        Outcome("A meets", "keep the control"),
        Outcome("none meets", "keep the control", none_meets=True),
    )
    found = readiness(replace(GOAL, outcomes=outcomes))
    assert [one.code for one in found.missing] == ["choices"]
    assert [str(one.message) for one in found.warnings] == [
        "Every outcome leads to the choice keep the control: no result can change the decision."
    ]


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ("no variant meets the threshold", True),
        ("None meets", True),
        ("neither adapter beats the control", True),
        ("if none does", True),
        ("adapter A meets the threshold and adapter B does not beat it", False),
        ("a variant meets the threshold", False),
    ],
)
def test_r1_2_the_condition_for_none_meets_is_recognised(condition: str, says: bool) -> None:
    assert says_none_meets(condition) is says
