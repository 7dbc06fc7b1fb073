"""How far each part of a campaign is: the task list on its home, in four statuses.

Apps above this one add their own parts when they are ready: ``register_source`` for the list, ``register_blockers``
for what keeps a campaign from being closed (R11.5).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.urls import reverse

from campaigns.domain.vocabulary import CampaignState
from campaigns.models import Campaign
from campaigns.queries.stage_facts import StageFacts, facts_of
from campaigns.queries.stage_rules import RULES, Standing
from teams.domain.message import Message

ORDER = (
    "goal", "variants", "stop-rules", "schedule", "packages", "baseline", "pilot", "decision", "runs",
    "dossier", "budget", "close-out",
)  # fmt: skip
ENDED = frozenset({CampaignState.CLOSED, CampaignState.CANCELLED})


@dataclass(frozen=True)
class Stage:
    """One part of the campaign; ``reason`` says why it cannot start yet, ``hint`` how far it is."""

    key: str
    title: Message
    url: str
    status: str
    reason: Message | None = None
    hint: Message | None = None


@dataclass(frozen=True)
class Blocker:
    """One thing that keeps a campaign from being closed, and where it is mended."""

    message: Message
    url: str


Source = Callable[[Campaign], Iterable[Stage]]
Blocking = Callable[[Campaign], Iterable[Blocker]]
sources: list[Source] = []
blocking_sources: list[Blocking] = []


def register_source(source: Source) -> None:
    """Add parts of an app above this one to every task list. Call it once, when the app is ready."""
    if source not in sources:
        sources.append(source)


def register_blockers(source: Blocking) -> None:
    """Add what an app above this one still misses before closing. Call it once, when the app is ready."""
    if source not in blocking_sources:
        blocking_sources.append(source)


def stages_of(campaign: Campaign) -> tuple[Stage, ...]:
    """All parts in their order."""
    facts = facts_of(campaign)
    found = [_stage(facts, key) for key in RULES]
    found += [stage for source in sources for stage in source(campaign)]
    return tuple(sorted(found, key=lambda stage: ORDER.index(stage.key)))


def statuses(stages: Iterable[Stage]) -> dict[str, str]:
    """The statuses by the names that the campaign's header asks for."""
    return {stage.key.replace("-", "_"): stage.status for stage in stages}


def blockers_of(campaign: Campaign) -> tuple[Blocker, ...]:
    """Everything that keeps the campaign from being closed, as the apps above say it."""
    return tuple(blocker for source in blocking_sources for blocker in source(campaign))


def _stage(facts: StageFacts, key: str) -> Stage:
    title, rule = RULES[key]
    standing: Standing = rule(facts)
    return Stage(
        key=key,
        title=Message(title),
        url=reverse(f"campaigns:{key}", args=[facts.campaign.pk]),
        status=standing.status,
        reason=standing.reason,
        hint=standing.hint,
    )
