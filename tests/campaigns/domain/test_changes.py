"""What changed after approval is listed field by field (R5.2)."""

from campaigns.domain.changes import Change, changes

CHECK = {"metric": "accuracy", "direction": "at least", "threshold": "0.72", "priority": "essential"}


def test_r5_2_a_changed_threshold_is_listed_with_old_and_new() -> None:
    old = {"acceptance_checks": [CHECK]}
    new = {"acceptance_checks": [{**CHECK, "threshold": "0.70"}]}
    assert changes(old, new) == (
        Change("acceptance_checks", "accuracy at least", "threshold", "0.72", "0.70"),
    )


def test_r5_2_the_same_content_has_no_changes_in_whatever_order_it_stands() -> None:
    other = {**CHECK, "metric": "truncated inputs", "direction": "at most"}
    assert changes({"acceptance_checks": [CHECK, other]}, {"acceptance_checks": [other, CHECK]}) == ()


def test_r5_2_added_and_removed_things_are_listed_whole() -> None:
    old = {"stop_rules": [{"kind": "non-finite loss", "metric": ""}], "choices": ["adopt", "keep"]}
    new = {"stop_rules": [{"kind": "time limit", "after_minutes": 60}], "choices": ["adopt"]}
    assert changes(old, new) == (
        Change("choices", "keep", "", "keep", None),
        Change("stop_rules", "non-finite loss", "", "kind: non-finite loss", None),
        Change("stop_rules", "time limit", "", None, "after_minutes: 60, kind: time limit"),
    )


def test_r5_2_two_rules_of_one_kind_are_told_apart() -> None:
    rule = {"kind": "other", "wording": "", "consequence": "stop"}
    old = {"stop_rules": [rule, rule]}
    new = {"stop_rules": [rule, {**rule, "consequence": "ask"}]}
    assert changes(old, new) == (Change("stop_rules", "other (2)", "consequence", "stop", "ask"),)


def test_r5_2_values_of_the_campaign_and_the_frozen_corpus_are_compared() -> None:
    old = {"question": "A or B?", "corpus": {"sha256": "aa", "items": 200}, "budget_ceiling": None}
    new = {
        "question": "A, B or C?",
        "corpus": {"sha256": "bb", "items": 200},
        "budget_ceiling": {"amount": "110.00", "currency": "USD"},
    }
    assert changes(old, new) == (
        Change("question", "", "question", "A or B?", "A, B or C?"),
        Change("budget_ceiling", "", "budget_ceiling", None, "amount: 110.00, currency: USD"),
        Change("corpus", "", "sha256", "aa", "bb"),
    )
