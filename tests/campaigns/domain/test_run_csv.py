import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.run_csv import (
    CsvRefused,
    Row,
    Separator,
    decode,
    guess_separator,
    read_table,
    safe_cell,
    write_csv,
)

TEXT = "name;loss\nrun é;1,5\n"


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (TEXT.encode("utf-8"), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode("utf-8"), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode("cp1252"), "cp1252"),
    ],
)
def test_r7_5_file_is_read_in_the_encoding_that_its_bytes_show(content: bytes, encoding: str) -> None:
    assert decode(content) == (TEXT, encoding)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"  \n ", "empty"),
        (b"PK\x03\x04" + b"\x07\x00\x00\x01\x01\x01\x01" * 40, "not a text file"),
        (b"a" * (5 * 2**20 + 1), "larger than 5 MB"),
    ],
)
def test_r7_5_what_is_no_table_is_refused_with_its_reason(content: bytes, message: str) -> None:
    with pytest.raises(CsvRefused, match=message):
        decode(content)


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("a,b,c\n1,2,3\n", Separator.COMMA),
        ("a;b;c\n1,5;2,5;3\n", Separator.SEMICOLON),
        ("a\tb\n1,5\t2\n", Separator.TAB),
        ("a|b\n1|2\n", Separator.BAR),
        ('name,note\nx,"one; two; three"\ny,"four; five"\n', Separator.COMMA),
        ("only\n1\n2\n", Separator.COMMA),
    ],
)
def test_r7_5_separator_is_the_one_that_gives_equal_columns(text: str, separator: Separator) -> None:
    assert guess_separator(text) is separator


def test_r7_5_rows_know_the_line_on_which_they_start_also_after_a_cell_of_two_lines() -> None:
    table = read_table('name,note\none,"first\nsecond"\n\ntwo,x\n', Separator.COMMA)
    assert table.header == ("name", "note")
    assert table.rows == (Row(2, ("one", "first\nsecond")), Row(5, ("two", "x")))


def test_r7_5_row_of_another_width_is_a_problem_of_its_line_and_the_others_are_read() -> None:
    table = read_table("a,b\n1,2\n3\n4,5\n", Separator.COMMA)
    assert [row.line for row in table.rows] == [2, 4]
    assert [(problem.line, str(problem.message)) for problem in table.problems] == [
        (3, "The line has 1 cells and the header has 2.")
    ]


def test_r7_5_columns_without_a_name_or_with_the_same_name_can_be_told_apart() -> None:
    assert read_table("loss,,loss,loss\n1,2,3,4\n", Separator.COMMA).header == (
        "loss",
        "column 2",
        "loss (2)",
        "loss (3)",
    )


def test_r7_5_header_alone_and_too_many_rows_are_refused() -> None:
    with pytest.raises(CsvRefused, match="no rows"):
        read_table("a,b\n", Separator.COMMA)
    with pytest.raises(CsvRefused, match="more than 5000 rows"):
        read_table("a\n" + "1\n" * 5001, Separator.COMMA)


def test_r7_5_table_says_which_columns_are_the_same_in_every_row() -> None:
    table = read_table("model,rank,empty\nllama,8,\nllama,16,\n", Separator.COMMA)
    assert table.same_everywhere() == (("model", "llama"),)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_cell_that_a_spreadsheet_would_compute_is_quoted(start: str) -> None:
    assert safe_cell(f"{start}1+1") == f"'{start}1+1"


def test_export_writes_empty_cells_for_nothing_and_quotes_separators() -> None:
    assert write_csv([["a", None, "x,y"]]) == 'a,,"x,y"\r\n'


@given(
    st.lists(st.lists(st.text("ab,\"\n'= ;é", min_size=1), min_size=2, max_size=2), min_size=1, max_size=5)
)
def test_what_is_written_is_read_again_cell_by_cell(rows: list[list[str]]) -> None:
    table = read_table(write_csv([["one", "two"], *rows]), Separator.COMMA)
    expected = [tuple(safe_cell(cell).strip() for cell in row) for row in rows]
    assert [row.cells for row in table.rows] == [cells for cells in expected if any(cells)]
