"""What the statuses of a campaign's parts depend on, asked once."""

from dataclasses import dataclass

from django.db.models import Count, Q

from campaigns.domain.run_states import DECLARED_LOST
from campaigns.domain.run_states import ENDED as ENDED_RUNS
from campaigns.domain.schedule import Step
from campaigns.domain.vocabulary import CampaignState
from campaigns.models import Campaign
from campaigns.queries.goal import Readiness, readiness_of
from campaigns.queries.plan import steps_of


@dataclass(frozen=True)
class StageFacts:
    """Counts and answers about one campaign."""

    campaign: Campaign
    state: CampaignState
    readiness: Readiness
    steps: tuple[Step, ...]
    goal_rows: int
    variants: int
    rules: int
    versions: int
    waiting: int
    measurements: int
    runs: int
    open_runs: int
    orders: int
    expenses: int


def facts_of(campaign: Campaign) -> StageFacts:
    """Ask for everything. The number of queries does not depend on how much there is."""
    ended = Q(state__in=[state.value for state in ENDED_RUNS]) | Q(reported_end=DECLARED_LOST)
    runs = campaign.runs.aggregate(all=Count("pk"), open=Count("pk", filter=~ended))
    plans = campaign.submissions.aggregate(
        approved=Count("version"), waiting=Count("pk", filter=Q(version=None, sent_back=None))
    )
    lists = (campaign.choices, campaign.outcomes, campaign.checks, campaign.deliverables, campaign.corpora)
    return StageFacts(
        campaign=campaign,
        state=CampaignState(campaign.state),
        readiness=readiness_of(campaign),
        steps=steps_of(campaign),
        goal_rows=sum(rows.count() for rows in lists),
        variants=campaign.variants.filter(dropped_at=None).count(),
        rules=campaign.stop_rules.count(),
        versions=plans["approved"],
        waiting=plans["waiting"],
        measurements=campaign.measurements.count(),
        runs=runs["all"],
        open_runs=runs["open"],
        orders=campaign.order_shares.count(),
        expenses=campaign.expenses.count(),
    )
