"""Founding a team, its settings, its members."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from teams.domain.roles import Role
from teams.models import Team

ROLE_WORDS = [(role.value, _(role.value)) for role in Role]
WORKING_DAYS = [
    (7, _("every day")),
    (6, _("Monday to Saturday")),
    (5, _("Monday to Friday")),
    (4, _("Monday to Thursday")),
    (3, _("Monday to Wednesday")),
    (2, _("Monday and Tuesday")),
    (1, _("Monday only")),
]


@cache
def time_zones() -> tuple[str, ...]:
    """Places such as Asia/Makassar, and UTC; the abbreviations without a place are left out."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return ("UTC", *sorted(places))


class TimeZoneField(forms.CharField):
    """A time zone by its name; the page offers the names. A list of 600 choices is slow to draw and to search."""

    widget = forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"})

    def to_python(self, value: Any) -> str:
        """Read the name, however it is capitalised."""
        typed = (super().to_python(value) or "").replace(" ", "_")
        return next((name for name in time_zones() if name.lower() == typed.lower()), typed)

    def validate(self, value: Any) -> None:
        """Refuse what is no place."""
        super().validate(value)
        if value not in time_zones():
            raise ValidationError(
                _("There is no such time zone. Write a place, such as Asia/Makassar, or UTC.")
            )


class NewTeamForm(forms.ModelForm):  # type: ignore[type-arg]
    """A name and a time zone are enough to begin."""

    time_zone = TimeZoneField(
        label=_("Time zone"),
        initial="UTC",
        help_text=_("Pages show times in this zone. A place, such as Asia/Makassar."),
    )

    class Meta:
        model = Team
        fields = ["name", "time_zone"]


class SettingsForm(NewTeamForm):
    """What an administrator may change about the team."""

    working_days = forms.TypedChoiceField(
        label=_("Working days"),
        coerce=int,
        choices=WORKING_DAYS,
        help_text=_("Steps of people stay inside days and hours; machines run day and night."),
    )

    class Meta(NewTeamForm.Meta):
        fields = ["name", "time_zone", "works_from", "works_until", "working_days", "team_of_one"]
        widgets = {
            "works_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "works_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }
        help_texts = {
            "team_of_one": _(
                "Normally nobody approves their own plan or pilot decision. If you declare a team of one, "
                "its only approver may, and every such approval, the report and the PDF say that nobody else "
                "looked. Not possible while several members can approve."
            ),
        }


class MemberForm(forms.Form):
    """A new person, or somebody who signs in already."""

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        help_text=_("Of somebody who signs in already: leave name and password empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    full_name = forms.CharField(label=_("Full name"), max_length=150, required=False)
    password = forms.CharField(
        label=_("Initial password"),
        required=False,
        strip=False,
        max_length=200,
        help_text=_("At least 12 characters. Hand it over in person; they can change it after signing in."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=ROLE_WORDS, initial=Role.PLANNER.value)

    def clean_role(self) -> Role:
        """Give the role itself."""
        return Role(self.cleaned_data["role"])


class RoleForm(forms.Form):
    """Another role for one member."""

    role = forms.ChoiceField(label=_("Role"), choices=ROLE_WORDS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].widget.attrs["aria-label"] = _("Role")

    def clean_role(self) -> Role:
        """Give the role itself."""
        return Role(self.cleaned_data["role"])


class RemovalForm(forms.Form):
    """Why somebody leaves the team."""

    reason = forms.CharField(label=_("Reason"), max_length=1000)
