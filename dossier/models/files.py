from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.domain.vocabulary import DeliverableKind, Priority
from campaigns.models import Campaign, Run, Variant
from campaigns.models.words import known, words
from config.constraints import ExplainedCheck
from config.frozen import CompleteAtBirth, frozen_triggers
from dossier.domain.levels import EvidenceKind
from teams.models import Person


class ExpectedFile(models.Model):
    """A row proves that the dossier waits for this file, and whose it is (R10.1)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="expected_files")
    path = models.CharField(_("path"), max_length=400)
    kind = models.CharField(_("kind"), max_length=30, choices=words(DeliverableKind))
    priority = models.CharField(
        _("priority"), max_length=12, choices=words(Priority), default=Priority.ESSENTIAL
    )
    variant = models.ForeignKey(
        Variant, on_delete=models.PROTECT, related_name="expected_files", null=True, blank=True
    )
    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, related_name="expected_files", null=True, blank=True
    )
    absence_reason = models.TextField(_("why it is missing"), blank=True, default="")
    declared_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="declared_files")
    declared_at = models.DateTimeField(_("declared at"))

    class Meta:
        ordering = ["path"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "path"], name="file_is_expected_once"),
            known("expected_file_kind_is_known", "kind", DeliverableKind),
            known("expected_file_priority_is_known", "priority", Priority),
        ]

    def __str__(self) -> str:
        return self.path


class Manifest(models.Model):
    """A row proves that somebody handed in this list of files and hashes."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="manifests")
    number = models.PositiveIntegerField(_("number"))
    sha256 = models.CharField(max_length=64)
    source = models.CharField(_("from"), max_length=200, blank=True, default="")
    uploaded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="uploaded_manifests")
    uploaded_at = models.DateTimeField(_("uploaded at"))

    class Meta:
        ordering = ["campaign", "number"]
        triggers = frozen_triggers()
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="manifest_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} manifest {self.number}"


class ManifestEntry(models.Model):
    """A row proves which hash a manifest gives to a path."""

    app_rights = "SELECT, INSERT"

    manifest = models.ForeignKey(Manifest, on_delete=models.PROTECT, related_name="entries")
    path = models.CharField(max_length=1000)
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["path"]
        triggers = [*frozen_triggers(), CompleteAtBirth("manifest")]
        constraints = [
            models.UniqueConstraint(fields=["manifest", "path"], name="manifest_names_a_path_once")
        ]

    def __str__(self) -> str:
        return self.path


class StoredFile(models.Model):
    """A row proves that these bytes arrived here and what the checks found in them."""

    app_rights = "SELECT, INSERT"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="stored_files")
    path = models.CharField(_("path"), max_length=400)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField(_("size"))
    findings = models.JSONField(_("findings"), default=list, blank=True)
    uploaded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="uploaded_files")
    uploaded_at = models.DateTimeField(_("uploaded at"))

    class Meta:
        ordering = ["path", "-uploaded_at", "-id"]
        triggers = frozen_triggers()

    def __str__(self) -> str:
        return self.path


class Evidence(models.Model):
    """A row proves that a named person says what was done with a file: when, where, what was compared."""

    app_rights = "SELECT, INSERT"

    expected = models.ForeignKey(ExpectedFile, on_delete=models.PROTECT, related_name="evidence")
    kind = models.CharField(_("what was done"), max_length=20, choices=words(EvidenceKind))
    sha256 = models.CharField(_("hash of the file"), max_length=64)
    done_at = models.DateTimeField(_("when"))
    machine = models.CharField(_("where"), max_length=200)
    compared = models.TextField(_("what was compared"))
    exit_code = models.IntegerField(_("exit code"), null=True, blank=True)
    performed_by = models.CharField(_("done by"), max_length=200)
    recorded_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recorded_evidence")
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["recorded_at", "id"]
        verbose_name_plural = "evidence"
        triggers = frozen_triggers()
        constraints = [
            known("evidence_kind_is_known", "kind", EvidenceKind),
            ExplainedCheck(
                name="evidence_says_where_and_what",
                condition=~models.Q(machine="") & ~models.Q(compared=""),
                message=_("Say where it was done and what was compared."),
                field="compared",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.expected_id} {self.kind}"
