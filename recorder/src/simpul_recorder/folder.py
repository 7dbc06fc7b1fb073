"""A whole folder: names, links, contents, formats, and the manifest that it came with."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simpul_recorder.checks.adapter import ADAPTER_CONFIG
from simpul_recorder.checks.by_name import Context, check_file
from simpul_recorder.checks.manifest import MANIFEST_NAME, ManifestEntry, parse_manifest
from simpul_recorder.checks.names import check_collisions
from simpul_recorder.checks.safetensors import check_safetensors
from simpul_recorder.finding import Finding, Reporter, gettext_noop, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MANIFEST_NAMES = (MANIFEST_NAME, "SHA256SUMS")
ADAPTER_WEIGHTS = "adapter_model.safetensors"
HASH_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Tree:
    """What lies in a folder, each name relative to it and with ``/`` between its parts."""

    files: tuple[str, ...]
    links: tuple[str, ...]
    others: tuple[str, ...]


def walk(root: Path) -> Tree:
    """List files and links without following any link."""
    files: list[str] = []
    links: list[str] = []
    others: list[str] = []
    for folder, folders, names in os.walk(root, onerror=_refuse):
        folders.sort()
        for name in sorted(names + [name for name in folders if os.path.islink(os.path.join(folder, name))]):
            path = Path(folder, name)
            kind = links if path.is_symlink() else files if path.is_file() else others
            kind.append(path.relative_to(root).as_posix())
    return Tree(tuple(files), tuple(links), tuple(others))


def _refuse(error: OSError) -> None:
    raise error


def check_folder(
    root: Path, context: Context, manifest: Path | None, progress: Callable[[str, int, int], None]
) -> tuple[Finding, ...]:
    """Check everything in a folder; ``progress`` is told the file, its number and how many there are."""
    tree = walk(root)
    beside = manifest or next((root / name for name in MANIFEST_NAMES if (root / name).is_file()), None)
    own = beside.relative_to(root).as_posix() if beside is not None and beside.is_relative_to(root) else None
    files = tuple(path for path in tree.files if path != own)
    findings = list(check_collisions(files)) + _check_links(root, tree)
    declared, said = _declared(beside)
    findings += said
    for number, path in enumerate(files, start=1):
        progress(path, number, len(files))
        findings += _check_one(root, path, context)
        if beside is not None:
            findings += _check_declared(root, path, declared.get(path))
    for path in sorted(set(declared) - set(files)):
        report = Reporter(path)
        report.error("missing-file", gettext_noop("The manifest names this file, and it is not here."))
        findings += report.findings
    return tuple(findings)


def _declared(manifest: Path | None) -> tuple[Mapping[str, ManifestEntry], tuple[Finding, ...]]:
    if manifest is None:
        return {}, ()
    parsed = parse_manifest(manifest.read_bytes(), manifest.name)
    return {entry.path: entry for entry in parsed.entries}, parsed.findings


def _check_one(root: Path, path: str, context: Context) -> tuple[Finding, ...]:
    weights = Path(root, path).with_name(ADAPTER_WEIGHTS)
    if path.rpartition("/")[2] == ADAPTER_CONFIG and weights.is_file() and not weights.is_symlink():
        with weights.open("rb") as stream:
            context = replace(context, tensors=check_safetensors(ADAPTER_WEIGHTS, stream).tensors)
    with Path(root, path).open("rb") as stream:
        return check_file(path, stream, context)


def _check_declared(root: Path, path: str, entry: ManifestEntry | None) -> tuple[Finding, ...]:
    report = Reporter(path)
    if entry is None:
        report.warning("unexpected-file", gettext_noop("The manifest does not name this file."))
    elif sha256_of(Path(root, path)) != entry.sha256:
        report.error("hash-differs", gettext_noop("The content is not the one that the manifest names."))
    return report.findings


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(HASH_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _check_links(root: Path, tree: Tree) -> list[Finding]:
    """A link that stays inside is a note: a copy may hold nothing behind it. Others are errors."""
    findings: list[Finding] = []
    for path in tree.links:
        report = Reporter(path)
        target = os.readlink(root / path)
        resolved = Path(root, path).resolve()
        if not resolved.is_relative_to(root.resolve()):
            report.error(
                "link-outside",
                gettext_noop("The link leads out of the folder, to %(target)s."),
                target=shown(target),
            )
        elif not resolved.exists():
            report.error(
                "link-dangling", gettext_noop("The link leads to nothing: %(target)s."), target=shown(target)
            )
        else:
            report.note(
                "link", gettext_noop("This is a link to %(target)s, not a file."), target=shown(target)
            )
        findings += report.findings
    for path in tree.others:
        report = Reporter(path)
        report.error("no-file", gettext_noop("This is a device, a socket or a pipe, not a file."))
        findings += report.findings
    return findings
