"""Forgotten phases are named with the reason why (R3.6)."""

from typing import Any

from campaigns.domain.completeness import USUALLY_FORGOTTEN, forgotten_phases
from campaigns.domain.vocabulary import Phase


def test_r3_6_the_worked_campaign_forgot_transfer_and_wipe(worked: Any) -> None:
    assert [found.phase for found in forgotten_phases(worked.steps())] == [Phase.TRANSFER, Phase.WIPE]


def test_r3_6_a_phase_that_is_not_needed_is_not_forgotten(worked: Any) -> None:
    assert [found.phase for found in forgotten_phases(worked.steps(), {Phase.TRANSFER})] == [Phase.WIPE]


def test_r3_6_an_empty_plan_forgot_fourteen_phases_each_with_its_own_reason() -> None:
    found = forgotten_phases([])
    assert [str(each.phase) for each in found] == [
        "load",
        "data check",
        "pilot",
        "decide",
        "long inputs",
        "validate",
        "repeat check",
        "write outputs",
        "checkpoint",
        "transfer",
        "restore",
        "reload check",
        "retrieve",
        "wipe",
    ]
    assert len({str(each.reason) for each in found}) == 14


def test_preparing_training_and_analysing_are_never_forgotten() -> None:
    assert set(Phase) - set(USUALLY_FORGOTTEN) == {Phase.PREPARE, Phase.INSTALL, Phase.TRAIN, Phase.ANALYSE}
