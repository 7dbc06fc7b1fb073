from datetime import UTC, datetime, timedelta

import pytest

from campaigns.domain.vocabulary import DeliverableKind, Priority
from dossier.domain.expectations import (
    DeclaredFile,
    Entry,
    ExpectedFile,
    FoundFile,
    ReceivedFile,
)
from dossier.domain.levels import (
    Evidence,
    EvidenceKind,
    Level,
    Standing,
    assess,
    errors_of_format,
    identifiers_of,
    is_verified,
)

A, B = "a" * 64, "b" * 64
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ARTEFACT, PREDICTIONS = DeliverableKind.ARTEFACT, DeliverableKind.PREDICTIONS
ANALYSIS = DeliverableKind.ERROR_ANALYSIS
REPORTED, MATCHED = EvidenceKind.RELOAD_REPORTED, EvidenceKind.RELOAD_MATCHED


def entry(
    kind: DeliverableKind,
    sealed: str = "",
    came: str = "",
    errors: tuple[str, ...] | None = (),
    size: int = 9,
) -> Entry:
    declared = DeclaredFile("V1/x", sealed) if sealed else None
    received = ReceivedFile("V1/x", came, size, errors) if came else None
    found = (FoundFile("V1/x", declared, received),) if declared or received else ()
    return Entry(ExpectedFile(kind, "V1", "V1/x", Priority.ESSENTIAL), found)


def said(
    kind: EvidenceKind,
    hours: int = 0,
    sha256: str = A,
    by: str = "Ana",
    where: str = "gpu-1",
    exit_code: int | None = 0,
    took_a_step: bool = False,
) -> Evidence:
    return Evidence(
        kind, sha256, by, NOON + timedelta(hours=hours), where, "20 probes", exit_code, took_a_step
    )


def test_r10_1_levels_are_in_the_order_of_what_they_prove() -> None:
    assert [str(level) for level in sorted(Level, key=lambda level: level.rank)] == [
        "declared",
        "present",
        "well-formed",
        "reload reported",
        "reload matched",
        "confirmed",
    ]


@pytest.mark.parametrize(
    ("found", "evidence", "level"),
    [
        (entry(ARTEFACT), [], None),
        (entry(ARTEFACT, sealed=A), [], "declared"),
        (entry(ARTEFACT, A, A, errors=None), [], "present"),
        (entry(ARTEFACT, A, A), [], "well-formed"),
        (entry(ARTEFACT, sealed=A), [said(REPORTED)], "reload reported"),
        (entry(ARTEFACT, sealed=A), [said(REPORTED, exit_code=None)], "declared"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED)], "reload matched"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED, sha256=B)], "declared"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED), said(MATCHED, 1)], "reload matched"),
        (entry(ARTEFACT, sealed=A), [said(EvidenceKind.CONFIRMED)], "reload matched"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED), said(MATCHED, 1, where="gpu-2")], "confirmed"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED), said(EvidenceKind.CONFIRMED, by="Budi")], "confirmed"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED), said(MATCHED, by=" ana ")], "reload matched"),
        (entry(ARTEFACT, sealed=A), [said(MATCHED), said(REPORTED, by="Budi")], "reload matched"),
    ],
)
def test_r10_1_the_level_follows_from_what_came_and_what_was_done(
    found: Entry, evidence: list[Evidence], level: str | None
) -> None:
    assert assess(found, evidence).level == level


def test_r10_3_a_file_that_exists_but_was_not_loaded_again_is_not_verified() -> None:
    assert assess(entry(ARTEFACT, A, A)) == Standing(
        Level.WELL_FORMED, (), False, assess(entry(ARTEFACT, A, A)).needs
    )
    assert not assess(entry(ARTEFACT, A, A), [said(REPORTED)]).is_verified
    assert assess(entry(ARTEFACT, A, A), [said(MATCHED)]).is_verified


def test_files_that_cannot_be_what_they_should_are_rejected_whatever_was_said() -> None:
    good = [said(MATCHED)]
    changed = assess(entry(ARTEFACT, B, A), good)
    assert [str(reason) for reason in changed.rejected] == [
        "V1/x is not the file that was sealed: its hash differs."
    ]
    assert not changed.is_verified
    damaged = assess(entry(ARTEFACT, A, A, errors=("The file is cut.",)), good)
    assert [str(reason) for reason in damaged.rejected] == ["V1/x is not well-formed: The file is cut."]
    assert not damaged.is_verified
    empty = assess(entry(ARTEFACT, came=A, size=0), good)
    assert [str(reason) for reason in empty.rejected] == ["V1/x is empty."]


def test_a_failed_reload_rejects_until_a_later_one_succeeds() -> None:
    found = entry(ARTEFACT, sealed=A)
    failed = assess(found, [said(MATCHED), said(REPORTED, 1, exit_code=137)])
    assert [str(reason) for reason in failed.rejected] == [
        "It could not be loaded again: exit code 137 on gpu-1, says Ana."
    ]
    assert not failed.is_verified
    assert assess(found, [said(REPORTED, exit_code=1), said(MATCHED, 1)]).is_verified


def test_a_rejection_of_weights_is_not_lifted_by_reading() -> None:
    rejected = said(EvidenceKind.REJECTED, 1, by="Budi")
    standing = assess(
        entry(ARTEFACT, sealed=A), [said(MATCHED), rejected, said(EvidenceKind.READ, 2, by="Citra")]
    )
    assert [str(reason) for reason in standing.rejected] == ["Rejected by Budi: 20 probes"]


def test_an_error_analysis_is_verified_once_another_person_has_read_it() -> None:
    found = entry(ANALYSIS, came=A)
    own, other = said(EvidenceKind.READ, by="Ana"), said(EvidenceKind.READ, 1, by="Budi")
    assert not assess(found, [own], authors=["ana "]).is_verified
    assert not assess(found, [said(EvidenceKind.READ, by="Budi", sha256=B)], authors=["Ana"]).is_verified
    assert assess(found, [own, other], authors=["Ana"]).is_verified
    assert not assess(found, [said(EvidenceKind.READ, by=" ")], authors=["Ana"]).is_verified
    assert not assess(entry(ANALYSIS, sealed=A), [other], authors=["Ana"]).is_verified
    refused = said(EvidenceKind.REJECTED, by="Budi")
    assert assess(found, [refused, other], authors=["Ana"]).is_verified
    assert not assess(found, [other, said(EvidenceKind.REJECTED, 2, by="Budi")], authors=["Ana"]).is_verified


def test_predictions_need_the_sealed_hash_and_every_identifier() -> None:
    sealed = entry(PREDICTIONS, A, A)
    assert assess(sealed, identifiers_complete=True).is_verified
    assert not assess(sealed, identifiers_complete=False).is_verified
    assert not assess(sealed).is_verified
    assert not assess(entry(PREDICTIONS, came=A), identifiers_complete=True).is_verified
    assert not assess(entry(PREDICTIONS, A, A, errors=None), identifiers_complete=True).is_verified


@pytest.mark.parametrize("kind", [DeliverableKind.RAW_MEASUREMENTS, DeliverableKind.PARAMETERS])
def test_measurements_and_parameters_need_identifiers_only_where_they_were_compared(
    kind: DeliverableKind,
) -> None:
    assert assess(entry(kind, A, A)).is_verified
    assert not assess(entry(kind, A, A), identifiers_complete=False).is_verified


def test_a_checkpoint_for_resuming_needs_a_process_that_took_a_step() -> None:
    found = entry(ARTEFACT, sealed=A)
    assert not assess(found, [said(MATCHED)], for_resuming=True).is_verified
    assert assess(found, [said(REPORTED, took_a_step=True)], for_resuming=True).is_verified
    assert not assess(found, [said(REPORTED, took_a_step=True, exit_code=1)], for_resuming=True).is_verified


def test_what_others_packed_is_never_verified_and_another_kind_needs_a_reload() -> None:
    assert not is_verified(DeliverableKind.OTHER, Level.CONFIRMED, is_opaque=True)
    assert not is_verified(DeliverableKind.OTHER, Level.WELL_FORMED)
    assert is_verified(DeliverableKind.OTHER, Level.RELOAD_MATCHED)


@pytest.mark.parametrize(
    ("standing", "needs"),
    [
        (assess(entry(ARTEFACT)), "No file has come yet."),
        (
            assess(entry(ARTEFACT, A, A)),
            "It must be loaded again in a new process, and its probe must match.",
        ),
        (assess(entry(ARTEFACT, A), for_resuming=True), "A process must resume from it and take a step."),
        (
            assess(entry(ARTEFACT, A), is_opaque=True),
            "Others packed this archive: it is kept, and it is never verified.",
        ),
        (assess(entry(ANALYSIS, A)), "The file itself has not come yet."),
        (assess(entry(ANALYSIS, A, A)), "A person other than its author must read it and say so."),
        (
            assess(entry(PREDICTIONS, A)),
            "The file itself must come and pass the checks of its format.",
        ),
        (assess(entry(PREDICTIONS, came=A)), "The file must come, and a manifest must name its hash."),
        (
            assess(entry(PREDICTIONS, A, A), identifiers_complete=False),
            "Its identifiers must be exactly those of the corpus.",
        ),
        (assess(entry(PREDICTIONS, A, A)), "Its identifiers must be compared with the corpus."),
    ],
)
def test_what_is_not_verified_says_what_it_needs_next(standing: Standing, needs: str) -> None:
    assert str(standing.needs) == needs


def test_stored_findings_tell_errors_of_the_format_from_wrong_identifiers() -> None:
    stored = [
        {"code": "cut-last-line", "severity": "error", "message": "The last line does not end."},
        {"code": "missing-identifiers", "severity": "error", "message": "Missing: 1 (q2)."},
        {"code": "number-identifiers", "severity": "note", "message": "Numbers."},
    ]
    assert errors_of_format(stored) == ("The last line does not end.",)
    assert identifiers_of(PREDICTIONS, stored) is False
    assert identifiers_of(PREDICTIONS, []) is True
    assert identifiers_of(PREDICTIONS, [{"code": "no-corpus", "severity": "note", "message": ""}]) is None
    assert identifiers_of(DeliverableKind.PARAMETERS, []) is None
