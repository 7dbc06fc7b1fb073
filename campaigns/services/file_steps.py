"""The steps of a campaign file: their estimates, what they wait for, and whether any schedule can exist."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from campaigns.domain.campaign_file import FileStep
from campaigns.domain.schedule import Step, find_impossible
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind
from campaigns.services.file_tables import Table
from teams.services.wording import worded

STEP = (
    "key", "title", "phase", "resource", "hours", "one_in_ten_hours", "optimistic_hours", "pessimistic_hours",
    "needs_machine", "per_batch", "gpus", "people", "resumes", "memory_gb", "after", "priority", "variant",
)  # fmt: skip
ANY = timedelta(minutes=1)
OF_PROBLEM = {"duration": "hours"}


def read_steps(table: Table, variants: Sequence[str]) -> tuple[FileStep, ...]:
    """Read all steps; a circle, a repeated key or an unknown one is noted at its step."""
    rows = table.tables("steps", STEP, required=True)
    steps = [_step(row, variants) for row in rows]
    by_key = {file_step.step.key: row for row, file_step in zip(rows, steps, strict=True)}
    complete = [one.step for one in steps if one.step.key]
    for problem in find_impossible(complete):
        row = by_key[problem.key]
        row.add(row.line(OF_PROBLEM.get(problem.field, problem.field)), str(worded(problem.message)))
    return tuple(steps)


def _step(row: Table, variants: Sequence[str]) -> FileStep:
    resource = row.word("resource", ResourceKind)
    hours = row.hours("hours", required=True) or ANY
    step = Step(
        key=_key(row),
        title=row.text("title", 160, ""),
        phase=row.word("phase", Phase),
        resource=resource,
        duration=hours,
        after=tuple(text.text for text in row.texts("after", 60)),
        priority=row.word("priority", Priority, Priority.ESSENTIAL),
        needs_machine=row.flag("needs_machine", resource is ResourceKind.GPU),
        per_batch=row.flag("per_batch", False),
        gpus=row.whole("gpus", 1, least=1, most=1000),
        people=row.whole("people", 1, least=1, most=1000),
        resumes=row.flag("resumes", False),
        memory_gb=row.number("memory_gb"),
        variant=row.one_of("variant", variants) or None,
    )
    rest = [row.hours(f"{name}_hours") for name in ("one_in_ten", "optimistic", "pessimistic")]
    _check_order(row, hours, *rest)
    return FileStep(step, *rest)


def _key(row: Table) -> str:
    key = row.text("key", 60)
    if key and not (key.isascii() and key.replace("-", "").replace("_", "").isalnum()):
        row.add(row.line("key"), _("A key has letters a-z, digits, hyphens and underscores."))
    return key


def _check_order(
    row: Table,
    usual: timedelta,
    one_in_ten: timedelta | None,
    optimistic: timedelta | None,
    pessimistic: timedelta | None,
) -> None:
    if one_in_ten and one_in_ten < usual:
        message = _("One in ten is longer: this cannot be below the usual duration.")
        row.add(row.line("one_in_ten_hours"), message)
    both = optimistic is not None and pessimistic is not None
    neither = optimistic is None and pessimistic is None
    if optimistic and pessimistic and not optimistic <= usual <= pessimistic:
        both = False
    if not both and not neither:
        message = _("Optimistic, usual and pessimistic must be in this order, and both ends given.")
        row.add(row.line("optimistic_hours"), message)
