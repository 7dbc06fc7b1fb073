"""Files that are not what their name says: empty, a pointer, an error page, or a run of zero bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO

from simpul_recorder.finding import Finding, Reporter, gettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD_BYTES = 1024
BLOCK_BYTES = 64 * 1024
LONG_ZERO_RUN_BLOCKS = 16
LFS_FIRST_LINE = b"version https://git-lfs.github.com/spec/"
ANNEX_POINTERS = (b"/annex/objects/", b"../.git/annex/objects/")
PAGE_BEGINNINGS = (b"<!doctype", b"<html", b"<?xml", b"<error", b"<head")
WEIGHT_ENDINGS = (
    ".safetensors", ".pt", ".pth", ".bin", ".ckpt", ".gguf", ".onnx", ".h5", ".npz", ".npy", ".msgpack",
    ".pkl", ".tar", ".gz", ".zst", ".zip", ".parquet",
)  # fmt: skip
TEXT_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".md", ".yaml", ".yml", ".toml", ".log")


def check_content(path: str, stream: BinaryIO) -> tuple[Finding, ...]:
    """Look at the bytes themselves, whatever the format: any of these makes all later checks pointless.

    A Git LFS pointer under ``model.safetensors`` is about 131 bytes that start ``version https://git-lfs``; a
    library says "header too large" of it, so this is tested before the format.
    """
    report = Reporter(path)
    stream.seek(0)
    head = stream.read(HEAD_BYTES)
    if not head:
        report.error("empty-file", gettext_noop("The file is empty: what wrote it did not finish."))
        return report.findings
    _find_pointer(head, report)
    if path.lower().endswith(WEIGHT_ENDINGS):
        _find_error_page(head, report)
    if not report.found:
        _find_zeros(path, stream, report)
    return report.findings


def _find_pointer(head: bytes, report: Reporter) -> None:
    if head.startswith(LFS_FIRST_LINE):
        report.error(
            "git-lfs-pointer",
            gettext_noop(
                "The file is a Git LFS pointer, not the file itself: run git lfs pull and take it again."
            ),
        )
    elif head.startswith(ANNEX_POINTERS):
        report.error(
            "git-annex-pointer",
            gettext_noop("The file is a git-annex pointer, not the file itself: run git annex get first."),
        )


def _find_error_page(head: bytes, report: Reporter) -> None:
    beginning = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if beginning.startswith(PAGE_BEGINNINGS):
        report.error("error-page", gettext_noop("The file is a web page or XML under the name of weights."))
    elif beginning[:1] in (b"{", b"[") and _is_text(head):
        report.error(
            "error-page", gettext_noop("The file is JSON under the name of weights: an error answer?")
        )


def _is_text(head: bytes) -> bool:
    if b"\0" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4
    return True


def _find_zeros(path: str, stream: BinaryIO, report: Reporter) -> None:
    """Zero bytes at the start or in a text are an error; a long run inside weights may be a zero tensor."""
    start, longest, ending, total = _zero_runs(stream)
    if start == total:
        report.error("zero-bytes", gettext_noop("The file holds only zero bytes."))
    elif path.lower().endswith(TEXT_ENDINGS):
        line = _line_of_first_zero(stream)
        if line is not None:
            report.error(
                "nul", gettext_noop("The text holds a zero byte: it was cut, or is not UTF-8."), line
            )
    elif start >= BLOCK_BYTES:
        report.error("zero-bytes", gettext_noop("The file starts with %(count)s zero bytes."), count=start)
    elif longest >= LONG_ZERO_RUN_BLOCKS * BLOCK_BYTES:
        template = (
            gettext_noop("The file ends with %(count)s zero bytes: was its transfer finished?")
            if ending == longest
            else gettext_noop("The file holds a run of %(count)s zero bytes: was its transfer finished?")
        )
        report.warning("zero-run", template, count=longest)


def _zero_runs(stream: BinaryIO) -> tuple[int, int, int, int]:
    """Give the zero bytes at the start, in the longest run, in the run at the end, and all bytes.

    Runs are measured in whole blocks of 64 KiB: a shorter one is no sign of anything.
    """
    start = longest = run = total = 0
    for block in _blocks(stream):
        run = run + len(block) if not block.strip(b"\0") else 0
        longest = max(longest, run)
        total += len(block)
        if run == total:
            start = total
    return start, longest, run, total


def _line_of_first_zero(stream: BinaryIO) -> int | None:
    line = 1
    for block in _blocks(stream):
        place = block.find(b"\0")
        if place >= 0:
            return line + block.count(b"\n", 0, place)
        line += block.count(b"\n")
    return None


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    while block := stream.read(BLOCK_BYTES):
        yield block


def size_of(stream: BinaryIO) -> int:
    """Measure what the stream holds, and go back to its start."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    return size
