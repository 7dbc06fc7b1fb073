"""The worked campaign seven times, each in another state, made by the same services that people use.

Every figure of it is an illustration and says so; its times lie in the days before it was made.
"""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from campaigns.domain.vocabulary import CampaignKind, ProposalKind, RunPurpose, StopRuleKind
from campaigns.models import Campaign, StopEvent
from campaigns.services.decisions import propose
from campaigns.services.stop_events import record_stop_event
from dossier.services import example_files
from dossier.services.closing import close_campaign, explain_deviation, start_closing
from dossier.services.example_steps import (
    Cast,
    concluded,
    decided,
    finished,
    fresh,
    imported,
    measured,
    ordered,
    piloted,
    started,
    submitted,
    time_taken,
    worked_file,
)


def make_examples(cast: Cast) -> list[tuple[str, Campaign]]:
    """Make all seven; answer what each shows, in the order of a campaign's life."""
    stages: list[tuple[str, Callable[[Cast], Campaign]]] = [
        ("goal only", goal_only),
        ("planned", planned),
        ("waiting for approval", waiting),
        ("pilot decision waiting", deciding),
        ("running, with one stopped run", running),
        ("closed with two accepted deliverables", closed_with_two_accepted),
        ("closed with none accepted", closed_with_none),
    ]
    with transaction.atomic():
        return [(title, make(cast)) for title, make in stages]


def goal_only(cast: Cast) -> Campaign:
    """A goal that is ready, without a plan."""
    return imported(cast, replace(worked_file(), plan=(), window_package=""), "Goal only", 200)


def planned(cast: Cast) -> Campaign:
    """A plan of 48 h against a window of 72 h, not submitted yet."""
    return imported(cast, worked_file(), "Planned", 190)


def waiting(cast: Cast) -> Campaign:
    """A plan that a lead may approve or send back."""
    return submitted(cast, imported(cast, worked_file(), "Waiting for approval", 180), 20)


def deciding(cast: Cast) -> Campaign:
    """A pilot that took longer than assumed; the proposal is to drop the optional variant."""
    campaign = piloted(cast, imported(cast, worked_file(), "Pilot decision", 170), 70)
    campaign = measured(
        cast, campaign, {"load": 75, "data-check": 60, "pilot": 150, "variant-a": 720, "variant-b": 720}, 45
    )
    dropped = campaign.variants.get(identifier="V2")
    propose(
        campaign=campaign,
        kind=ProposalKind.REDUCE,
        reason="The pilot took a quarter longer than assumed. Without adapter B the reserve stays.",
        would_change="An accuracy of adapter A below 0.72 would leave the control as the only choice.",
        drops={dropped: "It is optional, and its training alone takes 12 h with the measured speed."},
        by=cast.planner,
        now=cast.hours_ago(40),
        priced_on=cast.now.date(),
    )
    return fresh(campaign)


def running(cast: Cast) -> Campaign:
    """Main runs after a decision to continue; one of them was stopped by a rule."""
    campaign = decided(cast, imported(cast, worked_file(), "Running", 160), 62, ProposalKind.CONTINUE)
    order = ordered(cast, campaign, "EXAMPLE-5", 60)
    finished(
        cast, campaign, order, "control", 40, 8.25, {"accuracy": "0.701", "truncated essential inputs": "0"}
    )
    finished(
        cast, campaign, order, "variant-a", 31, 10.5, {"accuracy": "0.734", "truncated essential inputs": "0"}
    )
    stopped = started(cast, campaign, order, "variant-b", 20, RunPurpose.MAIN)
    rule = campaign.stop_rules.get(kind=StopRuleKind.NON_FINITE_LOSS.value)
    event = StopEvent(
        run=stopped,
        rule=rule,
        observed="loss = NaN at training step 1,840",
        reason="The loss was not finite any more; the learning rate was too high for adapter B.",
        at=cast.hours_ago(16),
    )
    record_stop_event(event=event, by=cast.planner, now=cast.hours_ago(15.5))
    time_taken(cast, campaign, {"prepare": 190, "decide": 45, "analyse-control": 160}, 14)
    return fresh(campaign)


def closed_with_two_accepted(cast: Cast) -> Campaign:
    """Two deliverables accepted: the rental of 47.14 USD is 23.57 USD for each."""
    document = replace(worked_file(), kind=CampaignKind.DELIVERABLES)
    campaign = imported(cast, document, "Closed, two accepted", 150)
    campaign = decided(cast, campaign, 100, ProposalKind.REDUCE)
    order = ordered(cast, campaign, "EXAMPLE-6", 98)
    finished(
        cast, campaign, order, "control", 80, 8, {"accuracy": "0.728", "truncated essential inputs": "0"}
    )
    finished(
        cast, campaign, order, "variant-a", 70, 14, {"accuracy": "0.761", "truncated essential inputs": "0"}
    )
    time_taken(cast, campaign, {"prepare": 180, "decide": 60, "analyse-control": 200, "retrieve": 120}, 50)
    example_files.hand_in(campaign, cast.planner, cast.lead, cast.hours_ago(48))
    start_closing(campaign=campaign, by=cast.lead, now=cast.hours_ago(46))
    explain_deviation(
        campaign=campaign,
        step_key="variant-a",
        explanation="Evaluation during training was not in the estimate.",
        decision="Accepted; the next plan provides 14 h for a training of this size.",
        by=cast.planner,
        now=cast.hours_ago(45),
    )
    concluded(
        cast, campaign, "Adapter A meets the threshold and beats the control by 0.033.", "adopt adapter A"
    )
    close_campaign(campaign=campaign, password=cast.password, by=cast.lead, now=cast.hours_ago(44))
    return fresh(campaign)


def closed_with_none(cast: Cast) -> Campaign:
    """No variant met the threshold, which is a full answer; the rental stays on the books."""
    campaign = decided(
        cast, imported(cast, worked_file(), "Closed, none accepted", 140), 96, ProposalKind.CONTINUE
    )
    order = ordered(cast, campaign, "EXAMPLE-7", 94)
    for step, hours, begun_ago, accuracy in (
        ("control", 8, 78, "0.684"),
        ("variant-a", 10, 69, "0.702"),
        ("variant-b", 10, 58, "0.693"),
    ):
        metrics = {"accuracy": accuracy, "truncated essential inputs": "0"}
        finished(cast, campaign, order, step, begun_ago, hours, metrics)
    time_taken(cast, campaign, {"prepare": 200, "decide": 55, "analyse-control": 190}, 40)
    example_files.explain_all(campaign, cast.planner, cast.hours_ago(36))
    start_closing(campaign=campaign, by=cast.lead, now=cast.hours_ago(34))
    concluded(
        cast,
        campaign,
        "No variant meets the threshold of 0.72 on the frozen corpus. The control stays.",
        "keep the control",
    )
    close_campaign(campaign=campaign, password=cast.password, by=cast.lead, now=cast.hours_ago(33))
    return fresh(campaign)
