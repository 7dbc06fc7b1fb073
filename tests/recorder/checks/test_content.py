import io

import pytest

from simpul_recorder.checks.content import check_content

POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
)
BLOCK = b"\0" * (64 * 1024)


def codes(path: str, content: bytes) -> list[tuple[str, str]]:
    return [(finding.severity.value, finding.code) for finding in check_content(path, io.BytesIO(content))]


def test_r10_2_an_empty_file_is_always_an_error() -> None:
    assert codes("notes.md", b"") == [("error", "empty-file")]


def test_r10_2_a_pointer_is_not_the_file_it_stands_for() -> None:
    assert codes("model.safetensors", POINTER) == [("error", "git-lfs-pointer")]
    assert codes("predictions.jsonl", POINTER) == [("error", "git-lfs-pointer")]
    assert codes("m.bin", b"/annex/objects/SHA256E-s10--ab.bin\n") == [("error", "git-annex-pointer")]


@pytest.mark.parametrize(
    "page",
    [b"<!DOCTYPE html><html>", b"\n <html>", b"\xef\xbb\xbf<?xml version", b'{"error": "not found"}', b"[]"],
)
def test_an_error_page_under_the_name_of_weights_is_an_error(page: bytes) -> None:
    assert codes("V1/adapter_model.safetensors", page) == [("error", "error-page")]
    assert codes("V1/page.html", page) == []


def test_a_safetensors_header_whose_length_looks_like_a_brace_is_no_error_page() -> None:
    assert codes("m.safetensors", (123).to_bytes(8, "little") + b"{" + b" " * 122) == []


def test_zero_bytes_at_the_start_or_everywhere_are_an_error() -> None:
    assert codes("m.bin", b"\0" * 10) == [("error", "zero-bytes")]
    assert codes("m.bin", BLOCK * 3) == [("error", "zero-bytes")]
    assert codes("m.bin", BLOCK + b"x" * 10) == [("error", "zero-bytes")]
    assert codes("m.bin", b"\0" * 100 + b"x" * 10) == []


def test_a_long_run_inside_weights_is_only_a_warning_since_a_tensor_may_be_zero() -> None:
    filled = b"x" * len(BLOCK)
    inside = check_content("m.bin", io.BytesIO(filled + BLOCK * 16 + filled))
    at_end = check_content("m.bin", io.BytesIO(filled + BLOCK * 16))
    assert [finding.message for finding in inside + at_end] == [
        "The file holds a run of 1048576 zero bytes: was its transfer finished?",
        "The file ends with 1048576 zero bytes: was its transfer finished?",
    ]
    assert codes("m.bin", filled + BLOCK * 15 + filled) == []


def test_a_zero_byte_in_a_text_is_an_error_with_its_line() -> None:
    (finding,) = check_content("log.txt", io.BytesIO(b"one\ntwo\nth\0\0\0"))
    assert (finding.line, finding.code, finding.severity.value) == (3, "nul", "error")
