"""The steps of a campaign's life that the examples share, each by the service that people use."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from campaigns.domain.campaign_file import CampaignFile
from campaigns.domain.vocabulary import ProposalKind, RunPurpose, RunState
from campaigns.models import Campaign, DecisionOutcome, Order, OrderEvent, Run, TimeEntry
from campaigns.services.campaign_file import read_campaign_file
from campaigns.services.decisions import decide, propose
from campaigns.services.imports import import_campaign
from campaigns.services.orders import record_order, record_order_event
from campaigns.services.pilot import record_measurement, start_pilot
from campaigns.services.plans import approve_plan, submit_plan
from campaigns.services.runs import News, record_run, report
from campaigns.services.time_entries import record_time
from dossier.services.closing import save_notes
from pricing.queries.catalogue import packages_for
from teams.models import Person, Team

EXAMPLES = Path(__file__).resolve().parents[2] / "campaigns" / "examples"
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Cast:
    """Whose examples they are, who plans and who decides, and the moment they are made at."""

    team: Team
    planner: Person
    lead: Person
    password: str
    now: datetime

    def hours_ago(self, hours: float) -> datetime:
        """A moment before now, on a whole minute."""
        return (self.now - hours * HOUR).replace(second=0, microsecond=0)


def worked_file() -> CampaignFile:
    """The worked campaign as its file says it."""
    path = EXAMPLES / "worked-campaign.json"
    return read_campaign_file(path.read_text("utf-8"), path.name)


def fresh(campaign: Campaign) -> Campaign:
    """The campaign as it stands now."""
    return Campaign.objects.select_related("team", "window_package").get(pk=campaign.pk)


def imported(cast: Cast, document: CampaignFile, state: str, hours_ago: float) -> Campaign:
    """A draft from the file, titled by the state that it is to show."""
    titled = replace(document, title=f"{state}: {document.title}")
    identifiers = (EXAMPLES / "worked-corpus-ids.txt").read_bytes()
    campaign = import_campaign(
        team=cast.team,
        document=titled,
        by=cast.planner,
        now=cast.hours_ago(hours_ago),
        identifiers=identifiers,
    )
    return fresh(campaign)


def submitted(cast: Cast, campaign: Campaign, hours_ago: float) -> Campaign:
    """Hand the plan in."""
    submit_plan(
        campaign=campaign,
        by=cast.planner,
        now=cast.hours_ago(hours_ago),
        seen_state=campaign.state,
        seen_revision=campaign.revision,
        note="The plan leaves 24 h of the window unused; that is the reserve.",
        priced_on=cast.now.date(),
    )
    return fresh(campaign)


def piloted(cast: Cast, campaign: Campaign, hours_ago: float) -> Campaign:
    """Have the plan approved, and start the pilot."""
    campaign = submitted(cast, campaign, hours_ago)
    approve_plan(
        submission=campaign.submissions.get(),
        by=cast.lead,
        now=cast.hours_ago(hours_ago - 1),
        password=cast.password,
        note="One batch, and no more than the ceiling.",
    )
    start_pilot(campaign=campaign, by=cast.planner, now=cast.hours_ago(hours_ago - 2))
    return fresh(campaign)


def measured(cast: Cast, campaign: Campaign, minutes: dict[str, int], hours_ago: float) -> Campaign:
    """Record measured durations of the pilot."""
    for key, taken in minutes.items():
        record_measurement(
            campaign=campaign,
            step=campaign.steps.get(key=key),
            minutes=taken,
            source="pilot log; trainings scaled from 100 measured steps",
            by=cast.planner,
            now=cast.hours_ago(hours_ago),
        )
    return fresh(campaign)


def decided(cast: Cast, campaign: Campaign, hours_ago: float, kind: ProposalKind) -> Campaign:
    """Run the pilot to its decision."""
    campaign = piloted(cast, campaign, hours_ago)
    campaign = measured(cast, campaign, {"load": 55, "pilot": 125}, hours_ago - 3)
    dropped = {
        campaign.variants.get(identifier="V2"): "It is optional and could not change the choice any more."
    }
    proposal = propose(
        campaign=campaign,
        kind=kind,
        reason="The pilot confirms the assumptions.",
        would_change="An accuracy of adapter A below 0.72.",
        drops=dropped if kind is ProposalKind.REDUCE else {},
        by=cast.planner,
        now=cast.hours_ago(hours_ago - 4),
        priced_on=cast.now.date(),
    )
    decide(
        proposal=proposal,
        outcome=DecisionOutcome.APPROVED,
        reason="The reserve covers what the pilot did not measure.",
        password=cast.password,
        seen_hash=proposal.evidence_hash,
        by=cast.lead,
        now=cast.hours_ago(hours_ago - 5),
    )
    return fresh(campaign)


def ordered(cast: Cast, campaign: Campaign, reference: str, hours_ago: float) -> Order:
    """Order one batch of the chosen package and have it delivered."""
    package = campaign.window_package
    assert package is not None
    price = next(
        price for row, price, _value in packages_for(cast.team, on=cast.now.date()) if row == package
    )
    assert price is not None
    assert price.amount is not None
    order = Order(
        campaign=campaign,
        package=package,
        price=price,
        amount=Decimal(price.amount),
        currency=price.currency,
        reference=reference,
        ordered_at=cast.hours_ago(hours_ago),
    )
    record_order(order=order, by=cast.lead, now=cast.hours_ago(hours_ago))
    delivered = OrderEvent(order=order, kind="delivered", at=cast.hours_ago(hours_ago - 1))
    record_order_event(event=delivered, by=cast.planner, now=cast.hours_ago(hours_ago - 1))
    return order


def started(
    cast: Cast, campaign: Campaign, order: Order, step: str, hours_ago: float, purpose: RunPurpose
) -> Run:
    """Start a run of a step."""
    row = campaign.steps.select_related("variant").get(key=step)
    assert row.variant is not None
    run = Run(
        campaign=campaign,
        variant=row.variant,
        step=row,
        purpose=purpose.value,
        order=order,
        lane=0,
        seed=0,
        state=RunState.RUNNING.value,
        started_at=cast.hours_ago(hours_ago),
    )
    return record_run(run=run, by=cast.planner, now=cast.hours_ago(hours_ago))


def finished(
    cast: Cast,
    campaign: Campaign,
    order: Order,
    step: str,
    begun_ago: float,
    hours: float,
    metrics: dict[str, str],
) -> Run:
    """Run a step to its end."""
    run = started(cast, campaign, order, step, begun_ago, RunPurpose.MAIN)
    news = News(
        state=RunState.FINISHED,
        ended_at=cast.hours_ago(begun_ago - hours),
        metrics=metrics,
        files_at=f"outputs/{run.variant.identifier}",
    )
    return report(run=run, news=news, by=cast.planner, now=cast.hours_ago(begun_ago - hours))


def time_taken(cast: Cast, campaign: Campaign, minutes: dict[str, int], hours_ago: float) -> None:
    """Record time that people and transfers took."""
    at = cast.hours_ago(hours_ago)
    today: date = at.date()
    for key, taken in minutes.items():
        entry = TimeEntry(campaign=campaign, step=campaign.steps.get(key=key), minutes=taken, worked_on=today)
        record_time(entry=entry, by=cast.planner, now=at, today=today)


def concluded(cast: Cast, campaign: Campaign, conclusion: str, choice: str) -> None:
    """Write the conclusion."""
    save_notes(
        campaign=campaign,
        conclusion=conclusion,
        choice=campaign.choices.get(text=choice),
        uncertainties="Only one seed of each configuration was run.",
        files_kept_at="The team's storage, folder of this campaign; a second copy at another place.",
        by=cast.planner,
        now=cast.hours_ago(45 if choice == "adopt adapter A" else 34),
    )
