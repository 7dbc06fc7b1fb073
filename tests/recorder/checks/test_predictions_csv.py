import io

import pytest

from simpul_recorder.checks.predictions import Corpus, PredictionsReport, check_predictions

CORPUS = Corpus(3, ("q1", "q2", "q3"))


def check(content: str | bytes, corpus: Corpus = CORPUS, path: str = "predictions.csv") -> PredictionsReport:
    raw = content if isinstance(content, bytes) else content.encode()
    return check_predictions(path, io.BytesIO(raw), corpus)


def found(report: PredictionsReport) -> list[tuple[int | None, str, str]]:
    return [(finding.line, finding.severity.value, finding.code) for finding in report.findings]


def test_r10_2_a_complete_table_is_read_with_cells_that_hold_line_ends() -> None:
    assert check('id,answer\nq1,"a\nb"\r\nq2,"c,\u2028d"\nq3,e\n').is_complete
    assert check("id\tanswer\nq1\ta\nq2\tb\nq3\tc\n", path="predictions.tsv").is_complete


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"id,a\nq1,1\nq2,1\nq3,1", [(4, "error", "cut-last-line")]),
        (b"id,a\nq1,1\nq2\nq3,1\n", [(3, "error", "cell-count")]),
        (b'id,a\nq1,1\nq2,"1\nq3,1\n', [(3, "error", "csv")]),
        (b"id,a\nq1,1\n\nq2,1\nq3,1\n", [(3, "error", "empty-line")]),
        (b"\xef\xbb\xbfid,a\nq1,1\nq2,1\nq3,1\n", [(1, "warning", "bom")]),
        ("id,a\nq1,1\n".encode("utf-16"), [(None, "error", "utf-16")]),
        (b"id,a\nq1,1\nq2,\0\0\n", [(3, "error", "nul")]),
        (b"id,a\nq1,\xe9\n", [(2, "error", "not-utf-8")]),
        (b"id,a,a\nq1,1,2\nq2,1,2\nq3,1,2\n", [(1, "error", "duplicate-column")]),
        (b"id,a\n", [(None, "error", "no-records")]),
    ],
)
def test_a_damaged_table_says_where(content: bytes, expected: list[tuple[int | None, str, str]]) -> None:
    assert [entry for entry in found(check(content)) if "identifiers" not in entry[2]] == expected


def test_a_row_after_a_cell_with_line_ends_keeps_its_own_line() -> None:
    assert found(check('id,a\nq1,"x\ny\nz"\nq2\nq3,1\n'))[0] == (5, "error", "cell-count")


def test_identifiers_that_a_spreadsheet_changed_are_recognised() -> None:
    report = check("id\n7\n1E+05\nQ3 \n", Corpus(3, ("007", "100000", "q3")))
    assert report.comparison is not None
    assert report.comparison.changed == (("1E+05", "100000"), ("7", "007"), ("Q3 ", "q3"))
    assert report.findings[-1].message == (
        "Identifiers that a spreadsheet or an editor seems to have changed: 3; "
        "1E+05 stands where the corpus has 100000."
    )
    assert not report.is_complete
