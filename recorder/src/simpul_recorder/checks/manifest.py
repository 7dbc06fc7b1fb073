"""A manifest in the format of ``sha256sum``: a hash and a name on each line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simpul_recorder.checks.names import unsafe_reasons
from simpul_recorder.finding import Finding, Reporter, gettext_noop, shown

MANIFEST_NAME = "manifest-sha256.txt"
EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

_LINE = re.compile(r"(\\?)([0-9A-Fa-f]{64}) ([ *])(.+)", re.DOTALL)
_TAGGED = re.compile(r"\\?[A-Za-z0-9/-]+ \(.*\) = [0-9A-Za-z+/=]+")
_OTHER_HASH = re.compile(r"\\?([0-9A-Fa-f]{32,128}) [ *].")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_ESCAPED = {"\\": "\\", "n": "\n", "r": "\r"}
_LENGTHS = {32: "MD5", 40: "SHA-1", 56: "SHA-224", 96: "SHA-384", 128: "SHA-512"}


@dataclass(frozen=True)
class ManifestEntry:
    """One line: the file ``path`` had the content ``sha256`` when the manifest was written."""

    path: str
    sha256: str
    line: int
    binary: bool = False

    @property
    def is_empty_file(self) -> bool:
        return self.sha256 == EMPTY_SHA256


@dataclass(frozen=True)
class Manifest:
    """What could be read, and what could not, line by line."""

    entries: tuple[ManifestEntry, ...]
    findings: tuple[Finding, ...]

    @property
    def has_errors(self) -> bool:
        return any(finding.is_error for finding in self.findings)


def parse_manifest(content: str | bytes, path: str = MANIFEST_NAME) -> Manifest:
    r"""Read a manifest; a line that cannot be read is an error with its number and the others still count.

    ``<64 hex>  out/a.jsonl`` and ``<64 hex> *out/a.bin`` give ``out/a.jsonl`` and ``out/a.bin``; a line
    that starts with a backslash spells ``\n``, ``\r`` and ``\\`` out in its name; a ``./`` before is dropped.
    """
    report = Reporter(path)
    text = content if isinstance(content, str) else _decoded(content, report)
    if text is None:
        return Manifest((), report.findings)
    entries: list[ManifestEntry] = []
    for number, line in enumerate(text.split("\n"), start=1):
        line = line[:-1] if line.endswith("\r") else line
        if not line.strip() or line.startswith("#"):
            continue
        entry = _entry(line, number, report)
        if entry is not None:
            entries.append(entry)
    if not entries and not report.found:
        report.error("manifest-empty", gettext_noop("The manifest names no file."))
    return Manifest(_without_repeats(entries, report), report.findings)


def _decoded(content: bytes, report: Reporter) -> str | None:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        report.error("utf-16", gettext_noop("The file is UTF-16; save it as UTF-8."))
        return None
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        report.error("nul", gettext_noop("The file holds a zero byte: it is no manifest, or cut."), line)
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        report.error("not-utf-8", gettext_noop("The line is not UTF-8."), line)
        return None


def _entry(line: str, number: int, report: Reporter) -> ManifestEntry | None:
    matched = _LINE.fullmatch(line.lstrip(" \t"))
    if matched is None:
        _explain(line, number, report)
        return None
    escaped, digest, mark, name = matched.groups()
    if escaped:
        unescaped = _unescaped(name)
        if unescaped is None:
            report.error(
                "manifest-escape",
                gettext_noop(
                    "After a backslash only n, r or another backslash may stand in an escaped name."
                ),
                number,
            )
            return None
        name = unescaped
    while name.startswith("./"):
        name = name[2:].lstrip("/")
    if not _is_usable(name, number, report):
        return None
    return ManifestEntry(name, digest.lower(), number, mark == "*")


def _explain(line: str, number: int, report: Reporter) -> None:
    if _TAGGED.fullmatch(line):
        report.error(
            "manifest-bsd-tag",
            gettext_noop(
                "The line is in the BSD style (sha256sum --tag). Write it as sha256sum does without --tag: "
                "the hash, two spaces, the name."
            ),
            number,
        )
        return
    other = _OTHER_HASH.match(line)
    if other is not None and len(other.group(1)) != 64:
        digits = len(other.group(1))
        report.error(
            "manifest-other-hash",
            gettext_noop("The hash has %(digits)s digits (%(kind)s); SHA-256 has 64."),
            number,
            digits=digits,
            kind=_LENGTHS.get(digits, "unknown"),
        )
        return
    report.error(
        "manifest-line",
        gettext_noop("Expected a SHA-256 hash, two spaces and a name, found: %(found)s"),
        number,
        found=shown(line),
    )


def _unescaped(name: str) -> str | None:
    if any(escape not in _ESCAPED for escape in _ESCAPE.findall(name)):
        return None
    return _ESCAPE.sub(lambda matched: _ESCAPED[matched.group(1)], name)


def _is_usable(name: str, number: int, report: Reporter) -> bool:
    if name == "-":
        report.error(
            "manifest-stdin", gettext_noop("The name is -: the hash is of a stream, not of a file."), number
        )
        return False
    reasons = unsafe_reasons(name)
    for reason in reasons:
        report.error(
            "unsafe-name",
            gettext_noop("The name %(name)s is unsafe: %(reason)s."),
            number,
            name=shown(name),
            reason=reason,
        )
    return not reasons


def _without_repeats(entries: list[ManifestEntry], report: Reporter) -> tuple[ManifestEntry, ...]:
    """Keep the first line of each name; a second is an error with another hash, a warning with the same."""
    first: dict[str, ManifestEntry] = {}
    for entry in entries:
        kept = first.setdefault(entry.path, entry)
        if kept is entry:
            continue
        say = report.warning if kept.sha256 == entry.sha256 else report.error
        say(
            "manifest-duplicate",
            gettext_noop("%(name)s stands in line %(first)s already."),
            entry.line,
            name=shown(entry.path),
            first=kept.line,
        )
    return tuple(first.values())
