"""Time entries of a campaign with what became of them."""

from dataclasses import dataclass

from django.http import Http404

from campaigns.models import Campaign, TimeEntry


@dataclass(frozen=True)
class TimePage:
    """All entries, newest day first, and the minutes that count."""

    entries: tuple[TimeEntry, ...]
    minutes: int


def time_page(campaign: Campaign) -> TimePage:
    """Every entry, also those taken back, which do not count."""
    rows = campaign.time_entries.select_related("step", "recorded_by", "taken_back_by", "takes_back")
    entries = tuple(rows.order_by("-worked_on", "-pk"))
    return TimePage(entries, sum(row.minutes for row in entries if counts(row)))


def counts(entry: TimeEntry) -> bool:
    """Say whether an entry counts: it neither takes another one back nor was taken back."""
    return entry.takes_back_id is None and not hasattr(entry, "taken_back_by")


def entry_for(campaign: Campaign, pk: int) -> TimeEntry:
    """The campaign's entry; another one answers 404."""
    entry = campaign.time_entries.select_related("step").filter(pk=pk).first()
    if entry is None:
        raise Http404
    entry.campaign = campaign
    return entry
