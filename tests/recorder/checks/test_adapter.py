import json

import pytest

from simpul_recorder.checks.adapter import check_adapter
from simpul_recorder.checks.safetensors import Tensor

COMMIT = "13afe5124825b4f3751f836b40dafda64c1ed062"
GOOD = {"base_model_name_or_path": "meta-llama/Llama-3.2-3B", "revision": COMMIT, "r": 8}


def found(
    sealed: str | None = None, tensors: dict[str, Tensor] | None = None, **changed: object
) -> list[str]:
    content = json.dumps({**GOOD, **changed}).encode()
    findings = check_adapter("adapter_config.json", content, sealed, tensors)
    return [f"{finding.severity.value} {finding.code}" for finding in findings]


def test_r10_2_an_adapter_with_the_commit_of_its_base_is_well_formed() -> None:
    assert found() == []
    assert found(base_model_name_or_path="gpt2") == []


def test_r10_2_no_revision_is_an_error_unless_the_sealed_manifest_names_the_commit() -> None:
    assert found(revision=None) == ["error revision-missing"]
    assert found(revision=None, sealed="main") == ["error revision-missing"]
    assert found(revision=None, sealed=COMMIT) == ["note revision-sealed"]


@pytest.mark.parametrize("revision", ["main", "v1.0", COMMIT[:7], COMMIT.upper(), 3])
def test_r10_2_a_branch_or_a_short_hash_is_an_error(revision: object) -> None:
    assert found(revision=revision, sealed=COMMIT) == ["error revision-branch"]


def test_a_revision_that_differs_from_the_sealed_one_is_an_error() -> None:
    assert found(sealed="0" * 40) == ["error revision-differs"]
    assert found(sealed=COMMIT) == []


@pytest.mark.parametrize(
    "base",
    [
        "/content/drive/base",
        "./base",
        "../base",
        "~/base",
        "C:\\models\\base",
        "file:///m",
        "models/llama/7b",
        "/x",
    ],
)
def test_r10_2_a_base_on_one_machine_is_an_error(base: str) -> None:
    assert found(base_model_name_or_path=base) == ["error local-base"]


def test_a_missing_base_is_an_error() -> None:
    assert found(base_model_name_or_path=None) == ["error no-base"]


def test_the_rank_agrees_with_the_tensors_unless_ranks_differ_per_layer() -> None:
    tensors = {"base.q_proj.lora_A.weight": Tensor("F32", (16, 64), 0, 4096)}
    assert found(tensors=tensors) == ["error rank-differs"]
    assert found(tensors=tensors, r=16) == []
    assert found(tensors=tensors, rank_pattern={"q_proj": 16}) == []


def test_a_path_of_one_machine_is_an_error_under_a_loaders_key_and_a_note_elsewhere() -> None:
    assert found(tokenizer_path="/home/someone/tok") == ["error local-path"]
    assert found(note="/tmp/run1") == ["note local-path"]


def test_what_is_no_object_is_an_error() -> None:
    assert [finding.code for finding in check_adapter("a", b"[]")] == ["not-an-object"]
    assert [finding.code for finding in check_adapter("a", b"null")] == ["not-an-object"]
    assert [finding.code for finding in check_adapter("a", b"{")] == ["json"]
