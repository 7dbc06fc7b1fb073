import json

from simpul_recorder.checks.trainer_state import check_trainer_state

GOOD = {"global_step": 20, "max_steps": 20, "log_history": [{"step": 10, "loss": 1.5, "grad_norm": 0.3}]}


def found(content: object, was_stopped: bool = False) -> list[tuple[int | None, str]]:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    findings = check_trainer_state("trainer_state.json", raw, was_stopped)
    return [(finding.line, finding.code) for finding in findings]


def test_a_finished_training_is_well_formed() -> None:
    assert found(GOOD) == []


def test_nan_beside_a_loss_of_exactly_zero_is_a_training_that_blew_up() -> None:
    history = [
        {"step": 10, "loss": 0.0, "grad_norm": float("nan")},
        {"step": 20, "loss": 0.0, "grad_norm": float("inf")},
    ]
    assert found({**GOOD, "log_history": history}) == [
        (1, "not-finite"),
        (None, "not-finite-logged"),
        (None, "blown-up"),
    ]


def test_a_number_beyond_all_others_is_not_finite_either() -> None:
    content = b'{"global_step": 1, "max_steps": 1,\n"log_history": [{"step": 1, "loss": 1e999}]}'
    assert found(content) == [(2, "overflow"), (None, "not-finite-logged")]


def test_a_training_short_of_its_last_step_needs_a_recorded_stop() -> None:
    assert found({**GOOD, "global_step": 10}) == [(None, "not-at-end")]
    assert found({**GOOD, "global_step": 10}, was_stopped=True) == []


def test_a_log_without_entries_and_other_damage_is_an_error() -> None:
    assert found({"log_history": []}) == [(None, "no-log-history")]
    assert found([]) == [(None, "not-an-object")]
    assert found(b"{") == [(1, "json")]
    assert found(b'{"a":1,"a":NaN}')[0][1] == "not-finite"
    assert found(b"\xe9") == [(None, "not-utf-8")]
