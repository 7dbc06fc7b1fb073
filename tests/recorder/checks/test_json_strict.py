import pytest

from simpul_recorder.checks.json_strict import StrictJsonError, loads_strict, read_json
from simpul_recorder.finding import Reporter


def test_ordinary_json_is_read() -> None:
    assert loads_strict('{"a": [1, 2.5, "NaN", null, true]}') == {"a": [1, 2.5, "NaN", None, True]}


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        ('{"a": "NaN",\n"b": NaN}', "not-finite", 2, "NaN is no number in JSON."),
        ('{"a":\n\n-Infinity}', "not-finite", 3, "-Infinity is no number in JSON."),
        ('{"a": 1,\n"b": 1e999}', "overflow", 2, "1e999 is beyond the largest number."),
        ('{"a": 1, "a": 2}', "duplicate-key", None, "The key a stands twice in one object."),
        ('{"a": 1,\n}', "json", 2, None),
        ("\ufeff{}", "bom", 1, "The text starts with a byte order mark."),
        ("[" * 100_000, "json", None, None),
        ("9" * 5_000, "json", None, None),
        ('{"a": "\\ud800"}', "half-character", None, None),
    ],
)
def test_what_the_library_lets_through_is_refused_and_named(
    text: str, code: str, line: int | None, message: str | None
) -> None:
    with pytest.raises(StrictJsonError) as refused:
        loads_strict(text)
    assert (refused.value.code, refused.value.line) == (code, line)
    assert message is None or str(refused.value) == message


def test_a_whole_character_written_as_two_halves_is_read() -> None:
    assert loads_strict('"\\ud83d\\ude00"') == "\U0001f600"


def test_a_file_that_is_no_utf_8_has_its_line() -> None:
    report = Reporter("x.json")
    assert read_json(b'{"a":\n"\xe9"}', report) is None
    assert [(finding.line, finding.code) for finding in report.findings] == [(2, "not-utf-8")]
