"""What planning says of a plan as plain text, for a terminal."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.domain.comparison import ComparedArrangement
from campaigns.domain.durations import hours_text
from campaigns.domain.plan_answer import PlanAnswer
from campaigns.domain.window import PROMISES_NOTHING
from teams.services.wording import word, worded


def plan_text(title: str, answer: PlanAnswer) -> str:
    """Set the four figures, the verdict, the schedule and the comparison one under the other."""
    return "\n".join([title, "", *_figures(answer), "", *_schedule(answer), "", *_comparison(answer)])


def _figures(answer: PlanAnswer) -> Iterator[str]:
    shown = answer.figures
    yield f"{_('Elapsed time'):<16}{hours_text(shown.elapsed)}"
    yield f"{_('Rented time'):<16}{hours_text(shown.rented)}"
    yield f"{_('Lane hours'):<16}{hours_text(shown.lane_hours)}"
    yield f"{_('Person hours'):<16}{hours_text(shown.person_hours)}"
    yield f"{_('Status'):<16}{word(str(answer.schedule.status))}"
    if answer.verdict:
        yield str(worded(answer.verdict.message))
        yield str(worded(PROMISES_NOTHING))


def _schedule(answer: PlanAnswer) -> Iterator[str]:
    width = max((len(row.key) for row in answer.schedule.steps), default=4) + 2
    yield f"{_('Step'):<{width}}{_('Start'):>10}{_('End'):>10}  {_('Where')}"
    for row in answer.schedule.steps:
        where = (
            ""
            if row.lane is None
            else _("batch %(b)s, lane %(l)s") % {"b": (row.batch or 0) + 1, "l": row.lane + 1}
        )
        yield f"{row.key:<{width}}{hours_text(row.start):>10}{hours_text(row.end):>10}  {where}".rstrip()
    yield _("Critical chain: %(chain)s") % {"chain": " → ".join(answer.chain)}


def _comparison(answer: PlanAnswer) -> Iterator[str]:
    yield _("Packages. A price covers the whole duration; it does not measure how many models get trained.")
    for row in answer.arrangements:
        yield f"{_name(row):<44}{_cost(row):>14}  {_words(row)}"


def _name(row: ComparedArrangement) -> str:
    arrangement = row.arrangement
    if arrangement.batches == 1:
        return _("%(sku)s, one batch") % {"sku": arrangement.package.sku}
    if arrangement.side_by_side > 1:
        values = {"sku": arrangement.package.sku, "n": arrangement.side_by_side}
        return _("%(sku)s, %(n)s batches side by side") % values
    values = {"sku": arrangement.package.sku, "n": arrangement.one_after_another}
    return _("%(sku)s, %(n)s batches one after another") % values


def _cost(row: ComparedArrangement) -> str:
    return str(row.cost) if row.cost else _("not stated")


def _words(row: ComparedArrangement) -> str:
    said = [str(worded(message)) for message in row.why_not]
    if row.verdict:
        said.insert(0, str(worded(row.verdict.message)))
    if row.is_cheapest_that_fits:
        said.append(_("Cheapest that fits."))
    return " ".join(said)
