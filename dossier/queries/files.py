"""The dossier as it stands: what is expected, what came, how far each is proved (R10.1-R10.3)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch
from django.shortcuts import get_object_or_404

from campaigns.domain.vocabulary import CampaignState, DeliverableKind, Priority
from campaigns.domain.workflow import can_record
from campaigns.models import Campaign, Corpus
from dossier.domain import expectations, levels
from dossier.domain.expectations import DeclaredFile, Entry, FileState, FoundFile, ReceivedFile
from dossier.models import Evidence, ExpectedFile, Manifest, StoredFile
from teams.domain.message import Message


@dataclass(frozen=True)
class FileStanding:
    """One expected file: what was found for it, its level, and what it still needs."""

    id: int
    path: str
    kind: DeliverableKind
    owner: str
    priority: Priority
    state: FileState
    found: tuple[FoundFile, ...]
    level: levels.Level | None
    is_verified: bool
    rejected: tuple[Message | str, ...]
    needs: Message | None
    absence_reason: str
    findings: tuple[dict[str, object], ...]
    evidence: tuple[Evidence, ...]

    @property
    def anchor(self) -> str:
        """Where the file stands on the dossier's page."""
        return f"file-{self.id}"

    @property
    def remarks(self) -> tuple[dict[str, object], ...]:
        """Findings that the reasons of the rejection do not say already, or say without their line."""
        return tuple(
            finding
            for finding in self.findings
            if finding["line"] or finding["severity"] != "error" or finding["code"] in levels.IDENTIFIER_CODES
        )


@dataclass(frozen=True)
class DossierView:
    """Everything that the dossier's page shows."""

    files: tuple[FileStanding, ...]
    unexpected: tuple[FoundFile, ...]
    manifest: Manifest | None

    @property
    def present(self) -> int:
        """Count the expected files for which something is here, whatever it is worth."""
        return sum(1 for file in self.files if file.state is not FileState.MISSING)

    @property
    def verified(self) -> int:
        """Count the verified ones only; a file that exists is not one of them (R10.3)."""
        return sum(1 for file in self.files if file.is_verified)


def files_may_change(campaign: Campaign) -> bool:
    """Say whether files are still expected, received and proved; not after the campaign ended (R11.5)."""
    return can_record(CampaignState(campaign.state))


def corpus_of(campaign: Campaign) -> Corpus | None:
    """The corpus that runs are compared on: the newest frozen one (R1.5)."""
    return campaign.corpora.filter(frozen_at__isnull=False).order_by("frozen_at", "id").last()


def standings(campaign: Campaign) -> tuple[FileStanding, ...]:
    """How far every expected file is proved. Five queries, however many files there are."""
    return dossier_of(campaign).files


def dossier_of(campaign: Campaign) -> DossierView:
    """Set what is expected against the newest manifest and the newest upload of each path."""
    rows = expected_rows(campaign)
    manifest = newest_manifest(campaign)
    stored = newest_uploads(campaign)
    declared = (
        [DeclaredFile(entry.path, entry.sha256) for entry in manifest.entries.all()] if manifest else []
    )
    received = [_received(row) for row in stored.values()]
    compared = expectations.compare(
        [_expected(row) for row in rows], declared, received, has_manifest=manifest is not None
    )
    files = tuple(_standing(row, entry, stored) for row, entry in zip(rows, compared.entries, strict=True))
    return DossierView(files, compared.unexpected, manifest)


def expected_rows(campaign: Campaign) -> tuple[ExpectedFile, ...]:
    """The expected files with their variants and evidence. Two queries."""
    evidence = Prefetch("evidence", Evidence.objects.select_related("recorded_by"))
    rows = campaign.expected_files.select_related("variant", "run")
    return tuple(rows.prefetch_related(evidence).order_by("path"))


def newest_manifest(campaign: Campaign) -> Manifest | None:
    """The newest manifest with its entries; it replaces the ones before. Two queries."""
    manifests = campaign.manifests.select_related("uploaded_by").prefetch_related("entries")
    return manifests.order_by("-number").first()


def newest_uploads(campaign: Campaign) -> dict[str, StoredFile]:
    """The newest upload of each path. One query."""
    rows = campaign.stored_files.select_related("uploaded_by").order_by("uploaded_at", "pk")
    return {row.path: row for row in rows}


def expected_file_for(campaign: Campaign, number: int) -> ExpectedFile:
    """One expected file of the campaign; any other answers 404."""
    return get_object_or_404(campaign.expected_files.select_related("campaign__team", "variant"), pk=number)


def standing_for(campaign: Campaign, number: int) -> FileStanding:
    """How far one expected file is proved."""
    expected_file_for(campaign, number)
    return next(file for file in standings(campaign) if file.id == number)


def verified_kinds(files: Iterable[FileStanding]) -> dict[str, frozenset[DeliverableKind]]:
    """Which kinds of a variant's files are all verified, by the variant's identifier (R9.2)."""
    by_owner: dict[str, dict[DeliverableKind, bool]] = {}
    for file in files:
        kinds = by_owner.setdefault(file.owner, {})
        kinds[file.kind] = kinds.get(file.kind, True) and file.is_verified
    return {
        owner: frozenset(kind for kind, verified in kinds.items() if verified)
        for owner, kinds in by_owner.items()
    }


def _expected(row: ExpectedFile) -> expectations.ExpectedFile:
    owner = row.variant.identifier if row.variant else ""
    return expectations.ExpectedFile(DeliverableKind(row.kind), owner, row.path, Priority(row.priority))


def _received(row: StoredFile) -> ReceivedFile:
    return ReceivedFile(row.path, row.sha256, row.size, levels.errors_of_format(row.findings))


def _standing(row: ExpectedFile, entry: Entry, stored: dict[str, StoredFile]) -> FileStanding:
    uploads = [stored[file.path] for file in entry.found if file.path in stored]
    kind = entry.expected.kind
    complete = [levels.identifiers_of(kind, upload.findings) for upload in uploads]
    standing = levels.assess(
        entry,
        tuple(_claim(each) for each in row.evidence.all()),
        authors=[str(upload.uploaded_by) for upload in uploads],
        identifiers_complete=None if None in complete or not complete else all(complete),
    )
    return FileStanding(
        id=row.pk,
        path=row.path,
        kind=kind,
        owner=entry.expected.owner,
        priority=entry.expected.priority,
        state=entry.state,
        found=entry.found,
        level=standing.level,
        is_verified=standing.is_verified,
        rejected=standing.rejected,
        needs=standing.needs,
        absence_reason=row.absence_reason,
        findings=tuple(finding for upload in uploads for finding in upload.findings),
        evidence=tuple(row.evidence.all()),
    )


def _claim(row: Evidence) -> levels.Evidence:
    return levels.Evidence(
        kind=levels.EvidenceKind(row.kind),
        sha256=row.sha256,
        by=row.performed_by,
        at=row.done_at,
        where=row.machine,
        compared=row.compared,
        exit_code=row.exit_code,
    )
