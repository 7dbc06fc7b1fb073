"""What stands in the database while a row of the permission table is tried.

Every world starts as ``draft``: the people of ``tests/people.py``, one package, an empty campaign in draft. A row
that needs more names another world. To add one, write a function that adds to ``world`` and put it into ``WORLDS``:

    def running(world: World) -> None:
        world.campaign = ...                       # its number is then the argument "campaign"
        world.arguments["run"] = "C1-V0-R01"       # a row asks for it with "campaign run"

Build what could leak: everything belongs to ``world.team``, and the outsider is the administrator of another team.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from campaigns.models import Campaign, Expense, PlanSubmission, Run, TimeEntry
from campaigns.queries.plan_content import content_hash
from campaigns.services.expenses import record_expense
from campaigns.services.plans import open_amendment
from campaigns.services.runs import record_run
from campaigns.services.time_entries import record_time
from dossier.models import ExpectedFile
from dossier.services.closing import cancel_campaign, issue_edition
from dossier.services.files import expect_file
from pricing.models import Package, Provider
from teams.models import Person, Team
from tests.people import PASSWORD
from tests.planning import propose_to_go_on
from tests.running import NOW, add_variant, advance, clock, place_order, with_approved_plan


@dataclass
class World:
    """The people by their column of the table, their team, and the arguments of addresses by name."""

    team: Team
    people: dict[str, Person]
    campaign: Campaign
    arguments: dict[str, object] = field(default_factory=dict)

    def argument(self, name: str) -> object:
        """What an address gets for this name; ``campaign`` is the campaign's number."""
        return self.campaign.pk if name == "campaign" else self.arguments[name]


def draft(world: World) -> None:
    """One member who could be removed, one package that could be changed."""
    provider = Provider.objects.create(team=world.team, name="IteraGPU")
    package = Package.objects.create(
        provider=provider,
        sku="rtx4090-3d",
        gpu_model="RTX 4090",
        gpus_per_batch=1,
        memory_per_gpu_gb=Decimal(24),
    )
    viewer = world.people["viewer"].memberships.get()
    world.arguments |= {"team": world.team.pk, "member": viewer.pk, "package": package.pk}


def with_run(world: World) -> None:
    """A running campaign with one run that runs, its stop rule, and one time entry."""
    planner = world.people["planner"]
    running = advance(with_approved_plan(world.campaign, planner, world.people["lead"]), "running")
    run = Run(
        campaign=running,
        variant=running.variants.get(identifier="V1"),
        purpose="main",
        state="running",
        started_at=clock(10),
    )
    entry = TimeEntry(
        campaign=running, step=running.steps.get(key="prepare"), minutes=90, worked_on=date(2026, 7, 14)
    )
    world.arguments["run"] = record_run(run=run, by=planner, now=NOW).identifier
    world.arguments["entry"] = record_time(entry=entry, by=planner, now=NOW, today=NOW.date()).pk
    world.arguments["upload"] = "no-longer-kept"


def with_goal(world: World) -> None:
    """A draft with a variant that can be changed, one that was dropped, and a stop rule."""
    add_variant(world.campaign, "V0", "control", "control", adapter="none")
    add_variant(world.campaign, "V1", "adapter A", "variant", adapter="A")
    gone = add_variant(world.campaign, "V2", "adapter B", "variant", adapter="B")
    gone.dropped_at, gone.dropped_by, gone.dropped_reason = NOW, world.people["planner"], "no time"
    gone.save()
    rule = world.campaign.stop_rules.create(kind="non-finite loss")
    world.arguments |= {"variant": "V1", "dropped": "V2", "rule": rule.pk}


def with_expected_file(world: World) -> None:
    """A running campaign with a run that took longer than provided, and a file that came."""
    planner = world.people["planner"]
    running = advance(with_approved_plan(world.campaign, planner, world.people["lead"]), "running")
    step = running.steps.get(key="train-a")
    run = Run(
        campaign=running,
        variant=running.variants.get(identifier="V1"),
        purpose="main",
        state="finished",
        step=step,
        started_at=clock(1),
        ended_at=clock(20),
    )
    record_run(run=run, by=planner, now=NOW)
    file = ExpectedFile(campaign=running, path="notes.txt", kind="other")
    world.arguments |= {"file": expect_file(file=file, by=planner, now=NOW).pk, "step": step.key}


def with_edition(world: World) -> None:
    """A cancelled campaign with its close-out."""
    lead = world.people["lead"]
    cancel_campaign(campaign=world.campaign, reason="withdrawn", password=PASSWORD, by=lead, now=NOW)
    world.arguments["edition"] = issue_edition(campaign=world.campaign, reason="", by=lead, now=NOW).number


def with_submission(world: World) -> None:
    """A plan of the planner that waits for approval."""
    planner = world.people["planner"]
    approved = with_approved_plan(world.campaign, planner, world.people["lead"])
    open_amendment(campaign=approved, by=planner, now=NOW, reason="too short")
    content = approved.versions.get().content
    waiting = PlanSubmission.objects.create(
        campaign=approved,
        number=2,
        content=content,
        content_hash=content_hash(content),
        submitted_by=planner,
        submitted_at=NOW,
    )
    world.arguments["submission"] = waiting.number


def with_version(world: World) -> None:
    """An approved plan of two steps."""
    with_approved_plan(world.campaign, world.people["planner"], world.people["lead"])
    world.arguments["version"] = 1


def with_proposal(world: World) -> None:
    """A proposal of the planner that waits for a lead."""
    with_version(world)
    world.campaign = advance(world.campaign, "piloting")
    world.arguments["proposal"] = propose_to_go_on(world.campaign, world.people["planner"]).number


def with_money(world: World) -> None:
    """An order and another expense."""
    planner = world.people["planner"]
    with_version(world)
    package = Package.objects.get(provider__team=world.team)
    expense = Expense(
        campaign=world.campaign,
        purpose="transfer home",
        amount=Decimal("3.20"),
        currency="USD",
        incurred_on=date(2026, 7, 14),
        evidence="invoice 7",
    )
    world.arguments["order"] = place_order(world.campaign, package, planner, "R-1").pk
    world.arguments["expense"] = record_expense(expense=expense, by=planner, now=NOW).pk


WORLDS: dict[str, Callable[[World], None]] = {
    "draft": lambda world: None,
    "run": with_run,
    "goal": with_goal,
    "expecting": with_expected_file,
    "issued": with_edition,
    "submitted": with_submission,
    "approved": with_version,
    "deciding": with_proposal,
    "bought": with_money,
}
