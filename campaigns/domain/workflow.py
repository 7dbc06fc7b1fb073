"""States of a campaign, actions between them, and what each state allows (domain.md, "States of a campaign").

Each policy is a pair: ``check_x`` raises ``NotAllowed`` with the sentence, ``can_x`` answers, so that a button
and its action share one rule. Who may act is a permission of teams, not of a state. A state that comes from a
table as plain text is as good as a member of the enumeration.

Worked: main runs are refused in ``deciding`` and allowed in ``running``, which only an approved decision reaches.
"""

from collections.abc import Callable
from enum import StrEnum

from campaigns.domain.vocabulary import CampaignState as State
from campaigns.domain.vocabulary import ProposalKind, RunPurpose
from teams.domain.message import Message, gettext_noop


class Action(StrEnum):
    """What people do to move a campaign; a withdrawal sends back in the same way."""

    SUBMIT = "submit"
    SEND_BACK = "send back"
    APPROVE = "approve"
    START_PILOT = "start the pilot"
    PROPOSE = "propose"
    SEND_BACK_PROPOSAL = "send the proposal back"
    APPROVE_CONTINUE = "approve to continue"
    APPROVE_REDUCE = "approve to reduce"
    APPROVE_REVISIT = "approve to revisit"
    START_CLOSING = "start closing"
    CLOSE = "close"
    CANCEL = "cancel"


ACTIONS: dict[tuple[State, Action], State] = {
    (State.DRAFT, Action.SUBMIT): State.SUBMITTED,
    (State.SUBMITTED, Action.SEND_BACK): State.DRAFT,
    (State.SUBMITTED, Action.APPROVE): State.APPROVED,
    (State.APPROVED, Action.START_PILOT): State.PILOTING,
    (State.PILOTING, Action.PROPOSE): State.DECIDING,
    (State.DECIDING, Action.SEND_BACK_PROPOSAL): State.PILOTING,
    (State.DECIDING, Action.APPROVE_CONTINUE): State.RUNNING,
    (State.DECIDING, Action.APPROVE_REDUCE): State.RUNNING,
    (State.DECIDING, Action.APPROVE_REVISIT): State.DRAFT,
    (State.RUNNING, Action.START_CLOSING): State.CLOSING,
    (State.CLOSING, Action.CLOSE): State.CLOSED,
    (State.DRAFT, Action.CANCEL): State.CANCELLED,
    (State.SUBMITTED, Action.CANCEL): State.CANCELLED,
    (State.APPROVED, Action.CANCEL): State.CANCELLED,
    (State.PILOTING, Action.CANCEL): State.CANCELLED,
    (State.DECIDING, Action.CANCEL): State.CANCELLED,
    (State.RUNNING, Action.CANCEL): State.CANCELLED,
    (State.CLOSING, Action.CANCEL): State.CANCELLED,
}

TRANSITIONS: dict[State, frozenset[State]] = {
    state: frozenset(target for (source, _), target in ACTIONS.items() if source == state) for state in State
}
"""The same ways without their names: the database guards these."""

APPROVALS = {
    ProposalKind.CONTINUE: Action.APPROVE_CONTINUE,
    ProposalKind.REDUCE: Action.APPROVE_REDUCE,
    ProposalKind.REVISIT: Action.APPROVE_REVISIT,
}

UNDER_APPROVED_PLAN = frozenset({State.APPROVED, State.PILOTING, State.DECIDING, State.RUNNING})
RUNS_ALLOWED: dict[RunPurpose, frozenset[State]] = {
    RunPurpose.PILOT: frozenset({State.PILOTING}),
    RunPurpose.TIMING: frozenset({State.PILOTING, State.RUNNING}),
    RunPurpose.MAIN: frozenset({State.RUNNING}),
    RunPurpose.REPEAT: frozenset({State.RUNNING}),
}
ENDED = frozenset({State.CLOSED, State.CANCELLED})


class NotAllowed(Exception):
    """The state of a campaign does not allow this; the message says what to do instead."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def check_transition(state: State, action: Action) -> State:
    """Answer the state that the action leads to, or refuse: ``draft`` and ``submit`` give ``submitted``."""
    target = ACTIONS.get((state, action))
    if target is None:
        text = gettext_noop('This campaign is %(state)s: the action "%(action)s" is not possible now.')
        raise NotAllowed(Message(text, {"state": State(state), "action": Action(action)}))
    return target


def can_transition(state: State, action: Action) -> bool:
    """Say whether the state allows the action."""
    return (state, action) in ACTIONS


def actions_from(state: State) -> tuple[Action, ...]:
    """List the actions that the state allows, in their usual order."""
    return tuple(action for source, action in ACTIONS if source == state)


def check_main_run(state: State) -> None:
    """Refuse a main run until the pilot decision is approved (R6.5), and again once closing has begun."""
    check_run(state, RunPurpose.MAIN)


def can_run_main(state: State) -> bool:
    """Say whether main runs are allowed."""
    return _answers(lambda: check_main_run(state))


def check_run(state: State, purpose: RunPurpose) -> None:
    """Refuse a run whose purpose has no place in this state (R6.5, R7.1)."""
    if state in RUNS_ALLOWED[purpose]:
        return
    if State.RUNNING in RUNS_ALLOWED[purpose] and state not in {State.CLOSING, *ENDED}:
        text = gettext_noop(
            "A run with the purpose %(purpose)s waits for the approved pilot decision. "
            "This campaign is %(state)s."
        )
    else:
        text = gettext_noop(
            "A run with the purpose %(purpose)s is not possible while the campaign is %(state)s."
        )
    raise NotAllowed(Message(text, {"state": State(state), "purpose": RunPurpose(purpose)}))


def can_run(state: State, purpose: RunPurpose) -> bool:
    """Say whether runs of the purpose are allowed."""
    return state in RUNS_ALLOWED[purpose]


def check_editable(state: State, amendment_open: bool = False) -> None:
    """Refuse a change of goal or plan outside a draft or an open amendment of an approved one (R5.2)."""
    if state == State.DRAFT or (amendment_open and state in UNDER_APPROVED_PLAN):
        return
    if state == State.SUBMITTED:
        text = gettext_noop("This plan waits for approval. Withdraw it to change it.")
    elif state in UNDER_APPROVED_PLAN:
        text = gettext_noop(
            "This plan is approved. A change is a new plan version: start one, and have it approved."
        )
    else:
        text = gettext_noop("This campaign is %(state)s. Its goal and plan no longer change.")
    raise NotAllowed(Message(text, {"state": State(state)}))


def can_edit(state: State, amendment_open: bool = False) -> bool:
    """Say whether goal and plan can be changed."""
    return _answers(lambda: check_editable(state, amendment_open))


def check_amendable(state: State) -> None:
    """Refuse a later plan version where no plan is approved or the work is over (R5.2)."""
    if state not in UNDER_APPROVED_PLAN:
        text = gettext_noop("A later plan version needs an approved plan. This campaign is %(state)s.")
        raise NotAllowed(Message(text, {"state": State(state)}))


def can_amend(state: State) -> bool:
    """Say whether a later plan version can be started."""
    return state in UNDER_APPROVED_PLAN


def is_plan_approved(state: State) -> bool:
    """Say whether an approved plan stands behind the campaign: an order is not before approval (R4.8)."""
    return state in UNDER_APPROVED_PLAN or state in {State.CLOSING, State.CLOSED}


def check_recordable(state: State) -> None:
    """Refuse new records once the campaign has ended; corrections and editions have their own rules (R11.5)."""
    if state in ENDED:
        text = gettext_noop(
            "This campaign is %(state)s. It changes only by correction records or a reopened edition."
        )
        raise NotAllowed(Message(text, {"state": State(state)}))


def can_record(state: State) -> bool:
    """Say whether orders, expenses, runs' ends, files and time can still be recorded."""
    return state not in ENDED


def draw() -> str:
    """Draw states and actions as a Mermaid diagram, the same text every time."""
    lines = ["stateDiagram-v2", f"    [*] --> {State.DRAFT}"]
    lines += [f"    {source} --> {target}: {action}" for (source, action), target in ACTIONS.items()]
    lines += [f"    {state} --> [*]" for state in State if state in ENDED]
    return "\n".join(lines) + "\n"


def _answers(check: Callable[[], object]) -> bool:
    try:
        check()
    except NotAllowed:
        return False
    return True
