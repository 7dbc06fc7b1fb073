"""Output files of the examples: small, real in their format, handed in and checked like any others."""

import hashlib
import json
import struct
from datetime import datetime

from campaigns.models import Campaign
from dossier.models import Evidence, EvidenceKind
from dossier.queries.files import expected_file_for, standings
from dossier.services.arrivals import receive_file, receive_manifest, record_evidence
from dossier.services.files import expect_what_the_goal_promises, explain_absence
from teams.models import Person


def hand_in(campaign: Campaign, planner: Person, lead: Person, at: datetime) -> None:
    """Hand in every promised file with a manifest, and record what was done with each."""
    expect_what_the_goal_promises(campaign=campaign, by=planner, now=at)
    contents = _contents(campaign)
    lines = [f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(contents.items())]
    receive_manifest(
        campaign=campaign, content="".join(lines).encode(), source="rented machine", by=planner, now=at
    )
    for path, content in sorted(contents.items()):
        receive_file(campaign=campaign, path=path, chunks=[content], by=planner, now=at)
    for file in standings(campaign):
        if not file.is_verified:
            _record(campaign, file.id, file.found[0].sha256, file.path, planner, lead, at)


def explain_all(campaign: Campaign, planner: Person, at: datetime) -> None:
    """Say of every promised file why it is missing."""
    expect_what_the_goal_promises(campaign=campaign, by=planner, now=at)
    reason = "No variant met the threshold, so nothing of it was kept beyond the metrics of its run."
    for file in standings(campaign):
        explain_absence(file=expected_file_for(campaign, file.id), reason=reason, by=planner, now=at)


def _record(
    campaign: Campaign, number: int, sha256: str, path: str, planner: Person, lead: Person, at: datetime
) -> None:
    artefact = path.endswith("**")
    evidence = Evidence(
        expected=expected_file_for(campaign, number),
        kind=(EvidenceKind.RELOAD_MATCHED if artefact else EvidenceKind.READ).value,
        sha256=sha256,
        done_at=at,
        machine="a second machine, new process" if artefact else "at the desk",
        compared="predictions of 20 probe items, all equal" if artefact else "read from start to end",
        exit_code=0 if artefact else None,
        performed_by=str(planner if artefact else lead),
    )
    record_evidence(evidence=evidence, by=planner if artefact else lead, now=at)


def _contents(campaign: Campaign) -> dict[str, bytes]:
    corpus = campaign.corpora.order_by("id").last()
    assert corpus is not None
    contents = {
        "error-analysis.md": b"# Error analysis\n\nMost errors are arithmetic slips in the last step.\n",
        "reload-instructions.md": b"# Reload\n\nLoad the base at its recorded revision, then the adapter.\n",
    }
    for variant in campaign.variants.filter(dropped_at=None):
        folder = variant.identifier
        contents[f"{folder}/predictions.jsonl"] = _predictions(corpus.identifiers, folder)
        contents[f"{folder}/artefact/weights.safetensors"] = _safetensors(variant.name)
    return contents


def _predictions(identifiers: list[str], variant: str) -> bytes:
    lines = [json.dumps({"id": name, "prediction": f"{variant}: 42"}) for name in identifiers]
    return ("\n".join(lines) + "\n").encode()


def _safetensors(name: str) -> bytes:
    """A whole, tiny file in the format: one tensor of four 32-bit numbers."""
    data = struct.pack("<4f", *(float(number) for number in hashlib.sha256(name.encode()).digest()[:4]))
    header = json.dumps({"weight": {"dtype": "F32", "shape": [4], "data_offsets": [0, len(data)]}}).encode()
    return struct.pack("<Q", len(header)) + header + data
