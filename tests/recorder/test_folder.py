import hashlib
import json
from pathlib import Path

import pytest

from simpul_recorder.checks.by_name import Context
from simpul_recorder.checks.predictions import Corpus
from simpul_recorder.finding import Finding
from simpul_recorder.folder import check_folder, sha256_of, walk


def write(root: Path, path: str, content: bytes = b"text\n") -> str:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return f"{hashlib.sha256(content).hexdigest()}  {path}\n"


def found(root: Path, manifest: Path | None = None, corpus: Corpus | None = None) -> list[tuple[str, str]]:
    findings: tuple[Finding, ...] = check_folder(root, Context(corpus), manifest, lambda *_: None)
    return [(finding.path, finding.code) for finding in findings]


def test_a_folder_as_its_manifest_says_has_no_finding(tmp_path: Path) -> None:
    lines = write(tmp_path, "notes.md") + write(tmp_path, "V1/predictions.jsonl", b'{"id":"q1"}\n')
    (tmp_path / "manifest-sha256.txt").write_text(lines)
    assert found(tmp_path, corpus=Corpus(1, ("q1",))) == []


def test_r10_2_missing_unexpected_and_changed_files_are_told(tmp_path: Path) -> None:
    lines = write(tmp_path, "changed.md") + write(tmp_path, "gone.md")
    write(tmp_path, "changed.md", b"other\n")
    (tmp_path / "gone.md").unlink()
    write(tmp_path, "extra.md")
    (tmp_path / "SHA256SUMS").write_text(lines)
    assert found(tmp_path) == [
        ("changed.md", "hash-differs"),
        ("extra.md", "unexpected-file"),
        ("gone.md", "missing-file"),
    ]


def test_a_manifest_may_lie_elsewhere(tmp_path: Path) -> None:
    lines = write(tmp_path / "out", "a.md")
    (tmp_path / "sums.txt").write_text(lines + "nonsense\n")
    assert found(tmp_path / "out", tmp_path / "sums.txt") == [("sums.txt", "manifest-line")]


def test_links_are_recorded_and_never_followed(tmp_path: Path) -> None:
    root = tmp_path / "out"
    write(root, "real/a.md")
    write(tmp_path, "secret.md")
    (root / "inside").symlink_to("real")
    (root / "lost.md").symlink_to("nowhere.md")
    (root / "outside").symlink_to(tmp_path)
    assert walk(root).files == ("real/a.md",)
    assert found(root) == [("inside", "link"), ("lost.md", "link-dangling"), ("outside", "link-outside")]


def test_an_adapters_rank_is_compared_with_the_weights_beside_it(tmp_path: Path) -> None:
    header = json.dumps(
        {"q.lora_A.weight": {"dtype": "U8", "shape": [2, 1], "data_offsets": [0, 2]}}
    ).encode()
    write(tmp_path, "adapter_model.safetensors", len(header).to_bytes(8, "little") + header + b"xx")
    write(
        tmp_path,
        "adapter_config.json",
        json.dumps({"base_model_name_or_path": "gpt2", "revision": "0" * 40, "r": 8}).encode(),
    )
    assert found(tmp_path) == [("adapter_config.json", "rank-differs")]


def test_the_hash_is_the_one_that_sha256sum_writes(tmp_path: Path) -> None:
    write(tmp_path, "a", b"hello\n")
    assert sha256_of(tmp_path / "a") == "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"


def test_a_folder_that_cannot_be_listed_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        walk(tmp_path / "none")
