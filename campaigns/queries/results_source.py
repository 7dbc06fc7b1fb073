"""Which results count is computed by an app above this one; it says so here when it is ready (R9.2)."""

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.domain.vocabulary import CampaignKind
from campaigns.models import Campaign
from pricing.domain.money import Money, Undefined


@dataclass(frozen=True)
class ResultFigures:
    """Runs, distinct deliverables and accepted ones, and the rental share of an accepted one per currency.

    Worked: 47.14 USD and two accepted are 23.57 USD each; with none accepted the share is undefined (R9.3).
    """

    runs: int
    distinct: int
    accepted: int
    shares: tuple[Money | Undefined, ...]


Source = Callable[[Campaign], ResultFigures]
sources: list[Source] = []


def register_results(source: Source) -> None:
    """Say who computes the figures. Call it once, when the app is ready."""
    sources[:] = [source]


def result_figures_of(campaign: Campaign) -> ResultFigures | None:
    """The figures of a campaign; None when no app computes them."""
    return sources[0](campaign) if sources else None


def has_no_unit(campaign: Campaign) -> bool:
    """Say whether a share per result would invent a unit: a research decision has none (R9.4)."""
    return campaign.kind == CampaignKind.RESEARCH_DECISION
