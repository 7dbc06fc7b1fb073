"""How far a file of the dossier is proved, and what makes each kind verified (R10.1, R10.3, files.md).

Worked: an adapter that is declared with its hash, and that somebody loaded again in a new process with exit
code 0 and equal probe predictions, stands at *reload matched* and is verified. The same adapter, present
and well-formed but never loaded again, is not. An error analysis is verified once a person other than its
author has read it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from campaigns.domain.vocabulary import DeliverableKind
from dossier.domain.expectations import Entry, FileState, FoundFile
from teams.domain.message import Message, gettext_noop


class Level(StrEnum):
    """What is proved, each more than the one before."""

    DECLARED = "declared"
    PRESENT = "present"
    WELL_FORMED = "well-formed"
    RELOAD_REPORTED = "reload reported"
    RELOAD_MATCHED = "reload matched"
    CONFIRMED = "confirmed"

    @property
    def rank(self) -> int:
        """Count from 0 for declared to 5 for confirmed."""
        return list(Level).index(self)

    def reaches(self, other: "Level") -> bool:
        """Say whether this proves at least as much."""
        return self.rank >= other.rank


class EvidenceKind(StrEnum):
    """What a named person says was done with a file."""

    RELOAD_REPORTED = "reload reported"
    RELOAD_MATCHED = "reload matched"
    CONFIRMED = "confirmed"
    READ = "read"
    REJECTED = "rejected"


@dataclass(frozen=True)
class Evidence:
    """Who did it, when, where, to which content, what was compared, and how the process ended.

    It is the claim of a person and counts for this content only; a file that changes loses it.
    """

    kind: EvidenceKind
    sha256: str
    by: str
    at: datetime
    where: str
    compared: str
    exit_code: int | None = None
    took_a_step: bool = False

    @property
    def is_reload(self) -> bool:
        return self.kind in (
            EvidenceKind.RELOAD_REPORTED,
            EvidenceKind.RELOAD_MATCHED,
            EvidenceKind.CONFIRMED,
        )

    @property
    def is_good_reload(self) -> bool:
        return self.is_reload and self.exit_code == 0

    @property
    def is_match(self) -> bool:
        return self.is_good_reload and self.kind is not EvidenceKind.RELOAD_REPORTED


@dataclass(frozen=True)
class Standing:
    """Where an entry stands: its level (none: missing), why it is rejected, what is still needed."""

    level: Level | None
    rejected: tuple[Message | str, ...]
    is_verified: bool
    needs: Message | None

    @property
    def is_rejected(self) -> bool:
        return bool(self.rejected)


_READ_BY_ANOTHER = (DeliverableKind.ERROR_ANALYSIS, DeliverableKind.RELOAD_INSTRUCTIONS)
_SEALED_TABLES = (
    DeliverableKind.PREDICTIONS,
    DeliverableKind.RAW_MEASUREMENTS,
    DeliverableKind.PARAMETERS,
)


def is_verified(
    kind: DeliverableKind,
    level: Level | None,
    *,
    is_sealed: bool = False,
    identifiers_complete: bool | None = None,
    read_by_another: bool = False,
    for_resuming: bool = False,
    took_a_step: bool = False,
    is_opaque: bool = False,
) -> bool:
    """Say whether a file is verified: R10.3, the existence of a file never makes it so.

    Predictions are verified when well-formed, equal to the sealed hash and complete against the corpus;
    measurements and parameters likewise, unless identifiers were compared and are not complete. A
    checkpoint kept for resuming needs a reload by a process that took a step. What others packed
    (``is_opaque``) is never verified.
    """
    if level is None or is_opaque:
        return False
    if for_resuming:
        return level.reaches(Level.RELOAD_REPORTED) and took_a_step
    if kind in _READ_BY_ANOTHER:
        return level.reaches(Level.PRESENT) and read_by_another
    if kind in _SEALED_TABLES:
        complete = identifiers_complete is True or (
            identifiers_complete is None and kind is not DeliverableKind.PREDICTIONS
        )
        return level.reaches(Level.WELL_FORMED) and is_sealed and complete
    return level.reaches(Level.RELOAD_MATCHED)


def assess(
    entry: Entry,
    evidence: Sequence[Evidence] = (),
    *,
    authors: Iterable[str] = (),
    identifiers_complete: bool | None = None,
    for_resuming: bool = False,
    is_opaque: bool = False,
) -> Standing:
    """Work out level, rejection and verification of one entry from its files and what people recorded.

    Evidence counts when it names the content of one of the files. ``authors`` are those who made the files:
    their own reading does not verify them.
    """
    hashes = {file.sha256 for file in entry.found}
    counted = sorted((one for one in evidence if one.sha256 in hashes), key=lambda one: one.at)
    rejected = (*_wrong_files(entry.found), *_said_against(counted, entry.expected.kind))
    level = _level(entry, counted)
    verified = not rejected and is_verified(
        entry.expected.kind,
        level,
        is_sealed=all(file.is_sealed for file in entry.found),
        identifiers_complete=identifiers_complete,
        read_by_another=_is_read_by_another(counted, authors),
        for_resuming=for_resuming,
        took_a_step=any(one.is_good_reload and one.took_a_step for one in counted),
        is_opaque=is_opaque,
    )
    needs = None if verified else _needs(entry, level, identifiers_complete, for_resuming, is_opaque)
    return Standing(level, rejected, verified, needs)


def _wrong_files(files: Sequence[FoundFile]) -> tuple[Message, ...]:
    """List what no evidence mends: an empty file, another content than the sealed one, a damaged format."""
    reasons: list[Message] = []
    for file in files:
        if file.state is FileState.EMPTY:
            reasons.append(Message(gettext_noop("%(path)s is empty."), {"path": file.path}))
        elif file.state is FileState.HASH_DIFFERS:
            text = gettext_noop("%(path)s is not the file that was sealed: its hash differs.")
            reasons.append(Message(text, {"path": file.path}))
        for error in (file.received.errors or ()) if file.received is not None else ():
            text = gettext_noop("%(path)s is not well-formed: %(error)s")
            reasons.append(Message(text, {"path": file.path, "error": error}))
    return tuple(reasons)


def _said_against(counted: Sequence[Evidence], kind: DeliverableKind) -> tuple[Message, ...]:
    """The latest word counts: a rejection or a failed reload holds until a later reload succeeds.

    Of what people only read, a later reading lifts a rejection.
    """
    against: Message | None = None
    for one in counted:
        if one.kind is EvidenceKind.REJECTED:
            text = gettext_noop("Rejected by %(by)s: %(compared)s")
            against = Message(text, {"by": one.by, "compared": one.compared})
        elif one.is_reload and one.exit_code not in (0, None):
            text = gettext_noop("It could not be loaded again: exit code %(code)s on %(where)s, says %(by)s.")
            against = Message(text, {"code": one.exit_code, "where": one.where, "by": one.by})
        elif one.kind is EvidenceKind.READ if kind in _READ_BY_ANOTHER else one.is_good_reload:
            against = None
    return () if against is None else (against,)


def _level(entry: Entry, counted: Sequence[Evidence]) -> Level | None:
    if not entry.found:
        return None
    matches = [one for one in counted if one.is_match]
    if _is_confirmed(matches):
        return Level.CONFIRMED
    if matches:
        return Level.RELOAD_MATCHED
    if any(one.is_good_reload for one in counted):
        return Level.RELOAD_REPORTED
    if any(file.received is None or file.state is FileState.HASH_DIFFERS for file in entry.found):
        return Level.DECLARED
    checked = all(file.received is not None and file.received.errors == () for file in entry.found)
    return Level.WELL_FORMED if checked else Level.PRESENT


def _is_confirmed(matches: Sequence[Evidence]) -> bool:
    """Two reloads that matched, on different machines or by different people; saying so is not enough."""
    return len({(one.where.strip().casefold(), one.by.strip().casefold()) for one in matches}) > 1


def _is_read_by_another(counted: Sequence[Evidence], authors: Iterable[str]) -> bool:
    wrote = {author.strip().casefold() for author in authors}
    return any(
        one.kind is EvidenceKind.READ and one.by.strip().casefold() not in wrote | {""} for one in counted
    )


def _needs(
    entry: Entry, level: Level | None, identifiers_complete: bool | None, for_resuming: bool, is_opaque: bool
) -> Message:
    """Say the next thing that is missing before the entry is verified."""
    kind = entry.expected.kind
    if level is None:
        return Message(gettext_noop("No file has come yet."))
    if is_opaque:
        return Message(gettext_noop("Others packed this archive: it is kept, and it is never verified."))
    if for_resuming:
        return Message(gettext_noop("A process must resume from it and take a step."))
    if kind in _READ_BY_ANOTHER and level.reaches(Level.PRESENT):
        return Message(gettext_noop("A person other than its author must read it and say so."))
    if kind in _READ_BY_ANOTHER:
        return Message(gettext_noop("The file itself has not come yet."))
    if kind in _SEALED_TABLES:
        return _table_needs(entry, level, identifiers_complete)
    return Message(gettext_noop("It must be loaded again in a new process, and its probe must match."))


def _table_needs(entry: Entry, level: Level, identifiers_complete: bool | None) -> Message:
    if not level.reaches(Level.WELL_FORMED):
        return Message(gettext_noop("The file itself must come and pass the checks of its format."))
    if not all(file.is_sealed for file in entry.found):
        return Message(gettext_noop("The file must come, and a manifest must name its hash."))
    if identifiers_complete is False:
        return Message(gettext_noop("Its identifiers must be exactly those of the corpus."))
    return Message(gettext_noop("Its identifiers must be compared with the corpus."))


IDENTIFIER_CODES = frozenset(
    {"missing-identifiers", "duplicate-identifiers", "unexpected-identifiers", "identifier-count"}
)
NOT_COMPARED_CODES = frozenset({"no-corpus", "no-identifier-field", "predictions-format"})


def errors_of_format(findings: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
    """Take the errors of the format from stored findings; wrong identifiers are another question."""
    return tuple(
        str(finding["message"])
        for finding in findings
        if finding["severity"] == "error" and finding["code"] not in IDENTIFIER_CODES
    )


def identifiers_of(kind: DeliverableKind, findings: Iterable[Mapping[str, object]]) -> bool | None:
    """Say whether the identifiers of predictions are complete; None when they were not compared."""
    codes = {finding["code"] for finding in findings}
    if codes & IDENTIFIER_CODES:
        return False
    return None if kind is not DeliverableKind.PREDICTIONS or codes & NOT_COMPARED_CODES else True
