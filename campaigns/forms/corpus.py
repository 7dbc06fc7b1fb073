"""The corpus as it is stated: typed figures, or a list of identifiers from which they are computed (R1.5)."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Corpus
from campaigns.services.corpora import StatedCorpus
from campaigns.services.identifier_lists import parse_identifiers, parse_pasted

LARGEST_FILE = 20 * 1024 * 1024


class CorpusForm(forms.Form):
    """One version of the corpus."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    version = forms.CharField(label=gettext_lazy("Version"), max_length=60, initial="1")
    file = forms.FileField(
        label=gettext_lazy("List of identifiers, as a file"),
        required=False,
        help_text=gettext_lazy("One identifier a line. Items and hash are computed from it."),
    )
    pasted = forms.CharField(
        label=gettext_lazy("List of identifiers, pasted"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    items = forms.IntegerField(
        label=gettext_lazy("Items"),
        required=False,
        min_value=1,
        max_value=2_000_000_000,
        help_text=gettext_lazy("Only without a list."),
    )
    sha256 = forms.CharField(
        label=gettext_lazy("Content hash (SHA-256)"),
        required=False,
        max_length=64,
        validators=[
            RegexValidator(
                r"^[0-9a-fA-F]{64}$", gettext_lazy("A SHA-256 hash is 64 characters, 0-9 and a-f.")
            )
        ],
        help_text=gettext_lazy("Only without a list. On the machine that holds the data: sha256sum FILE"),
    )

    def __init__(self, data: Any = None, files: Any = None, *, saved: Corpus | None) -> None:
        super().__init__(data, files, initial=_initial(saved))

    def clean_sha256(self) -> str:
        """Compare hashes in small letters."""
        return str(self.cleaned_data["sha256"]).lower()

    def clean(self) -> dict[str, Any]:
        """Read the list from where it was given."""
        data = super().clean() or self.cleaned_data
        data["identifiers"] = None
        for field in ("file", "pasted"):
            if not data.get(field):
                continue
            if data["identifiers"] is not None:
                self.add_error("pasted", _("The list was given as a file too. Give it once."))
                return data
            try:
                data["identifiers"] = self._list(field, data[field])
            except ValidationError as error:
                self.add_error(field, error)
        return data

    def _list(self, field: str, given: Any) -> Any:
        if field == "pasted":
            return parse_pasted(given)
        if given.size > LARGEST_FILE:
            raise ValidationError(_("The file is larger than 20 MB."))
        return parse_identifiers(given.read())

    def corpus(self) -> StatedCorpus:
        """What was stated."""
        data = self.cleaned_data
        return StatedCorpus(
            name=data["name"],
            version=data["version"],
            items=data["items"],
            sha256=data["sha256"],
            identifiers=data["identifiers"],
        )


def _initial(saved: Corpus | None) -> dict[str, Any]:
    """Show what is saved; beside a frozen version, begin the next one."""
    if saved is None:
        return {}
    if saved.frozen_at is not None:
        return {"name": saved.name, "version": _next_version(saved.version)}
    return {
        "name": saved.name,
        "version": saved.version,
        "items": saved.item_count,
        "sha256": saved.sha256,
    }


def _next_version(version: str) -> str:
    return str(int(version) + 1) if version.isascii() and version.isdigit() else ""
