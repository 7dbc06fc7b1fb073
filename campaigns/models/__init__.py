from campaigns.models.campaign import Campaign
from campaigns.models.decision import Decision, DecisionOutcome, Measurement, Proposal, ProposedDrop
from campaigns.models.expense import Expense
from campaigns.models.goal import AcceptanceCheck, Choice, Corpus, Deliverable, Outcome
from campaigns.models.order import Order, OrderEvent, OrderEventKind, OrderShare
from campaigns.models.plan import Dependency, Step, StopRule
from campaigns.models.recording import Correction, StopEvent, TimeEntry
from campaigns.models.run import Run
from campaigns.models.variant import Factor, Variant
from campaigns.models.version import PlanReturn, PlanSubmission, PlanVersion, PlanVersionStep, SolvedSchedule

__all__ = [
    "AcceptanceCheck",
    "Campaign",
    "Choice",
    "Corpus",
    "Correction",
    "Decision",
    "DecisionOutcome",
    "Deliverable",
    "Dependency",
    "Expense",
    "Factor",
    "Measurement",
    "Order",
    "OrderEvent",
    "OrderEventKind",
    "OrderShare",
    "Outcome",
    "PlanReturn",
    "PlanSubmission",
    "PlanVersion",
    "PlanVersionStep",
    "Proposal",
    "ProposedDrop",
    "Run",
    "SolvedSchedule",
    "Step",
    "StopEvent",
    "StopRule",
    "TimeEntry",
    "Variant",
]
