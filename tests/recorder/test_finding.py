from simpul_recorder.finding import Finding, Severity, listed, shown


def test_a_finding_keeps_its_sentence_apart_from_its_values_so_that_it_can_be_translated() -> None:
    finding = Finding(
        "a.csv",
        3,
        "cell-count",
        Severity.ERROR,
        "%(found)s cells of %(expected)s",
        {"found": 1, "expected": 2},
    )
    assert finding.message == "1 cells of 2"
    assert finding.is_error
    assert Finding("a", None, "x", Severity.NOTE, "100 % plain").message == "100 % plain"


def test_text_of_a_file_is_safe_to_print_and_to_store() -> None:
    assert shown("a\nb\0c\ud800\u202ed") == "a\\nb\\x00c\\ud800\\u202ed"
    assert shown("x" * 121) == "x" * 120 + "…"


def test_a_list_names_twenty() -> None:
    assert listed(("a", "b")) == "a, b"
    assert (
        listed(tuple("abcdefghijklmnopqrstu"))
        == "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, …"
    )
