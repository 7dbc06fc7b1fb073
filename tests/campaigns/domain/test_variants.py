"""Variants: differences from the control, decision value, ranking and identity (R2.1, R2.3, R2.4, R2.5)."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.variants import (
    Candidate,
    Difference,
    DifferenceKind,
    NotRanked,
    Ranked,
    configuration_hash,
    decision_value_bits,
    decisive,
    departs_from_suggestion,
    differences,
    next_identifier,
    not_decisive,
    rank,
)

CONTROL = {"adapter": "none", "rank": "none", "learning rate": "0.0001"}
TEN_HOURS = timedelta(hours=10)


def test_r2_1_no_difference_is_identical_to_the_control() -> None:
    found = differences(CONTROL, dict(CONTROL))
    assert found == Difference(DifferenceKind.IDENTICAL, ())
    assert str(found.warning) == "Identical to the control: change a factor, or remove the variant."


def test_r2_1_one_factor_isolates_one_cause_without_a_warning() -> None:
    found = differences(CONTROL, CONTROL | {"adapter": "A"})
    assert found == Difference(DifferenceKind.ISOLATES_ONE_CAUSE, ("adapter",))
    assert found.warning is None


def test_r2_1_several_factors_are_confounded_and_named() -> None:
    found = differences(CONTROL, {"adapter": "A", "rank": "16", "learning rate": "0.0001"})
    assert found == Difference(DifferenceKind.CONFOUNDED, ("adapter", "rank"))
    assert str(found.warning) == (
        "Confounded: adapter, rank differ at once, so an effect cannot be put down to one of them."
    )


def test_r2_1_a_factor_that_only_one_of_them_states_differs() -> None:
    assert differences(CONTROL, CONTROL | {"length": "768"}).factors == ("length",)
    assert differences(CONTROL, {"adapter": "none", "learning rate": "0.0001"}).factors == ("rank",)
    assert differences(CONTROL, CONTROL | {"length": ""}).kind is DifferenceKind.IDENTICAL


@pytest.mark.parametrize(("one", "other"), [("0.0001", "1e-4"), ("8", "8.0"), ("16", " 16 "), ("-0", "0")])
def test_r2_1_the_same_number_written_differently_is_no_difference(one: str, other: str) -> None:
    assert differences({"factor": one}, {"factor": other}).kind is DifferenceKind.IDENTICAL
    assert configuration_hash({"factor": one}) == configuration_hash({"factor": other})


@pytest.mark.parametrize(
    ("one", "other", "nearly"),
    [
        ("0.0001", "0.000125", True),
        ("0.000125", "0.0001", True),
        ("0.0001", "0.000126", False),
        ("8", "10", True),
        ("8", "16", False),
        ("-4", "-5", True),
        ("-4", "4", False),
        ("0", "0.01", False),
        ("bf16", "bf17", False),
    ],
)
def test_r2_1_a_change_of_at_most_a_quarter_is_nearly_identical(one: str, other: str, nearly: bool) -> None:
    found = differences({"rate": one}, {"rate": other})
    assert found == Difference(DifferenceKind.ISOLATES_ONE_CAUSE, ("rate",), nearly)
    assert (found.warning is not None) is nearly


def test_r2_1_small_changes_of_two_factors_are_confounded_and_not_nearly_identical() -> None:
    assert differences({"a": "4", "b": "4"}, {"a": "5", "b": "5"}) == Difference(
        DifferenceKind.CONFOUNDED, ("a", "b")
    )


def test_r2_3_a_variant_is_decisive_when_its_choices_differ() -> None:
    assert decisive("adopt adapter A", "keep the control", "keep the control")
    assert not decisive("keep the control", "keep the control", "keep the control")
    assert not_decisive("keep the control", "keep the control", "keep the control")
    assert not not_decisive("keep the control", "keep the control", "")
    assert not not_decisive("", "", "")


@pytest.mark.parametrize(
    ("probability", "bits"),
    [
        ("0.5", "1.0000"),
        ("0.25", "0.8113"),
        ("0.75", "0.8113"),
        ("0.1", "0.4690"),
        ("0", "0.0000"),
        ("1", "0.0000"),
    ],
)
def test_r2_4_decision_value_is_the_entropy_in_bits(probability: str, bits: str) -> None:
    assert str(decision_value_bits(Decimal(probability), is_decisive=True)) == bits


def test_r2_4_a_variant_that_is_not_decisive_is_worth_nothing() -> None:
    assert str(decision_value_bits(Decimal("0.5"), is_decisive=False)) == "0.0000"
    with pytest.raises(ValueError, match="between 0 and 1"):
        decision_value_bits(Decimal("1.01"), is_decisive=True)


def test_r2_4_variants_are_ranked_by_bits_per_lane_hour() -> None:
    ranked = rank(
        [
            Candidate("V2", Decimal("0.25"), True, TEN_HOURS),
            Candidate("V3", Decimal("0.5"), False, TEN_HOURS),
            Candidate("V1", Decimal("0.5"), True, TEN_HOURS),
            Candidate("V4", Decimal("0.25"), True, timedelta(hours=2)),
        ]
    )
    assert ranked == (
        Ranked("V4", Decimal("0.8113"), timedelta(hours=2), Decimal("0.405650")),
        Ranked("V1", Decimal("1.0000"), TEN_HOURS, Decimal("0.100000")),
        Ranked("V2", Decimal("0.8113"), TEN_HOURS, Decimal("0.081130")),
        Ranked("V3", Decimal("0"), TEN_HOURS, Decimal("0")),
    )


def test_r2_4_without_lane_hours_or_probability_a_variant_has_no_rank_but_a_reason() -> None:
    ranked = rank(
        [
            Candidate("V1", Decimal("0.5"), True, timedelta(0)),
            Candidate("V2", None, True, TEN_HOURS),
            Candidate("V3", None, False, TEN_HOURS),
        ]
    )
    assert [one.identifier for one in ranked] == ["V3", "V1", "V2"]
    reasons = [str(one.value.reason) for one in ranked if isinstance(one.value, NotRanked)]
    assert reasons == [
        "No lane hours are planned for it.",
        "No probability is stated that it meets the threshold.",
    ]


def test_r2_4_another_order_than_the_suggested_one_needs_a_reason() -> None:
    ranked = rank([Candidate(one, Decimal("0.5"), True, TEN_HOURS) for one in ("V1", "V2")])
    assert not departs_from_suggestion(ranked, ["V1", "V2"])
    assert departs_from_suggestion(ranked, ["V2", "V1"])


def test_r2_5_a_configuration_is_hashed_as_canonical_json() -> None:
    # printf '{"adapter":"A","rank":"8"}' | sha256sum
    known = "e8487bea422214b415dc239cf8b4b62f040f0b252779855c1e9dc8070c70f094"
    assert configuration_hash({"rank": "8", "adapter": "A"}) == known
    assert configuration_hash({"adapter": "A", "rank": "8.0", "length": ""}) == known
    assert configuration_hash({"adapter": "A", "rank": "9"}) != known


@pytest.mark.parametrize("value", ["1e999999999", "0." + "1" * 40, "NaN", "Infinity"])
def test_r2_5_numbers_that_cannot_be_written_out_stay_text(value: str) -> None:
    assert configuration_hash({"rate": value}) != configuration_hash({"rate": value + "0"})


def test_r2_5_identifiers_are_never_reused() -> None:
    assert next_identifier([]) == "V0"
    assert next_identifier(["V0", "V7", "V3", "older name", "VII", "99"]) == "V8"


texts = st.dictionaries(
    st.sampled_from(["rank", "rate", "adapter"]), st.sampled_from(["", "1", "1.0", "2", "A"])
)


@given(texts, texts)
def test_r2_1_identical_means_the_same_hash_and_the_comparison_has_no_direction(
    one: dict[str, str], other: dict[str, str]
) -> None:
    found = differences(one, other)
    assert (found.kind is DifferenceKind.IDENTICAL) == (configuration_hash(one) == configuration_hash(other))
    assert set(differences(other, one).factors) == set(found.factors)


@given(st.decimals(0, 1, places=4))
def test_r2_4_a_probability_and_its_complement_are_worth_the_same(probability: Decimal) -> None:
    bits = decision_value_bits(probability, is_decisive=True)
    assert bits == decision_value_bits(1 - probability, is_decisive=True)
    assert 0 <= bits <= 1
