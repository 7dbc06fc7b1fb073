"""Which checks a file gets, by its name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from simpul_recorder.checks.adapter import ADAPTER_CONFIG, check_adapter
from simpul_recorder.checks.content import check_content
from simpul_recorder.checks.json_strict import read_json
from simpul_recorder.checks.names import check_name
from simpul_recorder.checks.paths import check_paths
from simpul_recorder.checks.predictions import RECORD_ENDINGS, Corpus, check_predictions
from simpul_recorder.checks.records import read_csv, read_jsonl
from simpul_recorder.checks.safetensors import Tensor, check_safetensors
from simpul_recorder.checks.trainer_state import TRAINER_STATE, check_trainer_state
from simpul_recorder.finding import Finding, Reporter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from simpul_recorder.checks.records import Record

LARGEST_JSON = 64 * 1024 * 1024


@dataclass(frozen=True)
class Context:
    """What is known beside the file itself."""

    corpus: Corpus | None = None
    identifier_field: str | None = None
    sealed_revision: str | None = None
    tensors: Mapping[str, Tensor] = field(default_factory=dict)
    was_stopped: bool = False


def is_predictions(path: str) -> bool:
    """Say whether a file is taken for predictions: ``V1/predictions.jsonl`` is."""
    name = path.rpartition("/")[2].lower()
    return "prediction" in name and name.endswith(RECORD_ENDINGS)


def check_file(path: str, stream: BinaryIO, context: Context | None = None) -> tuple[Finding, ...]:
    """Run every check that the name calls for; an empty or replaced file is not looked at any further."""
    named = check_name(path)
    content = check_content(path, stream)
    if any(finding.is_error for finding in content):
        return named + content
    return named + content + _check_format(path, stream, context or Context())


def _check_format(path: str, stream: BinaryIO, context: Context) -> tuple[Finding, ...]:
    name = path.rpartition("/")[2]
    lower = name.lower()
    stream.seek(0)
    if is_predictions(path):
        return check_predictions(path, stream, context.corpus, context.identifier_field).findings
    if lower.endswith(".safetensors"):
        return check_safetensors(path, stream).findings
    if name == ADAPTER_CONFIG:
        return check_adapter(path, stream.read(LARGEST_JSON), context.sealed_revision, context.tensors)
    if name == TRAINER_STATE:
        return check_trainer_state(path, stream.read(LARGEST_JSON), context.was_stopped)
    report = Reporter(path)
    if lower.endswith(".json"):
        check_paths(read_json(stream.read(LARGEST_JSON), report), report)
    elif lower.endswith((".jsonl", ".ndjson")):
        _read_all(read_jsonl(stream, report))
    elif lower.endswith((".csv", ".tsv")):
        _read_all(read_csv(stream, report, "\t" if lower.endswith(".tsv") else ","))
    return report.findings


def _read_all(records: Iterator[Record]) -> None:
    """Read to the end for the sake of what is reported on the way."""
    for _ in records:
        pass
