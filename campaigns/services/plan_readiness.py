"""What keeps a plan from being submitted, each with the address where it is mended (R1.3, R2.1, R3.4, R4.8)."""

from django.core.exceptions import ValidationError
from django.urls import reverse

from campaigns.domain.impossible import find_impossible
from campaigns.models import Campaign
from campaigns.queries.goal import ReadinessItem, readiness_of
from campaigns.queries.plan import lanes_of, steps_of
from campaigns.services.plan_content import needs_its_start, working_day_of
from teams.domain.message import Message, gettext_noop
from teams.services.wording import worded

WITHOUT_START = Message(
    gettext_noop(
        "The team has working hours: say when the plan starts, or the steps of people lie at any hour."
    )
)


def plan_missing(campaign: Campaign) -> tuple[ReadinessItem, ...]:
    """List everything that is missing: of the goal, the variants, the steps, the window, the budget."""
    return (*readiness_of(campaign).missing, *_of_plan(campaign))


def check_plan_is_ready(campaign: Campaign) -> None:
    """Raise ``ValidationError`` with all that is missing."""
    if missing := plan_missing(campaign):
        raise ValidationError([worded(item.message) for item in missing])


def _of_plan(campaign: Campaign) -> list[ReadinessItem]:
    steps = steps_of(campaign)
    schedule, packages = "campaigns:schedule", "campaigns:packages"
    found = []
    if not steps:
        found.append(_item(campaign, "steps", Message(gettext_noop("The plan has no steps.")), schedule))
    for problem in find_impossible(steps, lanes_of(campaign), working_day_of(campaign)):
        found.append(_item(campaign, "impossible", problem.message, schedule))
    if needs_its_start(campaign):
        found.append(_item(campaign, "planned-start", WITHOUT_START, schedule))
    if campaign.window_package is None:
        text = gettext_noop("No package is chosen, so there is no window to compare the schedule with.")
        found.append(_item(campaign, "package", Message(text), packages))
    if campaign.side_by_side > 1 and campaign.side_by_side_permitted_by_id is None:
        text = gettext_noop(
            "Batches side by side need a person's word that the environment permits them. Give it on the packages page."
        )
        found.append(_item(campaign, "side-by-side", Message(text), packages))
    if campaign.budget_ceiling_amount is None:
        text = gettext_noop("No budget ceiling is stated; it is approved with the plan.")
        found.append(_item(campaign, "budget", Message(text), "campaigns:goal"))
    return found


def _item(campaign: Campaign, code: str, message: Message, name: str) -> ReadinessItem:
    return ReadinessItem(code, message, reverse(name, args=[campaign.pk]), is_about_variants=False)
