"""When a part of a campaign cannot start yet, is not started, in progress or complete."""

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.domain.schedule import find_impossible
from campaigns.domain.vocabulary import CampaignState as State
from campaigns.queries.stage_facts import StageFacts
from teams.domain.message import Message, gettext_noop

CANNOT_START = gettext_noop("cannot start yet")
NOT_STARTED = gettext_noop("not started")
IN_PROGRESS = gettext_noop("in progress")
COMPLETE = gettext_noop("complete")
PATH = (
    State.DRAFT,
    State.SUBMITTED,
    State.APPROVED,
    State.PILOTING,
    State.DECIDING,
    State.RUNNING,
    State.CLOSING,
    State.CLOSED,
)


@dataclass(frozen=True)
class Standing:
    """A status, with why it cannot start or how far it is."""

    status: str
    reason: Message | None = None
    hint: Message | None = None


def _cannot(text: str, **values: object) -> Standing:
    return Standing(CANNOT_START, reason=Message(text, values))


def _is(status: str, text: str = "", **values: object) -> Standing:
    return Standing(status, hint=Message(text, values) if text else None)


def _reached(facts: StageFacts, state: State) -> bool:
    """Say whether the campaign came as far as a state; a cancelled one stays where its plan was."""
    if facts.state is State.CANCELLED:
        return facts.versions > 0 and state in (State.SUBMITTED, State.APPROVED)
    return PATH.index(facts.state) >= PATH.index(state)


def _goal(facts: StageFacts) -> Standing:
    missing = [item for item in facts.readiness.missing if not item.is_about_variants]
    if not missing:
        return _is(COMPLETE)
    if not facts.goal_rows and not facts.campaign.question:
        return _is(
            NOT_STARTED, gettext_noop("What somebody will be able to choose, and what ends the campaign.")
        )
    text = gettext_noop("Still missing: %(count)s. First: %(first)s")
    return _is(IN_PROGRESS, text, count=len(missing), first=missing[0].message)


def _variants(facts: StageFacts) -> Standing:
    missing = [item for item in facts.readiness.missing if item.is_about_variants]
    if not facts.variants:
        return _is(NOT_STARTED, gettext_noop("The control, and what is compared with it."))
    if missing:
        return _is(IN_PROGRESS, gettext_noop("First: %(first)s"), first=missing[0].message)
    if facts.variants == 1:
        return _is(IN_PROGRESS, gettext_noop("Only the control so far."))
    return _is(COMPLETE, gettext_noop("Control and variants: %(count)s."), count=facts.variants)


def _stop_rules(facts: StageFacts) -> Standing:
    if not facts.rules:
        return _is(NOT_STARTED, gettext_noop("What stops a run, fixed before the test."))
    return _is(COMPLETE, gettext_noop("Rules: %(count)s."), count=facts.rules)


def _schedule(facts: StageFacts) -> Standing:
    if not facts.steps:
        return _is(NOT_STARTED, gettext_noop("The steps from first preparation to files at home."))
    if problems := find_impossible(facts.steps):
        return Standing(IN_PROGRESS, hint=problems[0].message)
    return _is(COMPLETE, gettext_noop("Steps: %(count)s."), count=len(facts.steps))


def _packages(facts: StageFacts) -> Standing:
    if not facts.steps:
        return _cannot(gettext_noop("The schedule has no steps yet."))
    if facts.campaign.window_package is None:
        return _is(NOT_STARTED, gettext_noop("No package is chosen."))
    return _is(COMPLETE, gettext_noop("Planned on %(package)s."), package=facts.campaign.window_package.sku)


def _baseline(facts: StageFacts) -> Standing:
    if facts.state is State.SUBMITTED or facts.waiting:
        return _is(IN_PROGRESS, gettext_noop("Waits for a lead's approval."))
    if facts.campaign.amendment_open:
        text = gettext_noop("A later version is being prepared; version %(number)s is in force.")
        return _is(IN_PROGRESS, text, number=facts.versions)
    if facts.versions and facts.state is not State.DRAFT:
        return _is(COMPLETE, gettext_noop("Version %(number)s is approved."), number=facts.versions)
    if facts.readiness.missing:
        text = gettext_noop("The goal is not ready: %(first)s")
        return _cannot(text, first=facts.readiness.missing[0].message)
    if not facts.steps or facts.campaign.window_package is None:
        return _cannot(gettext_noop("The schedule and its package come first."))
    return _is(NOT_STARTED, gettext_noop("Everything is here. Check it and submit it."))


def _pilot(facts: StageFacts) -> Standing:
    if not _reached(facts, State.APPROVED):
        return _cannot(gettext_noop("The plan is not approved yet."))
    if facts.state is State.APPROVED:
        return _is(NOT_STARTED, gettext_noop("Order the machine, then start the pilot."))
    if _reached(facts, State.DECIDING):
        return _is(COMPLETE)
    return _is(IN_PROGRESS, gettext_noop("Measured durations: %(count)s."), count=facts.measurements)


def _decision(facts: StageFacts) -> Standing:
    if facts.state is State.DECIDING:
        return _is(IN_PROGRESS, gettext_noop("A proposal waits for a lead."))
    if _reached(facts, State.RUNNING):
        return _is(COMPLETE)
    if facts.state is State.PILOTING:
        return _is(NOT_STARTED, gettext_noop("Propose: continue, reduce, or revisit the question."))
    return _cannot(gettext_noop("The pilot comes first."))


def _runs(facts: StageFacts) -> Standing:
    if facts.runs:
        done = _reached(facts, State.CLOSING) and not facts.open_runs
        text = gettext_noop("Runs: %(count)s, without an end: %(open)s.")
        return _is(COMPLETE if done else IN_PROGRESS, text, count=facts.runs, open=facts.open_runs)
    if _reached(facts, State.PILOTING):
        return _is(NOT_STARTED, gettext_noop("No run is recorded."))
    return _cannot(gettext_noop("Runs begin with the pilot, after the plan is approved."))


def _budget(facts: StageFacts) -> Standing:
    if not facts.orders and not facts.expenses:
        return _is(NOT_STARTED, gettext_noop("Nothing is ordered yet."))
    text = gettext_noop("Orders: %(orders)s, other expenses: %(expenses)s.")
    ended = facts.state in (State.CLOSED, State.CANCELLED)
    status = COMPLETE if ended else IN_PROGRESS
    return _is(status, text, orders=facts.orders, expenses=facts.expenses)


RULES: dict[str, tuple[str, Callable[[StageFacts], Standing]]] = {
    "goal": (gettext_noop("Goal"), _goal),
    "variants": (gettext_noop("Variants"), _variants),
    "stop-rules": (gettext_noop("Stop rules"), _stop_rules),
    "schedule": (gettext_noop("Schedule"), _schedule),
    "packages": (gettext_noop("Packages"), _packages),
    "baseline": (gettext_noop("Baseline"), _baseline),
    "pilot": (gettext_noop("Pilot"), _pilot),
    "decision": (gettext_noop("Decision"), _decision),
    "runs": (gettext_noop("Runs"), _runs),
    "budget": (gettext_noop("Budget"), _budget),
}
"""Each part with its title and its rule."""
