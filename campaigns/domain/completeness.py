"""Phases that a plan forgot, each with the reason why it is usually forgotten (R3.6).

Worked: the worked campaign has every phase but transfer and wipe.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from campaigns.domain.steps import Step
from campaigns.domain.vocabulary import Phase
from teams.domain.message import Message, gettext_noop

USUALLY_FORGOTTEN: Mapping[Phase, str] = {
    Phase.LOAD: gettext_noop(
        "Loading the model looks like part of starting the script, yet every batch does it anew, and a large "
        "model can take as long as a short run."
    ),
    Phase.DATA_CHECK: gettext_noop(
        "The data was right on the machine it came from; truncated, reordered or half-copied files only show "
        "on the rented one."
    ),
    Phase.PILOT: gettext_noop(
        "The pilot seems to cost time that training could use; without it every duration of the plan stays "
        "a guess."
    ),
    Phase.DECIDE: gettext_noop(
        "Nobody plans the hour in which a lead reads the pilot and decides, and the lanes stand still "
        "meanwhile."
    ),
    Phase.LONG_INPUTS: gettext_noop(
        "Typical inputs hide the long ones, which need more memory and time and may be cut off without a word."
    ),
    Phase.VALIDATE: gettext_noop(
        "Validation is counted as part of training, yet it runs after it, on every variant, on the same lane."
    ),
    Phase.REPEAT_CHECK: gettext_noop(
        "One result per variant looks like an answer until the same configuration gives another one."
    ),
    Phase.WRITE_OUTPUTS: gettext_noop(
        "Predictions for the whole corpus are written after the last metric is known, when the plan seems over."
    ),
    Phase.CHECKPOINT: gettext_noop(
        "Training stands still while a checkpoint is written, and the time is missing from the speed that was "
        "measured before."
    ),
    Phase.TRANSFER: gettext_noop(
        "A copy that stays on the rented machine is gone with it; bringing one elsewhere takes the link for as "
        "long as its size says."
    ),
    Phase.RESTORE: gettext_noop(
        "A backup counts only when it was loaded again in a new process, and that is the part that nobody tries."
    ),
    Phase.RELOAD_CHECK: gettext_noop(
        "Files that exist are taken for files that work; only loading them again in a new process shows it, "
        "while the machine is still there."
    ),
    Phase.RETRIEVE: gettext_noop(
        "The way home is planned as if it took no time, and what is not home when the window closes is lost."
    ),
    Phase.WIPE: gettext_noop(
        "Secrets and data stay on a machine that the next customer gets, since the plan ended with the download."
    ),
}


@dataclass(frozen=True)
class Forgotten:
    """A phase without a step, and why it is usually forgotten."""

    phase: Phase
    reason: Message


def forgotten_phases(
    steps: Sequence[Step], not_needed: Collection[Phase] = frozenset()
) -> tuple[Forgotten, ...]:
    """Name the phases that no step has and that nobody has marked, with a reason, as not needed."""
    present = {step.phase for step in steps} | set(not_needed)
    return tuple(
        Forgotten(phase, Message(reason))
        for phase, reason in USUALLY_FORGOTTEN.items()
        if phase not in present
    )
