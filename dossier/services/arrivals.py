"""What arrives: manifests, small files, and what people say was done with a file (R10.1-R10.3).

Nothing that arrives is run, unpickled or extracted; files are only read by the recorder's checks.
"""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from dossier.domain.expectations import EMPTY_SHA256
from dossier.models import Evidence, EvidenceKind, Manifest, ManifestEntry, StoredFile
from dossier.queries.files import corpus_of, standing_for
from dossier.services.files import lock_for_files, record
from dossier.storage import Stored, TooLarge, open_stored, save
from simpul_recorder.checks.by_name import Context, check_file
from simpul_recorder.checks.manifest import parse_manifest
from simpul_recorder.checks.names import unsafe_reasons
from simpul_recorder.checks.predictions import Corpus
from simpul_recorder.finding import Finding
from teams.models import Person

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_MANIFEST = 5 * 1024 * 1024
LONGEST_PATH = 1000


@transaction.atomic
def receive_manifest(
    *, campaign: Campaign, content: bytes, source: str, by: Person, now: datetime
) -> Manifest:
    """Keep a list of files and hashes as ``sha256sum`` writes it; a wrong line keeps the whole list out."""
    campaign = lock_for_files(campaign, by)
    if len(content) > LARGEST_MANIFEST:
        raise ValidationError({"manifest": _("A manifest has at most 5 MB.")})
    parsed = parse_manifest(content)
    if parsed.has_errors:
        raise ValidationError(
            {"manifest": [_line(finding) for finding in parsed.findings if finding.is_error]}
        )
    if long := [entry.line for entry in parsed.entries if len(entry.path) > LONGEST_PATH]:
        message = _("Line %(line)s: a path has at most %(most)s characters.")
        raise ValidationError({"manifest": [message % {"line": line, "most": LONGEST_PATH} for line in long]})
    manifest = Manifest(
        campaign=campaign,
        number=campaign.manifests.count() + 1,
        sha256=sha256(content).hexdigest(),
        source=source,
        uploaded_by=by,
        uploaded_at=now,
    )
    manifest.full_clean()
    manifest.save()
    ManifestEntry.objects.bulk_create(
        ManifestEntry(manifest=manifest, path=entry.path, sha256=entry.sha256) for entry in parsed.entries
    )
    new = {"number": manifest.number, "sha256": manifest.sha256, "files": len(parsed.entries)}
    record(campaign, by, now, "manifest received", "manifest", new)
    return manifest


def receive_file(
    *, campaign: Campaign, path: str, chunks: Iterable[bytes], by: Person, now: datetime
) -> StoredFile:
    """Keep a small file under its path in the dossier, hashed as it arrives, with what the checks find."""
    if reasons := unsafe_reasons(path):
        raise ValidationError({"path": list(reasons)})
    try:
        stored = save(chunks, getattr(settings, "LARGEST_DOSSIER_FILE", LARGEST_FILE))
    except TooLarge as large:
        raise ValidationError(
            {
                "file": _("At most %(cap)s MB arrive here; name a larger file in the manifest.")
                % {"cap": large.cap >> 20}
            }
        ) from large
    return _keep(campaign=campaign, path=path, stored=stored, by=by, now=now)


@transaction.atomic
def _keep(*, campaign: Campaign, path: str, stored: Stored, by: Person, now: datetime) -> StoredFile:
    campaign = lock_for_files(campaign, by)
    row = StoredFile(
        campaign=campaign,
        path=path,
        sha256=stored.sha256,
        size=stored.size,
        findings=_findings(campaign, path, stored),
        uploaded_by=by,
        uploaded_at=now,
    )
    row.full_clean()
    row.save()
    record(campaign, by, now, "file received", path, {"sha256": stored.sha256, "size": stored.size})
    return row


def _findings(campaign: Campaign, path: str, stored: Stored) -> list[dict[str, Any]]:
    corpus = corpus_of(campaign)
    known = Corpus(corpus.item_count, tuple(corpus.identifiers) or None) if corpus else None
    with open_stored(stored.sha256) as stream:
        return [_as_json(finding) for finding in check_file(path, stream, Context(corpus=known))]


def _as_json(finding: Finding) -> dict[str, Any]:
    return {**asdict(finding), "severity": finding.severity.value, "message": finding.message}


@transaction.atomic
def record_evidence(*, evidence: Evidence, by: Person, now: datetime) -> Evidence:
    """Record what a named person did with a file; the content that is here now is what it speaks of."""
    campaign = lock_for_files(evidence.expected.campaign, by)
    standing = standing_for(campaign, evidence.expected_id)
    hashes = {file.sha256 for file in standing.found}
    if not hashes:
        raise ValidationError(_("No file has come yet: upload it or name it in a manifest first."))
    if evidence.sha256 not in hashes or evidence.sha256 == EMPTY_SHA256:
        raise ValidationError({"sha256": _("This is not the hash of a file that was found for this entry.")})
    if evidence.kind in RELOADS and evidence.exit_code is None:
        raise ValidationError({"exit_code": _("A reload ends with an exit code; 0 means that it worked.")})
    if evidence.done_at > now:
        raise ValidationError({"done_at": _("This moment is in the future.")})
    evidence.recorded_by, evidence.recorded_at = by, now
    evidence.full_clean()
    evidence.save()
    new = {"kind": evidence.kind, "sha256": evidence.sha256, "by": evidence.performed_by}
    record(campaign, by, now, "evidence recorded", evidence.expected.path, new)
    return evidence


RELOADS = frozenset({EvidenceKind.RELOAD_REPORTED, EvidenceKind.RELOAD_MATCHED, EvidenceKind.CONFIRMED})


def _line(finding: Finding) -> str:
    if finding.line is None:
        return finding.message
    return _("Line %(line)s: %(message)s") % {"line": finding.line, "message": finding.message}
