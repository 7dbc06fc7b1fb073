"""Forms of an import of runs: the file, how it is read, and to which variants its runs go (R7.5)."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain.reported_ends import ReportedEnd, guess_end
from campaigns.domain.run_columns import ColumnChoice, ColumnUse, guess_columns, guess_mark, status_words
from campaigns.domain.run_csv import (
    LARGEST_BYTES,
    CsvRefused,
    Separator,
    Table,
    decode,
    guess_separator,
    read_table,
)
from campaigns.domain.run_rows import Reading
from campaigns.domain.run_values import DecimalMark
from campaigns.domain.vocabulary import RunPurpose
from campaigns.forms.runs import offer, purpose_choices, usual_purpose
from campaigns.forms.runs_fields import LaneField
from campaigns.models import Campaign
from campaigns.queries.run_imports import NEW, TRAINING_STEP, Choices, Grouped
from teams.services.wording import word, worded

UTC_ZONE, TEAM_ZONE = "utc", "team"


class UploadForm(forms.Form):
    """A tracker's CSV of at most 5 MB and 5,000 rows."""

    file = forms.FileField(
        label=gettext_lazy("CSV file"),
        help_text=gettext_lazy(
            "At most 5 MB and 5,000 rows: comma, semicolon, tab or bar between the cells, UTF-8 or UTF-16."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
    )

    def clean_file(self) -> tuple[str, bytes]:
        """Read the file once, so that what is no table is refused here."""
        uploaded = self.cleaned_data["file"]
        # One byte more than is taken is enough to refuse it: a huge file never fills the memory.
        content: bytes = uploaded.read(LARGEST_BYTES + 1)
        try:
            text, _encoding = decode(content)
            read_table(text, guess_separator(text))
        except CsvRefused as refused:
            raise ValidationError(str(worded(refused.message))) from refused
        return uploaded.name, content


def tag(text: str) -> str:
    """A short name for a word of the file, safe in a form."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class ReadingForm(forms.Form):
    """How the file is read: separator, decimal mark, columns, status words; guessed until a person chooses."""

    separator = forms.ChoiceField(label=gettext_lazy("Between the cells"))
    shown_separator = forms.CharField(widget=forms.HiddenInput, required=False)
    mark = forms.ChoiceField(label=gettext_lazy("Decimal mark"))
    zone = forms.ChoiceField(label=gettext_lazy("Times without a zone are in"))
    purpose = forms.ChoiceField(label=gettext_lazy("Purpose of these runs"))
    step = forms.ChoiceField(label=gettext_lazy("Step of the plan"), required=False)
    without_status = forms.ChoiceField(label=gettext_lazy("Without a status column, these runs"))

    def __init__(self, data: Mapping[str, Any] | None, *, campaign: Campaign, content: bytes) -> None:
        super().__init__(None if data is None else dict(data.items()))
        self.campaign = campaign
        text, self.encoding = decode(content)
        guessed = guess_separator(text)
        chosen = str(self.data.get("separator", ""))
        self.cut = Separator(chosen) if chosen in [each.value for each in Separator] else guessed
        self.table: Table = read_table(text, self.cut)
        if data is not None and self.data.get("shown_separator") != self.cut.value:
            # Cut otherwise, the columns are others: what was chosen for the old ones says nothing.
            self.data, self.is_bound = {}, False
        self._offer_general()
        self._offer_columns()
        self._offer_words()

    def _offer_general(self) -> None:
        mark = guess_mark(self.table)
        zone = self.campaign.team.time_zone
        steps = [(step.key, step.title or step.key) for step in self.campaign.steps.all()]
        ends = [end for end in ReportedEnd]
        names = {Separator.COMMA: _("comma"), Separator.SEMICOLON: _("semicolon"), Separator.TAB: _("tab")}
        choices = {
            "separator": [(each.value, names.get(each, each.value)) for each in Separator],
            "mark": [(DecimalMark.POINT.value, "1.5"), (DecimalMark.COMMA.value, "1,5")],
            "zone": [(UTC_ZONE, "UTC"), (TEAM_ZONE, zone)] if zone != "UTC" else [(UTC_ZONE, "UTC")],
            "purpose": purpose_choices(self.campaign),
            "step": [("", _("None")), (TRAINING_STEP, _("The training step of each variant")), *steps],
            "without_status": [(end.value, word(end.value)) for end in ends],
        }
        initial = {
            "separator": self.cut.value,
            "shown_separator": self.cut.value,
            "mark": mark.value,
            "zone": UTC_ZONE,
            "purpose": usual_purpose(self.campaign).value,
            "step": TRAINING_STEP,
            "without_status": ReportedEnd.UNKNOWN.value,
        }
        for name, value in initial.items():
            self.fields[name].initial = value
        for name, offered in choices.items():
            offer(self.fields[name], offered)
        self.lanes = LaneField(campaign=self.campaign)
        self.fields["lane"] = self.lanes

    def _offer_columns(self) -> None:
        metrics = self.campaign.checks.values_list("metric", flat=True)
        factors = self.campaign.factors.values_list("name", flat=True)
        guesses = guess_columns(self.table, guess_mark(self.table), metrics, factors)
        uses = [(use.value, word(use.value)) for use in ColumnUse]
        for place, (header, guess) in enumerate(zip(self.table.header, guesses, strict=True)):
            label = _("Use of column %(column)s") % {"column": header}
            use = forms.ChoiceField(label=label, choices=uses, initial=guess.use.value)
            called = forms.CharField(
                label=_("Name of column %(column)s in the campaign") % {"column": header},
                required=False,
                max_length=120,
                initial=guess.called,
            )
            self.fields[f"use_{place}"] = use
            self.fields[f"called_{place}"] = called

    def _offer_words(self) -> None:
        self.words = status_words(self.table, self._columns())
        ends = [(end.value, word(end.value)) for end in ReportedEnd]
        for text in self.words:
            guess = guess_end(text).value
            self.fields[f"end_{tag(text)}"] = forms.ChoiceField(label=text, choices=ends, initial=guess)
            if self.is_bound:
                # The column was only now said to hold the status: nobody has been asked about its words yet.
                self.data.setdefault(f"end_{tag(text)}", guess)  # type: ignore[attr-defined]

    def _columns(self) -> tuple[ColumnChoice, ...]:
        """What was chosen for the columns; the words and the names depend on it before all is validated."""
        uses = {use.value: use for use in ColumnUse}
        columns = []
        for place, header in enumerate(self.table.header):
            use = uses.get(self._raw(f"use_{place}"), ColumnUse.IGNORE)
            named = use in (ColumnUse.METRIC, ColumnUse.CONFIGURATION)
            columns.append(ColumnChoice(use, self._raw(f"called_{place}").strip() or header if named else ""))
        return tuple(columns)

    def _raw(self, name: str) -> str:
        return str(self.data.get(name, "") if self.is_bound else self.fields[name].initial)

    def value(self, name: str) -> str:
        """What was chosen, or what is guessed until somebody chooses."""
        return str(self.cleaned_data[name] if self.is_bound else self.fields[name].initial or "")

    def reading(self, now: datetime) -> Reading:
        """How the file is to be read."""
        team_zone = self.value("zone") == TEAM_ZONE
        ends = {text: self.value(f"end_{tag(text)}") for text in self.words}
        return Reading(
            columns=self._columns(),
            mark=DecimalMark(self.value("mark")),
            zone=timezone.get_current_timezone() if team_zone else UTC,
            now=now,
            ends={text: ReportedEnd(end) for text, end in ends.items()},
            without_status=ReportedEnd(self.value("without_status")),
        )

    def choices(self, now: datetime) -> Choices:
        """What was chosen for the runs, without their variants."""
        order, lane = self.lanes.place(self.value("lane"))
        return Choices(
            reading=self.reading(now),
            purpose=RunPurpose(self.value("purpose")),
            step=self.value("step"),
            order=order,
            lane=lane,
        )

    def column_rows(self) -> list[tuple[str, tuple[str, ...], BoundField, BoundField]]:
        """Header, samples and the two inputs of every column."""
        return [
            (header, self.table.samples(place), self[f"use_{place}"], self[f"called_{place}"])
            for place, header in enumerate(self.table.header)
        ]

    def word_rows(self) -> list[BoundField]:
        """The input of every status word."""
        return [self[f"end_{tag(text)}"] for text in self.words]


class VariantsForm(forms.Form):
    """To which variant the runs of each configuration go."""

    otherwise = forms.ChoiceField(
        label=gettext_lazy("Configurations without a choice of their own"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        groups: tuple[Grouped, ...],
        variants: list[tuple[str, str]],
        may_create: bool,
    ) -> None:
        suggested = {f"variant_{group.found.key}": group.suggested for group in groups}
        super().__init__(None if data is None else {**suggested, **dict(data.items())})
        self.groups = groups
        new = [(NEW, _("a new variant for each"))] if may_create else []
        offer(self.fields["otherwise"], [("", _("no variant: leave these rows out")), *new, *variants])
        self.fields["otherwise"].initial = NEW if may_create else ""
        own = [(NEW, _("a new variant"))] if may_create else []
        for group in groups:
            label = group.found.title or _("every run")
            choices = [("", _("as chosen above")), *own, *variants]
            field = forms.ChoiceField(label=label, choices=choices, required=False, initial=group.suggested)
            self.fields[f"variant_{group.found.key}"] = field

    def rows(self) -> list[tuple[Grouped, BoundField]]:
        """Every configuration with its input."""
        return [(group, self[f"variant_{group.found.key}"]) for group in self.groups]

    def chosen(self) -> dict[str, str]:
        """Variant by configuration, where one was chosen."""
        if not self.is_bound or not self.is_valid():
            return {}
        names = {group.found.key: f"variant_{group.found.key}" for group in self.groups}
        return {key: self.cleaned_data[name] for key, name in names.items() if self.cleaned_data[name]}

    def for_the_rest(self) -> str:
        """The variant of every other configuration."""
        chosen = self.cleaned_data["otherwise"] if self.is_bound and self.is_valid() else None
        return str(self.fields["otherwise"].initial if chosen is None else chosen)
