"""What the close-out page and the page of an issued edition show; the PDF prints the same sections."""

from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import ngettext

from campaigns.models import Campaign
from dossier.domain.announced import Edition
from dossier.domain.closeout import from_json
from dossier.models import CloseoutEdition
from dossier.pdf import closeout_context
from dossier.queries.closeout_data import closeout_data
from dossier.queries.closeout_plan import steps_to_explain
from dossier.queries.closing import blocking_items, closing_actions, editions_of, later_edition, summary_text
from teams.models import Person


def closeout_page(campaign: Campaign, *, viewer: Person, now: datetime) -> dict[str, Any]:
    """The close-out as it stands now, what blocks closing, and the issued editions."""
    closeout = closeout_data(campaign, Edition(number=0, issued_at=now, issued_by=str(viewer)))
    actions = closing_actions(campaign)
    blocking = () if actions["ended"] else blocking_items(campaign)
    return {
        **closeout_context(closeout, translation.get_language() or "en"),
        **actions,
        "blocking": blocking,
        "blocking_heading": _heading(len(blocking)),
        "editions": editions_of(campaign),
        "to_explain": steps_to_explain(campaign),
        "summary": summary_text(closeout),
    }


def _heading(count: int) -> str:
    if not count:
        return ""
    return ngettext("%(count)s thing blocks closing", "%(count)s things block closing", count) % {
        "count": count
    }


def edition_page(row: CloseoutEdition) -> dict[str, Any]:
    """An issued edition, from its own data only."""
    closeout = from_json(row.data)
    return {
        **closeout_context(closeout, translation.get_language() or "en"),
        "edition": row,
        "later": later_edition(row),
        "summary": summary_text(closeout),
    }


def edition_text(row: CloseoutEdition) -> str:
    """The data of an edition as text; its SHA-256 is the hash that stands on the edition."""
    return from_json(row.data).to_json()
