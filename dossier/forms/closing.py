"""Forms of the close-out."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Choice
from dossier.models import ClosingNotes


def _area(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows})


class NotesForm(forms.Form):
    """The conclusion, the choice that follows, and what stays uncertain."""

    conclusion = forms.CharField(
        label=_("Conclusion"),
        required=False,
        widget=_area(5),
        help_text=_("“No variant meets the threshold” is a full conclusion."),
    )
    choice = forms.ModelChoiceField(label=_("Choice"), required=False, queryset=Choice.objects.none())
    uncertainties = forms.CharField(
        label=_("What stays uncertain"), required=False, widget=_area(3), help_text=_("One on each line.")
    )
    files_kept_at = forms.CharField(
        label=_("Where raw files and backups are"),
        required=False,
        widget=_area(2),
        help_text=_("They stay the team's own to keep; the report only says where."),
    )

    def __init__(self, data: Any = None, *, campaign: Campaign, notes: ClosingNotes) -> None:
        initial = {
            "conclusion": notes.conclusion,
            "choice": notes.choice_id,
            "uncertainties": notes.uncertainties,
            "files_kept_at": notes.files_kept_at,
        }
        super().__init__(data, initial=initial)
        field = self.fields["choice"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = campaign.choices.all()


class ExplanationForm(forms.Form):
    """Why a step took another time, and what was decided about it."""

    explanation = forms.CharField(label=_("Explanation"), widget=_area(3))
    decision = forms.CharField(label=_("Decision taken about it"), widget=_area(2))


class CloseForm(forms.Form):
    """Close with the password again."""

    password = forms.CharField(
        label=_("Your password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("After closing nothing changes but by correction records."),
    )


class CancelForm(CloseForm):
    """Cancel with a reason and the password again."""

    reason = forms.CharField(label=_("Why the campaign is cancelled"), widget=_area(3))
    field_order = ["reason", "password"]


class EditionForm(forms.Form):
    """Issue an edition; a later one needs a reason."""

    reason = forms.CharField(
        label=_("Reason"), required=False, widget=_area(2), help_text=_("Needed from the second edition on.")
    )
