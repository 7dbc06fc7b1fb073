"""What the close-out page and the page of an issued edition show; the PDF prints the same sections."""

from datetime import datetime
from typing import Any

from django.utils import translation

from campaigns.domain.deviation import StepDeviation
from campaigns.models import Campaign
from dossier.domain.announced import Edition
from dossier.domain.closeout import from_json
from dossier.models import CloseoutEdition
from dossier.pdf import closeout_context
from dossier.queries.closeout_data import closeout_data
from dossier.queries.closeout_plan import deviations_of
from dossier.queries.closing import blocking_items, closing_actions, editions_of, summary_text
from teams.models import Person


def closeout_page(campaign: Campaign, *, viewer: Person, now: datetime) -> dict[str, Any]:
    """The close-out as it stands now, what blocks closing, and the issued editions."""
    draft = Edition(number=0, issued_at=now, issued_by=str(viewer))
    closeout = closeout_data(campaign, draft)
    actions = closing_actions(campaign)
    return {
        **closeout_context(closeout, translation.get_language() or "en"),
        **actions,
        "blocking": () if actions["ended"] else blocking_items(campaign),
        "editions": editions_of(campaign),
        "to_explain": _beyond_tolerance(campaign),
        "summary": summary_text(closeout),
    }


def _beyond_tolerance(campaign: Campaign) -> tuple[StepDeviation, ...]:
    return tuple(step for step in deviations_of(campaign).steps if step.exceeds_tolerance)


def edition_page(row: CloseoutEdition) -> dict[str, Any]:
    """An issued edition, from its own data only."""
    closeout = from_json(row.data)
    return {
        **closeout_context(closeout, translation.get_language() or "en"),
        "edition": row,
        "summary": summary_text(closeout),
    }
