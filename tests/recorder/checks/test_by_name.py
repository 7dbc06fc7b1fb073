import io

import pytest

from simpul_recorder.checks.by_name import Context, check_file
from simpul_recorder.checks.predictions import Corpus


@pytest.mark.parametrize(
    ("path", "content", "code"),
    [
        ("V1/predictions.jsonl", b'{"id":"q2"}\n', "missing-identifiers"),
        ("V1/test_predictions.csv", b"id\nq2\n", "missing-identifiers"),
        ("V1/adapter_config.json", b"{}", "no-base"),
        ("V1/trainer_state.json", b"{}", "no-log-history"),
        ("V1/model.safetensors", b"xxxxxxxxx", "header-length"),
        ("V1/metrics.json", b'{"a": NaN}', "not-finite"),
        ("V1/config.json", b'{"tokenizer": "/tmp/x"}', "local-path"),
        ("V1/log.jsonl", b'{"a":1}\n{', "json"),
        ("V1/raw.csv", b"a,b\n1\n", "cell-count"),
        ("V1/model.safetensors", b"", "empty-file"),
        ("../x.md", b"x", "unsafe-name"),
    ],
)
def test_r10_2_the_name_decides_which_checks_a_file_gets(path: str, content: bytes, code: str) -> None:
    context = Context(corpus=Corpus(1, ("q1",)))
    assert code in [finding.code for finding in check_file(path, io.BytesIO(content), context)]


@pytest.mark.parametrize("path", ["notes.md", "V1/raw.csv", "model.bin"])
def test_a_file_with_nothing_wrong_has_no_finding(path: str) -> None:
    assert check_file(path, io.BytesIO(b"a,b\n")) == ()
