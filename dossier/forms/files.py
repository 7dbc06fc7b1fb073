"""Forms of the dossier: what is expected, what arrives, what was done with a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import DeliverableKind, Priority
from campaigns.forms.times import MomentField
from campaigns.models import Campaign
from dossier.models import Evidence, EvidenceKind, ExpectedFile
from dossier.queries.files import FileStanding
from teams.services.wording import word


class ExpectedFileForm(forms.ModelForm):  # type: ignore[type-arg]
    """A file that the dossier waits for, and whose it is."""

    class Meta:
        model = ExpectedFile
        fields = ["path", "kind", "variant", "priority"]
        help_texts = {"path": _("As the manifest names it; * and ** stand for any name and any folder.")}

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.campaign = campaign
        variant = self.fields["variant"]
        assert isinstance(variant, forms.ModelChoiceField)
        variant.queryset = campaign.variants.all()
        variant.empty_label = _("the campaign")
        for name, vocabulary in (("kind", DeliverableKind), ("priority", Priority)):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [(each.value, word(each.value)) for each in vocabulary]


class ManifestForm(forms.Form):
    """A list of hashes as sha256sum writes it."""

    manifest = forms.FileField(
        label=_("Manifest"),
        help_text=_("A text file as sha256sum writes it: a hash, two spaces, a path, on each line."),
    )
    source = forms.CharField(
        label=_("From"),
        required=False,
        max_length=200,
        help_text=_("The machine or folder that it was made in."),
    )


class UploadForm(forms.Form):
    """A small file under its path in the dossier."""

    path = forms.CharField(label=_("Path in the dossier"), max_length=400)
    file = forms.FileField(
        label=_("File"), allow_empty_file=True, help_text=_("At most 20 MB. It is checked, never run.")
    )


class EvidenceForm(forms.ModelForm):  # type: ignore[type-arg]
    """Who did what with a file, when, where, and what was compared."""

    sha256 = forms.ChoiceField(label=_("Content"))
    done_at = MomentField(label=_("When"))

    class Meta:
        model = Evidence
        fields = ["kind", "sha256", "performed_by", "done_at", "machine", "compared", "exit_code"]
        widgets = {"compared": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "performed_by": _("The person who did it."),
            "machine": _("Name the machine; confirming needs another one, or another person."),
            "compared": _("For example: probe predictions of 20 items against the sealed ones, all equal."),
            "exit_code": _("Of the process that loaded it again; 0 means that it worked."),
        }

    def __init__(self, *args: Any, expected: ExpectedFile, standing: FileStanding, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.expected = expected
        content = self.fields["sha256"]
        assert isinstance(content, forms.ChoiceField)
        content.choices = [(file.sha256, f"{file.path} ({file.sha256[:12]})") for file in standing.found]
        kind = self.fields["kind"]
        assert isinstance(kind, forms.TypedChoiceField)
        kind.choices = [(each.value, word(each.value)) for each in EvidenceKind]
