import pytest

from simpul_recorder.checks.names import check_collisions, check_name, unsafe_reasons


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "it is empty"),
        ("/etc/passwd", "it is absolute"),
        ("c:weights.bin", "it names a drive"),
        ("a\\b", "it holds a backslash, which separates folders on other systems"),
        ("a\x07b", "it holds a control character"),
        ("fdp.\u202etxt", "it holds a control character"),
        ("caf\udce9.txt", "it is not UTF-8"),
        ("a/../b", "it leaves its folder with . or .."),
        ("a//b", "it holds an empty folder name"),
        ("folder./b", "a part of it ends with a dot or a space"),
        ("a /b", "a part of it ends with a dot or a space"),
        ("logs/nul.txt", "a part of it is reserved on Windows"),
        ("é" * 128, "a part of it is longer than 255 bytes"),
    ],
)
def test_r10_2_an_unsafe_name_says_why(path: str, reason: str) -> None:
    assert unsafe_reasons(path) == (reason,)


@pytest.mark.parametrize(
    "path", ["V1/predictions.jsonl", "a b/ü.txt", ".hidden", "console.log", "é" * 127, "x.y..z"]
)
def test_an_ordinary_name_is_safe(path: str) -> None:
    assert unsafe_reasons(path) == ()


def test_the_name_of_an_unfinished_transfer_is_a_warning() -> None:
    (finding,) = check_name("model.safetensors.incomplete")
    assert (finding.code, finding.severity.value) == ("leftover", "warning")


def test_names_that_differ_by_case_or_accents_only_collide() -> None:
    findings = check_collisions(["Report.md", "caf\u00e9", "report.md", "cafe\u0301", "other"])
    assert [(finding.path, finding.message) for finding in findings] == [
        ("report.md", "The name differs from Report.md only by case or the form of accents."),
        ("cafe\u0301", "The name differs from caf\u00e9 only by case or the form of accents."),
    ]
