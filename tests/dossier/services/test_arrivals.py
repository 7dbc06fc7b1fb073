"""Real bytes against the dossier: what arrives is checked, never trusted, and existing is not verified (R10.x)."""

import json
import struct

import pytest
from django.core.exceptions import ValidationError

from dossier.domain.levels import Level
from dossier.models import Manifest, ManifestEntry, StoredFile
from dossier.queries.files import dossier_of
from dossier.services.arrivals import receive_manifest
from tests.closing import Closing, manifest_of, predictions
from tests.running import NOW, clock

pytestmark = pytest.mark.django_db
POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    b"size 12345\n"
)
ERROR_PAGE = b"<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n"
WEIGHTS = "V1/artefact/model.safetensors"


def safetensors(cut: int = 0) -> bytes:
    """Return one tensor of four 32-bit numbers, with bytes cut off its end."""
    data = struct.pack("<4f", 1, 2, 3, 4)
    header = json.dumps({"weight": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}).encode()
    whole = struct.pack("<Q", len(header)) + header + data
    return whole[: len(whole) - cut]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (safetensors(cut=4), "not well-formed"),
        (POINTER, "pointer"),
        (ERROR_PAGE, "page"),
        (b"", "is empty"),
    ],
    ids=["truncated safetensors", "LFS pointer", "error page", "empty file"],
)
def test_r10_2_what_only_looks_like_weights_is_rejected_although_it_is_sealed(
    closing: Closing, content: bytes, said: str
) -> None:
    closing.expect_one("V1/artefact/**", "artefact", "V1")
    closing.seal({WEIGHTS: content})
    closing.upload(WEIGHTS, content)
    file = closing.file("V1/artefact/**")
    assert said in " ".join(str(reason) for reason in file.rejected)
    assert file.is_verified is False


def test_r10_3_whole_weights_are_well_formed_and_verified_only_by_a_reload_that_matched(
    closing: Closing,
) -> None:
    closing.expect_one("V1/artefact/**", "artefact", "V1")
    closing.seal({WEIGHTS: safetensors()})
    closing.upload(WEIGHTS, safetensors())
    assert closing.file("V1/artefact/**").level is Level.WELL_FORMED
    assert closing.file("V1/artefact/**").is_verified is False
    closing.evidence("V1/artefact/**", kind="reload reported", exit_code=0)
    assert closing.file("V1/artefact/**").is_verified is False
    closing.evidence("V1/artefact/**", kind="reload matched", exit_code=0, compared="20 probe items, equal")
    assert closing.file("V1/artefact/**").is_verified is True


def test_r10_3_failed_reload_rejects_although_the_file_is_whole(closing: Closing) -> None:
    closing.expect_one("V1/artefact/**", "artefact", "V1")
    closing.upload(WEIGHTS, safetensors())
    closing.evidence("V1/artefact/**", kind="reload reported", exit_code=1)
    file = closing.file("V1/artefact/**")
    assert [str(reason) for reason in file.rejected] == [
        "It could not be loaded again: exit code 1 on at the desk, says Laras Lead."
    ]


def test_r10_2_predictions_with_missing_duplicate_and_unexpected_items_are_not_verified(
    closing: Closing,
) -> None:
    closing.expect()
    wrong = predictions("V1", 198) + b'{"id": "q1", "prediction": "again"}\n'
    closing.seal({"V1/predictions.jsonl": wrong})
    closing.upload("V1/predictions.jsonl", wrong)
    file = closing.file("V1/predictions.*")
    codes = {finding["code"] for finding in file.findings}
    assert "duplicate-identifiers" in codes
    assert codes & {"missing-identifiers", "identifier-count"}
    assert file.is_verified is False
    assert str(file.needs) == "Its identifiers must be exactly those of the corpus."


def test_r10_2_complete_predictions_are_verified_once_a_manifest_seals_them(closing: Closing) -> None:
    closing.expect()
    closing.upload("V1/predictions.jsonl", predictions("V1"))
    assert closing.file("V1/predictions.*").is_verified is False
    closing.seal({"V1/predictions.jsonl": predictions("V1")})
    assert closing.file("V1/predictions.*").is_verified is True


def test_r10_2_other_bytes_than_the_sealed_ones_are_rejected(closing: Closing) -> None:
    closing.expect()
    closing.seal({"V1/predictions.jsonl": predictions("V1")})
    closing.upload("V1/predictions.jsonl", predictions("other"))
    reasons = [str(reason) for reason in closing.file("V1/predictions.*").rejected]
    assert reasons == ["V1/predictions.jsonl is not the file that was sealed: its hash differs."]


def test_r10_2_wrong_lines_of_a_manifest_are_named_and_nothing_is_kept(closing: Closing) -> None:
    good = manifest_of({"V1/predictions.jsonl": b"x"})
    content = good + b"not a hash  V1/a.txt\n" + b"0" * 64 + b"  /etc/passwd\n"
    with pytest.raises(ValidationError) as refused:
        receive_manifest(campaign=closing.campaign, content=content, source="", by=closing.planner, now=NOW)
    said = refused.value.message_dict["manifest"]
    assert [line.partition(":")[0] for line in said] == ["Line 2", "Line 3"]
    assert not Manifest.objects.exists()
    assert not ManifestEntry.objects.exists()


def test_r10_2_later_manifest_replaces_the_one_before_and_both_are_kept(closing: Closing) -> None:
    closing.expect()
    closing.seal({"V1/predictions.jsonl": b"first"})
    closing.seal({"V1/predictions.jsonl": predictions("V1")})
    closing.upload("V1/predictions.jsonl", predictions("V1"))
    assert [row.number for row in closing.campaign.manifests.all()] == [1, 2]
    assert closing.file("V1/predictions.*").is_verified is True


def test_r10_1_more_than_the_cap_is_refused_and_nothing_is_kept(closing: Closing) -> None:
    with pytest.raises(ValidationError, match="At most 20 MB arrive here"):
        closing.upload("V1/large.bin", bytes(20 * 1024 * 1024 + 1))
    assert not StoredFile.objects.exists()


def test_r10_1_a_path_that_is_longer_than_its_column_is_refused_by_its_line(closing: Closing) -> None:
    with pytest.raises(ValidationError, match="Line 2: a path has at most 1000 characters"):
        closing.seal({"a.txt": b"a", "b/" * 500 + "c": b"c"})
    assert not Manifest.objects.exists()


@pytest.mark.parametrize("path", ["/etc/passwd", "../secret", "V1\\a.txt", "a\nb"])
def test_r10_2_path_that_leads_elsewhere_is_refused(closing: Closing, path: str) -> None:
    with pytest.raises(ValidationError) as refused:
        closing.upload(path, b"x")
    assert "path" in refused.value.message_dict
    assert not StoredFile.objects.exists()


def test_r10_3_error_analysis_read_only_by_its_uploader_is_not_verified(closing: Closing) -> None:
    closing.expect_one("error-analysis.*", "error analysis")
    closing.upload("error-analysis.md", b"# Errors\n\nArithmetic slips.\n")
    closing.evidence("error-analysis.*", performed_by="putu planner")
    assert closing.file("error-analysis.*").is_verified is False
    closing.evidence("error-analysis.*", performed_by="Laras Lead")
    assert closing.file("error-analysis.*").is_verified is True


def test_r10_3_evidence_about_other_content_or_of_the_future_is_refused(closing: Closing) -> None:
    closing.expect_one("error-analysis.*", "error analysis")
    closing.upload("error-analysis.md", b"# Errors\n")
    for wrong in (
        {"sha256": "0" * 64},
        {"done_at": NOW.replace(year=2030)},
        {"kind": "reload matched"},
        {"compared": ""},
        {"kind": "guessed"},
    ):
        with pytest.raises(ValidationError):
            closing.evidence("error-analysis.*", **wrong)


def test_r10_3_new_upload_takes_the_old_contents_evidence_away(closing: Closing) -> None:
    closing.expect_one("error-analysis.*", "error analysis")
    closing.upload("error-analysis.md", b"# Errors\n")
    closing.evidence("error-analysis.*")
    assert closing.file("error-analysis.*").is_verified is True
    closing.upload("error-analysis.md", b"# Errors, longer\n")
    assert closing.file("error-analysis.*").is_verified is False


def test_r10_1_dossier_counts_present_and_verified_apart_and_names_the_unexpected(closing: Closing) -> None:
    closing.run("V1", started_at=clock(10))
    closing.deliver("V1")
    closing.upload("V0/predictions.jsonl", b"")
    closing.upload("V1/notes.txt", b"seen")
    view = dossier_of(closing.campaign)
    assert (len(view.files), view.present, view.verified) == (2, 2, 1)
    assert [file.path for file in view.unexpected] == ["V1/notes.txt"]
