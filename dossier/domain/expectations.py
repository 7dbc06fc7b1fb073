"""What the dossier waits for, and what came (R10.1, R10.2).

Worked: predictions and an artefact for every variant, an error analysis and reload instructions for the
campaign, with the variants V0, V1 and V2, are eight expected files. A manifest that names
V0/predictions.jsonl with another hash than the uploaded file leaves that one as *hash differs*, and what
nobody named as *missing*.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from campaigns.domain.vocabulary import DeliverableKind, DeliverableScope, Priority

EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

PATTERNS: dict[DeliverableKind, str] = {
    DeliverableKind.PREDICTIONS: "predictions.*",
    DeliverableKind.ARTEFACT: "artefact/**",
    DeliverableKind.ERROR_ANALYSIS: "error-analysis.*",
    DeliverableKind.RELOAD_INSTRUCTIONS: "reload-instructions.*",
    DeliverableKind.RAW_MEASUREMENTS: "measurements.*",
    DeliverableKind.PARAMETERS: "parameters.*",
    DeliverableKind.OTHER: "other/**",
}
"""Where a deliverable is looked for unless somebody names its place; a variant's own stand in its folder."""

_WEAKEST_LAST = (Priority.ESSENTIAL, Priority.USEFUL, Priority.EXPLORATORY)
_GLOB = {"**": ".*", "*": "[^/]*", "?": "[^/]"}


class FileState(StrEnum):
    """How a file stands against what was expected and sealed."""

    MISSING = "missing"
    EMPTY = "empty"
    HASH_DIFFERS = "hash differs"
    DECLARED = "declared"
    NOT_IN_MANIFEST = "not in the manifest"
    PRESENT = "present"


@dataclass(frozen=True)
class Deliverable:
    """What the goal promised; ``pattern`` names an unusual place, with ``{variant}`` in it."""

    kind: DeliverableKind
    scope: DeliverableScope
    priority: Priority
    pattern: str = ""


@dataclass(frozen=True)
class VariantOfDossier:
    """A variant that may owe deliverables; a dropped one owes none (R6.4)."""

    identifier: str
    priority: Priority
    is_dropped: bool = False


@dataclass(frozen=True)
class ExpectedFile:
    """One entry of the dossier: kind, whose it is (the campaign's: no ``owner``), where, how important."""

    kind: DeliverableKind
    owner: str
    pattern: str
    priority: Priority

    def matches(self, path: str) -> bool:
        """Say whether a file is this one: ``V1/artefact/**`` takes everything below that folder."""
        parts = re.split(r"(\*\*|\*|\?)", self.pattern)
        return re.fullmatch("".join(_GLOB.get(part, re.escape(part)) for part in parts), path) is not None


@dataclass(frozen=True)
class DeclaredFile:
    """A line of the sealed manifest."""

    path: str
    sha256: str


@dataclass(frozen=True)
class ReceivedFile:
    """Bytes that arrived here; ``errors`` is what their own format's checks found, None when none ran."""

    path: str
    sha256: str
    size: int
    errors: tuple[str, ...] | None = None


@dataclass(frozen=True)
class FoundFile:
    """A path as the manifest declares it, as it arrived, or both."""

    path: str
    declared: DeclaredFile | None
    received: ReceivedFile | None
    has_manifest: bool = True

    @property
    def sha256(self) -> str:
        """Name the content: what arrived, else what the manifest says."""
        if self.received is not None:
            return self.received.sha256
        return self.declared.sha256 if self.declared is not None else ""

    @property
    def is_sealed(self) -> bool:
        """Say whether what arrived is what the manifest says."""
        if self.declared is None or self.received is None:
            return False
        return self.declared.sha256 == self.received.sha256

    @property
    def state(self) -> FileState:
        """Say how the file stands; the worst that is known."""
        if self.sha256 == EMPTY_SHA256 or (self.received is not None and self.received.size == 0):
            return FileState.EMPTY
        if self.received is None:
            return FileState.DECLARED
        if self.declared is None:
            return FileState.NOT_IN_MANIFEST if self.has_manifest else FileState.PRESENT
        return FileState.PRESENT if self.is_sealed else FileState.HASH_DIFFERS


@dataclass(frozen=True)
class Entry:
    """An expected file with all that was found for it; several when its pattern names a folder."""

    expected: ExpectedFile
    found: tuple[FoundFile, ...]

    @property
    def state(self) -> FileState:
        """Say how the entry stands: as its worst file does."""
        order = list(FileState)
        return min((file.state for file in self.found), key=order.index, default=FileState.MISSING)


@dataclass(frozen=True)
class Comparison:
    """Every expected file, and what came without being expected."""

    entries: tuple[Entry, ...]
    unexpected: tuple[FoundFile, ...]


def expected_files(
    deliverables: Iterable[Deliverable], variants: Sequence[VariantOfDossier]
) -> tuple[ExpectedFile, ...]:
    """List what the campaign owes: one entry for the campaign, or one for every variant that was not dropped.

    An essential deliverable of a useful variant is useful: what need not run owes nothing essential.
    """
    files: list[ExpectedFile] = []
    for deliverable in deliverables:
        if deliverable.scope is DeliverableScope.CAMPAIGN:
            pattern = deliverable.pattern or PATTERNS[deliverable.kind]
            files.append(ExpectedFile(deliverable.kind, "", pattern, deliverable.priority))
            continue
        pattern = deliverable.pattern or "{variant}/" + PATTERNS[deliverable.kind]
        files.extend(
            ExpectedFile(
                deliverable.kind,
                variant.identifier,
                pattern.replace("{variant}", variant.identifier),
                max(deliverable.priority, variant.priority, key=_WEAKEST_LAST.index),
            )
            for variant in variants
            if not variant.is_dropped
        )
    return tuple(files)


def compare(
    expected: Sequence[ExpectedFile],
    declared: Sequence[DeclaredFile],
    received: Sequence[ReceivedFile],
    *,
    has_manifest: bool = True,
) -> Comparison:
    """Set what was declared and what arrived against what is expected; a path goes to its first match.

    A pattern that is the exact path goes before one that only covers it.
    """
    by_path: dict[str, FoundFile] = {
        file.path: FoundFile(file.path, file, None, has_manifest) for file in declared
    }
    for arrived in received:
        sealed = by_path.get(arrived.path)
        by_path[arrived.path] = FoundFile(
            arrived.path, sealed.declared if sealed else None, arrived, has_manifest
        )
    taken: dict[str, ExpectedFile] = {}
    for path in by_path:
        candidates = [entry for entry in expected if entry.matches(path)]
        exact = [entry for entry in candidates if entry.pattern == path]
        if candidates:
            taken[path] = (exact or candidates)[0]
    entries = tuple(
        Entry(entry, tuple(by_path[path] for path in sorted(taken) if taken[path] is entry))
        for entry in expected
    )
    return Comparison(entries, tuple(by_path[path] for path in sorted(by_path) if path not in taken))
