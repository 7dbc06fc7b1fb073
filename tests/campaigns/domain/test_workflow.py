"""States, actions and policies of a campaign (R4.8, R5.2, R6.3 - R6.5, R11.5)."""

from typing import cast

import pytest

from campaigns.domain.vocabulary import CampaignState as State
from campaigns.domain.vocabulary import ProposalKind, RunPurpose
from campaigns.domain.workflow import (
    ACTIONS,
    APPROVALS,
    TRANSITIONS,
    Action,
    NotAllowed,
    actions_from,
    can_amend,
    can_edit,
    can_record,
    can_run,
    can_run_main,
    can_transition,
    check_amendable,
    check_editable,
    check_main_run,
    check_recordable,
    check_run,
    check_transition,
    draw,
    is_plan_approved,
)


def states_where(holds: object) -> set[State]:
    assert callable(holds)
    return {state for state in State if holds(state)}


def test_r3_8_states_lead_only_where_the_domain_says() -> None:
    assert {state: set(targets) for state, targets in TRANSITIONS.items()} == {
        State.DRAFT: {State.SUBMITTED, State.CANCELLED},
        State.SUBMITTED: {State.APPROVED, State.DRAFT, State.CANCELLED},
        State.APPROVED: {State.PILOTING, State.CANCELLED},
        State.PILOTING: {State.DECIDING, State.CANCELLED},
        State.DECIDING: {State.RUNNING, State.DRAFT, State.PILOTING, State.CANCELLED},
        State.RUNNING: {State.CLOSING, State.CANCELLED},
        State.CLOSING: {State.CLOSED, State.CANCELLED},
        State.CLOSED: set(),
        State.CANCELLED: set(),
    }


@pytest.mark.parametrize(
    ("state", "action", "target"),
    [
        ("draft", "submit", "submitted"),
        ("submitted", "send back", "draft"),
        ("submitted", "approve", "approved"),
        ("approved", "start the pilot", "piloting"),
        ("piloting", "propose", "deciding"),
        ("deciding", "send the proposal back", "piloting"),
        ("deciding", "approve to continue", "running"),
        ("deciding", "approve to reduce", "running"),
        ("deciding", "approve to revisit", "draft"),
        ("running", "start closing", "closing"),
        ("closing", "close", "closed"),
    ],
)
def test_r6_2_each_action_has_one_way(state: str, action: str, target: str) -> None:
    assert check_transition(State(state), Action(action)) == target
    assert [source for source, act in ACTIONS if act == action] == [state]


def test_r9_5_every_state_before_closed_can_become_cancelled() -> None:
    cancellable = states_where(lambda state: can_transition(state, Action.CANCEL))
    assert cancellable == set(State) - {State.CLOSED, State.CANCELLED}


def test_r11_5_nothing_leads_out_of_closed_or_cancelled() -> None:
    assert actions_from(State.CLOSED) == actions_from(State.CANCELLED) == ()


def test_r6_3_what_a_state_does_not_allow_is_refused_with_the_state() -> None:
    assert not can_transition(State.DRAFT, Action.APPROVE)
    with pytest.raises(NotAllowed) as refused:
        check_transition(State.DRAFT, Action.APPROVE)
    assert refused.value.message.values == {"state": State.DRAFT, "action": Action.APPROVE}
    assert str(refused.value) == 'This campaign is draft: the action "approve" is not possible now.'


def test_r6_2_actions_of_a_deciding_campaign() -> None:
    assert actions_from(State.DECIDING) == (
        Action.SEND_BACK_PROPOSAL,
        Action.APPROVE_CONTINUE,
        Action.APPROVE_REDUCE,
        Action.APPROVE_REVISIT,
        Action.CANCEL,
    )
    assert set(APPROVALS) == set(ProposalKind)


def test_r6_5_main_runs_are_refused_until_the_decision_is_approved() -> None:
    assert states_where(can_run_main) == {State.RUNNING}
    check_main_run(State.RUNNING)
    for state in set(State) - {State.RUNNING}:
        with pytest.raises(NotAllowed):
            check_main_run(state)
    with pytest.raises(
        NotAllowed, match=r"main waits for the approved pilot decision\. This campaign is deciding"
    ):
        check_main_run(State.DECIDING)
    with pytest.raises(NotAllowed, match="main is not possible while the campaign is closing"):
        check_main_run(State.CLOSING)


@pytest.mark.parametrize(
    ("purpose", "states"),
    [
        (RunPurpose.PILOT, {State.PILOTING}),
        (RunPurpose.TIMING, {State.PILOTING, State.RUNNING}),
        (RunPurpose.MAIN, {State.RUNNING}),
        (RunPurpose.REPEAT, {State.RUNNING}),
    ],
)
def test_r6_5_each_purpose_of_a_run_has_its_states(purpose: RunPurpose, states: set[State]) -> None:
    assert states_where(lambda state: can_run(state, purpose)) == states
    with pytest.raises(NotAllowed):
        check_run(State.DRAFT, purpose)


def test_r5_2_goal_and_plan_change_only_in_a_draft_or_an_open_amendment() -> None:
    assert states_where(can_edit) == {State.DRAFT}
    assert states_where(lambda state: can_edit(state, amendment_open=True)) == {
        State.DRAFT,
        State.APPROVED,
        State.PILOTING,
        State.DECIDING,
        State.RUNNING,
    }
    with pytest.raises(NotAllowed, match="Withdraw it to change it"):
        check_editable(State.SUBMITTED)
    with pytest.raises(NotAllowed, match="new plan version"):
        check_editable(State.RUNNING)
    with pytest.raises(NotAllowed, match=r"closed\. Its goal and plan no longer change"):
        check_editable(State.CLOSED, amendment_open=True)


def test_r5_2_a_later_plan_version_needs_an_approved_plan() -> None:
    assert states_where(can_amend) == {State.APPROVED, State.PILOTING, State.DECIDING, State.RUNNING}
    check_amendable(State.RUNNING)
    with pytest.raises(NotAllowed, match="needs an approved plan"):
        check_amendable(State.SUBMITTED)


def test_r4_8_a_revisited_campaign_has_no_approved_plan_again() -> None:
    assert check_transition(State.DECIDING, Action.APPROVE_REVISIT) is State.DRAFT
    assert states_where(is_plan_approved) == set(State) - {State.DRAFT, State.SUBMITTED, State.CANCELLED}


def test_r11_5_nothing_is_recorded_after_closing_or_cancelling() -> None:
    assert states_where(can_record) == set(State) - {State.CLOSED, State.CANCELLED}
    check_recordable(State.CLOSING)
    with pytest.raises(NotAllowed, match="correction records"):
        check_recordable(State.CLOSED)


def test_r3_8_the_drawing_shows_every_way_once() -> None:
    drawing = draw()
    assert drawing == draw()
    lines = drawing.splitlines()
    assert lines[:3] == ["stateDiagram-v2", "    [*] --> draft", "    draft --> submitted: submit"]
    assert "    deciding --> draft: approve to revisit" in lines
    assert lines[-2:] == ["    closed --> [*]", "    cancelled --> [*]"]
    assert len(lines) == len(set(lines)) == 2 + len(ACTIONS) + 2


def test_r6_5_a_state_read_from_a_table_as_text_follows_the_same_rules() -> None:
    text: object = "running"
    as_stored = cast(State, text)
    assert can_run_main(as_stored)
    assert actions_from(as_stored) == (Action.START_CLOSING, Action.CANCEL)
    assert can_edit(cast(State, "draft"))
    with pytest.raises(NotAllowed) as refused:
        check_editable(as_stored)
    assert refused.value.message.values == {"state": State.RUNNING}
