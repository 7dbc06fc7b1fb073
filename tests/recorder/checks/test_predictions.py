import io
import json

import pytest

from simpul_recorder.checks.predictions import Corpus, PredictionsReport, check_predictions

CORPUS = Corpus(3, ("q1", "q2", "q3"))


def check(
    content: str | bytes, path: str = "predictions.jsonl", corpus: Corpus | None = CORPUS
) -> PredictionsReport:
    raw = content if isinstance(content, bytes) else content.encode()
    return check_predictions(path, io.BytesIO(raw), corpus)


def found(report: PredictionsReport) -> list[tuple[int | None, str, str]]:
    return [(finding.line, finding.severity.value, finding.code) for finding in report.findings]


def lines(*identifiers: object) -> str:
    return "".join(json.dumps({"id": identifier, "answer": "a"}) + "\n" for identifier in identifiers)


def test_r10_2_a_file_with_every_identifier_once_is_complete() -> None:
    report = check(lines("q3", "q1", "q2"))
    assert (report.records, report.is_complete, report.is_well_formed, report.findings) == (3, True, True, ())


def test_r10_2_missing_duplicate_and_unexpected_identifiers_are_counted_and_listed() -> None:
    report = check(lines("q1", "q1", "q4"))
    assert report.comparison is not None
    assert (report.comparison.missing, report.comparison.duplicate, report.comparison.unexpected) == (
        ("q2", "q3"),
        ("q1",),
        ("q4",),
    )
    assert [finding.message for finding in report.findings] == [
        "Missing identifiers of the corpus: 2 (q2, q3).",
        "Identifiers that stand more than once: 1 (q1).",
        "Identifiers that are not in the corpus: 1 (q4).",
    ]
    assert not report.is_complete


def test_a_long_list_names_twenty_and_counts_all() -> None:
    report = check(lines("q1"), corpus=Corpus(31, ("q1", *(f"z{n:02d}" for n in range(30)))))
    assert report.comparison is not None
    assert len(report.comparison.missing) == 30
    assert report.findings[0].message.startswith("Missing identifiers of the corpus: 30 (z00, z01,")
    assert report.findings[0].message.endswith("z19, …).")


def test_u_2028_inside_a_text_does_not_end_a_line() -> None:
    assert check('{"id":"q1","t":"a\u2028b"}\n{"id":"q2"}\n{"id":"q3"}\n').is_complete


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"id":"q1"}\n{"id":"q2"}\n{"id":"q', [(3, "error", "json"), (3, "error", "cut-last-line")]),
        (b'{"id":"q1"}\n{"id":"q2"}\n{"id":"q3"}', [(3, "error", "cut-last-line")]),
        (b'\xef\xbb\xbf{"id":"q1"}\n{"id":"q2"}\n{"id":"q3"}\n', [(1, "error", "bom")]),
        ('{"id":"q1"}\n'.encode("utf-16"), [(None, "error", "utf-16")]),
        ('{"id":"q1"}\n'.encode("utf-16-le"), [(None, "error", "utf-16")]),
        (
            b'{"id":"q1"}\n{"id":"q2"}\n{"id":"q3"}\n\0\0\0\0',
            [(4, "error", "nul"), (4, "error", "cut-last-line")],
        ),
        (b'{"id":"q1"}\n\n{"id":"q2"}\n{"id":"q3"}\n', [(2, "error", "empty-line")]),
        (b'{"id":"q1"}\n{"id":"q2","s":NaN}\n{"id":"q3"}\n', [(2, "error", "not-finite")]),
        (b'{"id":"q1"}\n{"id":"q2","id":"q3"}\n{"id":"q3"}\n', [(2, "error", "duplicate-key")]),
        (b'{"id":"q1"}\n["q2"]\n{"id":"q3"}\n', [(2, "error", "not-an-object")]),
        (b'{"id":"q1"}\n{"id":"\xe9"}\n{"id":"q3"}\n', [(2, "error", "not-utf-8")]),
        (b"", [(None, "error", "empty-file")]),
    ],
)
def test_a_damaged_file_says_where(content: bytes, expected: list[tuple[int | None, str, str]]) -> None:
    report = check(content)
    assert [entry for entry in found(report) if "identifiers" not in entry[2]] == expected
    assert not report.is_well_formed


def test_numbers_are_compared_as_text_and_that_is_said() -> None:
    report = check(lines(1, "2", 3), corpus=Corpus(3, ("1", "2", "3")))
    assert report.is_complete
    assert [finding.message for finding in report.findings] == [
        "Identifiers that are numbers, compared as text: 2."
    ]
    assert check(lines(1, "1", 2), corpus=Corpus(2, ("1", "2"))).comparison.duplicate == ("1",)  # type: ignore[union-attr]


def test_a_record_without_a_usable_identifier_is_an_error_at_its_line() -> None:
    report = check('{"id":"q1"}\n{"id":null}\n{"id":true}\n{"id":1.5}\n{"id":""}\n{}\n')
    assert [line for line, _, code in found(report) if code == "no-identifier"] == [2, 3, 4, 5, 6]


def test_the_field_can_be_named_and_is_guessed_else() -> None:
    content = '{"key":"q1"}\n{"key":"q2"}\n{"key":"q3"}\n'
    assert check(content).findings[0].code == "no-identifier-field"
    assert "the first record has: key" in check(content).findings[0].message
    assert check_predictions("p.jsonl", io.BytesIO(content.encode()), CORPUS, "key").is_complete


def test_after_fifty_bad_lines_the_rest_is_only_counted() -> None:
    report = check("x\n" * 60, corpus=None)
    assert [finding.code for finding in report.findings] == ["json"] * 50 + ["more-lines", "no-corpus"]
    assert report.findings[50].message == "Lines that cannot be read: 60 in all."


def test_without_a_list_of_identifiers_only_their_number_is_compared() -> None:
    assert check(lines("a", "b", "c"), corpus=Corpus(3)).is_complete
    short = check(lines("a", "b", "b"), corpus=Corpus(3))
    assert not short.is_complete
    assert [finding.code for finding in short.findings] == [
        "counted-only",
        "identifier-count",
        "duplicate-identifiers",
    ]


def test_another_format_cannot_be_checked_and_is_never_complete() -> None:
    report = check(b"PAR1", path="predictions.parquet")
    assert found(report) == [(None, "error", "predictions-format")]
    assert not report.is_complete
