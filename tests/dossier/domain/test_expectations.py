import pytest

from campaigns.domain.vocabulary import DeliverableKind, DeliverableScope, Priority
from dossier.domain.expectations import (
    EMPTY_SHA256,
    Comparison,
    DeclaredFile,
    Deliverable,
    ExpectedFile,
    FileState,
    ReceivedFile,
    VariantOfDossier,
    compare,
    expected_files,
)

ESSENTIAL, USEFUL, EXPLORATORY = Priority.ESSENTIAL, Priority.USEFUL, Priority.EXPLORATORY
A, B = "a" * 64, "b" * 64

PREDICTIONS = ExpectedFile(DeliverableKind.PREDICTIONS, "V0", "V0/predictions.*", ESSENTIAL)
ARTEFACT = ExpectedFile(DeliverableKind.ARTEFACT, "V0", "V0/artefact/**", ESSENTIAL)


def states(comparison: Comparison) -> list[FileState]:
    return [entry.state for entry in comparison.entries]


def test_r10_1_the_worked_campaign_owes_eight_files() -> None:
    every, once = DeliverableScope.EVERY_VARIANT, DeliverableScope.CAMPAIGN
    deliverables = [
        Deliverable(DeliverableKind.PREDICTIONS, every, ESSENTIAL),
        Deliverable(DeliverableKind.ARTEFACT, every, ESSENTIAL),
        Deliverable(DeliverableKind.ERROR_ANALYSIS, once, ESSENTIAL),
        Deliverable(DeliverableKind.RELOAD_INSTRUCTIONS, once, ESSENTIAL),
    ]
    variants = [
        VariantOfDossier("V0", ESSENTIAL),
        VariantOfDossier("V1", ESSENTIAL),
        VariantOfDossier("V2", USEFUL),
    ]
    files = expected_files(deliverables, variants)
    assert [(file.owner, file.pattern, str(file.priority)) for file in files] == [
        ("V0", "V0/predictions.*", "essential"),
        ("V1", "V1/predictions.*", "essential"),
        ("V2", "V2/predictions.*", "useful"),
        ("V0", "V0/artefact/**", "essential"),
        ("V1", "V1/artefact/**", "essential"),
        ("V2", "V2/artefact/**", "useful"),
        ("", "error-analysis.*", "essential"),
        ("", "reload-instructions.*", "essential"),
    ]


def test_r6_4_a_dropped_variant_owes_nothing() -> None:
    deliverable = Deliverable(DeliverableKind.PREDICTIONS, DeliverableScope.EVERY_VARIANT, ESSENTIAL)
    variants = [VariantOfDossier("V0", ESSENTIAL), VariantOfDossier("V1", USEFUL, is_dropped=True)]
    assert [file.owner for file in expected_files([deliverable], variants)] == ["V0"]


def test_a_deliverable_may_name_its_own_place_and_keeps_the_weaker_priority() -> None:
    deliverable = Deliverable(
        DeliverableKind.OTHER, DeliverableScope.EVERY_VARIANT, EXPLORATORY, "plots/{variant}.svg"
    )
    assert expected_files([deliverable], [VariantOfDossier("V3", ESSENTIAL)]) == (
        ExpectedFile(DeliverableKind.OTHER, "V3", "plots/V3.svg", EXPLORATORY),
    )


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("V1/predictions.*", "V1/predictions.jsonl", True),
        ("V1/predictions.*", "V1/predictions.d/x", False),
        ("V1/predictions.*", "V10/predictions.csv", False),
        ("V1/artefact/**", "V1/artefact/a/b.bin", True),
        ("V1/artefact/**", "V1/artefact", False),
        ("seed-?.csv", "seed-1.csv", True),
        ("a+b.csv", "a+b.csv", True),
        ("a.csv", "abcsv", False),
    ],
)
def test_a_pattern_takes_the_files_of_one_folder_unless_it_has_two_stars(
    pattern: str, path: str, matches: bool
) -> None:
    assert ExpectedFile(DeliverableKind.OTHER, "", pattern, ESSENTIAL).matches(path) is matches


def test_r10_2_missing_empty_unexpected_and_changed_files_are_told_apart() -> None:
    expected = [
        ExpectedFile(DeliverableKind.OTHER, "", path, ESSENTIAL)
        for path in (
            "missing",
            "empty-declared",
            "empty-received",
            "changed",
            "sealed-only",
            "good",
            "unsealed",
        )
    ]
    declared = [
        DeclaredFile("empty-declared", EMPTY_SHA256),
        DeclaredFile("changed", A),
        DeclaredFile("sealed-only", A),
        DeclaredFile("good", A),
        DeclaredFile("nobody-asked", A),
    ]
    received = [
        ReceivedFile("empty-received", EMPTY_SHA256, 0),
        ReceivedFile("changed", B, 5),
        ReceivedFile("good", A, 5),
        ReceivedFile("unsealed", B, 5),
        ReceivedFile("also-unasked", B, 5),
    ]
    comparison = compare(expected, declared, received)
    assert [str(state) for state in states(comparison)] == [
        "missing",
        "empty",
        "empty",
        "hash differs",
        "declared",
        "present",
        "not in the manifest",
    ]
    assert [file.path for file in comparison.unexpected] == ["also-unasked", "nobody-asked"]


def test_without_any_manifest_a_file_that_came_is_present() -> None:
    comparison = compare([PREDICTIONS], [], [ReceivedFile("V0/predictions.csv", A, 9)], has_manifest=False)
    assert states(comparison) == [FileState.PRESENT]
    assert not comparison.entries[0].found[0].is_sealed


def test_a_folder_stands_as_its_worst_file() -> None:
    declared = [DeclaredFile("V0/artefact/a", A), DeclaredFile("V0/artefact/b", A)]
    comparison = compare([ARTEFACT], declared, [ReceivedFile("V0/artefact/a", A, 1)])
    assert [file.path for file in comparison.entries[0].found] == ["V0/artefact/a", "V0/artefact/b"]
    assert states(comparison) == [FileState.DECLARED]


def test_an_exact_path_goes_before_a_pattern_that_covers_it() -> None:
    exact = ExpectedFile(DeliverableKind.PARAMETERS, "V0", "V0/artefact/config.json", ESSENTIAL)
    comparison = compare([ARTEFACT, exact], [DeclaredFile("V0/artefact/config.json", A)], [])
    assert states(comparison) == [FileState.MISSING, FileState.DECLARED]
