"""The states of a campaign and the ways between them (domain.md, "States of a campaign")."""

from campaigns.domain.vocabulary import CampaignState as State

TRANSITIONS: dict[State, frozenset[State]] = {
    State.DRAFT: frozenset({State.SUBMITTED, State.CANCELLED}),
    State.SUBMITTED: frozenset({State.APPROVED, State.DRAFT, State.CANCELLED}),
    State.APPROVED: frozenset({State.PILOTING, State.CANCELLED}),
    State.PILOTING: frozenset({State.DECIDING, State.CANCELLED}),
    State.DECIDING: frozenset({State.RUNNING, State.DRAFT, State.PILOTING, State.CANCELLED}),
    State.RUNNING: frozenset({State.CLOSING, State.CANCELLED}),
    State.CLOSING: frozenset({State.CLOSED, State.CANCELLED}),
    State.CLOSED: frozenset(),
    State.CANCELLED: frozenset(),
}
