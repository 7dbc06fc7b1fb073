"""The portfolio of a person, and what stands on top of a campaign's home."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from campaigns.domain.vocabulary import CampaignState
from campaigns.models import Campaign, OrderEventKind, OrderShare
from campaigns.queries.budget import committed_rental, expense_total, window_end
from campaigns.queries.goal import goal_from_rows, readiness_from, with_goal
from campaigns.queries.scope import campaigns_of
from campaigns.queries.stage_rules import COMPLETE
from campaigns.queries.stages import Blocker, Stage, blockers_of, stages_of
from pricing.domain.money import Money
from teams.domain.message import Message, gettext_noop
from teams.domain.roles import Permission, Role, permits
from teams.models import Membership, Person

NEXT_STEP = {
    CampaignState.SUBMITTED: gettext_noop("A lead approves the plan or sends it back."),
    CampaignState.APPROVED: gettext_noop("Order the machine, then start the pilot."),
    CampaignState.PILOTING: gettext_noop("Record the pilot's measurements, then propose what to do."),
    CampaignState.DECIDING: gettext_noop("A lead decides on the proposal."),
    CampaignState.RUNNING: gettext_noop("Record the runs until each has ended."),
    CampaignState.CLOSING: gettext_noop("Write the conclusion and issue the close-out."),
    CampaignState.CLOSED: gettext_noop("Nothing: the close-out is issued."),
    CampaignState.CANCELLED: gettext_noop("Nothing more is run; its records and costs stay."),
}
NEXT_DECISION = {
    CampaignState.DRAFT: gettext_noop("None waits: the plan is being written."),
    CampaignState.SUBMITTED: gettext_noop("Approval of the plan, by a lead."),
    CampaignState.APPROVED: gettext_noop("The pilot decision, after the pilot."),
    CampaignState.PILOTING: gettext_noop("The pilot decision: continue, reduce, or revisit the question."),
    CampaignState.DECIDING: gettext_noop("The pilot decision waits for a lead."),
    CampaignState.RUNNING: gettext_noop("The conclusion, once every run has ended."),
    CampaignState.CLOSING: gettext_noop("The conclusion: which choice follows from the results."),
}
WAITING = frozenset({CampaignState.SUBMITTED, CampaignState.DECIDING})


@dataclass(frozen=True)
class PortfolioRow:
    """One campaign in the list."""

    campaign: Campaign
    next_step: Message
    window_ends_at: datetime | None
    waits_for_me: bool


@dataclass(frozen=True)
class PortfolioGroup:
    """The campaigns in one state."""

    state: CampaignState
    rows: tuple[PortfolioRow, ...]


@dataclass(frozen=True)
class Home:
    """What a campaign's home shows."""

    stages: tuple[Stage, ...]
    blocks: Message
    blocks_url: str
    window_ends_at: datetime | None
    rental: tuple[Money, ...]
    expenses: tuple[Money, ...]
    next_decision: Message


def portfolio(person: Person, wanted: str = "") -> tuple[PortfolioGroup, ...]:
    """The person's campaigns by state, in the order of the states. The number of queries is fixed."""
    campaigns = campaigns_of(person)
    if words := wanted.strip():
        found = Q(title__icontains=words) | Q(question__icontains=words)
        number = words.upper().removeprefix("C")
        if number.isascii() and number.isdigit() and len(number) < 10:
            found |= Q(pk=int(number))
        campaigns = campaigns.filter(found)
    rows = list(campaigns)
    steps = _next_steps(rows)
    ends = _window_ends(rows)
    leads = _teams_that_they_lead(person)
    groups = {state: [row for row in rows if row.state == state] for state in CampaignState}
    return tuple(
        PortfolioGroup(
            state,
            tuple(
                PortfolioRow(row, steps[row.pk], ends.get(row.pk), state in WAITING and row.team_id in leads)
                for row in members
            ),
        )
        for state, members in groups.items()
        if members
    )


def home(campaign: Campaign) -> Home:
    """What a person who comes to the campaign sees first."""
    stages = stages_of(campaign)
    blocks, url = _blocking_sentence(campaign, stages)
    state = CampaignState(campaign.state)
    return Home(
        stages=stages,
        blocks=blocks,
        blocks_url=url,
        window_ends_at=window_end(campaign),
        rental=committed_rental(campaign),
        expenses=expense_total(campaign),
        next_decision=Message(NEXT_DECISION.get(state, gettext_noop("None: this campaign has ended."))),
    )


def _blocking_sentence(campaign: Campaign, stages: Iterable[Stage]) -> tuple[Message, str]:
    """One sentence on what blocks closing, and where to go (R11.5)."""
    state = CampaignState(campaign.state)
    if state is CampaignState.CLOSED:
        return Message(gettext_noop("This campaign is closed; nothing blocks it.")), ""
    if state is CampaignState.CANCELLED:
        text = gettext_noop(
            "This campaign was cancelled. Its records and costs stay, and it still gets a close-out."
        )
        return Message(text), ""
    blockers: tuple[Blocker, ...] = ()
    if state in (CampaignState.RUNNING, CampaignState.CLOSING):
        blockers = blockers_of(campaign)
    if blockers:
        text = gettext_noop("Closing is blocked by %(count)s things. First: %(first)s")
        if len(blockers) == 1:
            text = gettext_noop("One thing blocks closing: %(first)s")
        return Message(text, {"count": len(blockers), "first": blockers[0].message}), blockers[0].url
    open_stages = [stage for stage in stages if stage.status != COMPLETE]
    if not open_stages:
        return Message(gettext_noop("Nothing blocks closing.")), ""
    text = gettext_noop(
        "Before this campaign can close, %(count)s of its parts are open. The next is: %(next)s."
    )
    return Message(text, {"count": len(open_stages), "next": open_stages[0].title}), open_stages[0].url


def _next_steps(campaigns: Iterable[Campaign]) -> dict[int, Message]:
    rows = {row.pk: row for row in campaigns}
    steps = {
        row.pk: Message(NEXT_STEP[CampaignState(row.state)])
        for row in rows.values()
        if row.state != CampaignState.DRAFT
    }
    drafts = [number for number in rows if number not in steps]
    if drafts:
        steps |= {row.pk: _draft_step(row) for row in with_goal(Campaign.objects.filter(pk__in=drafts))}
    return steps


def _draft_step(campaign: Campaign) -> Message:
    missing = readiness_from(campaign.pk, goal_from_rows(campaign)).missing
    if not missing:
        return Message(gettext_noop("The goal is ready: compute the schedule, choose a package, submit."))
    text = gettext_noop("The goal lacks %(count)s things. First: %(first)s")
    if len(missing) == 1:
        text = gettext_noop("The goal lacks one thing: %(first)s")
    return Message(text, {"count": len(missing), "first": missing[0].message})


def _window_ends(campaigns: Iterable[Campaign]) -> dict[int, datetime]:
    """When the last delivered window of each campaign ends. Two queries."""
    shares = (
        OrderShare.objects.filter(campaign__in=[row.pk for row in campaigns])
        .select_related("order__package")
        .prefetch_related("order__events")
    )
    ends: dict[int, datetime] = {}
    for share in shares:
        order, length = share.order, share.order.package.duration_minutes
        delivered = [event.at for event in order.events.all() if event.kind == OrderEventKind.DELIVERED]
        if delivered and length:
            end = delivered[0] + timedelta(minutes=length * order.one_after_another)
            ends[share.campaign_id] = max(end, ends.get(share.campaign_id, end))
    return ends


def _teams_that_they_lead(person: Person) -> set[int]:
    roles = Membership.objects.filter(person=person).values_list("team_id", "role")
    return {team for team, role in roles if permits(Role(role), Permission.APPROVE)}
