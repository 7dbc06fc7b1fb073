from simpul_recorder.checks.manifest import ManifestEntry, parse_manifest

A = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
B = "a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa"
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def codes(content: str | bytes) -> list[tuple[int | None, str]]:
    return [(finding.line, finding.code) for finding in parse_manifest(content).findings]


def test_what_sha256sum_writes_is_read_name_by_name() -> None:
    written = f"{A}  out/a b.txt\n{EMPTY} *out/empty\n{A.upper()}  ./out/deep/c\n"
    manifest = parse_manifest(written)
    assert manifest.entries == (
        ManifestEntry("out/a b.txt", A, 1, binary=False),
        ManifestEntry("out/empty", EMPTY, 2, binary=True),
        ManifestEntry("out/deep/c", A, 3, binary=False),
    )
    assert manifest.findings == ()
    assert [entry.is_empty_file for entry in manifest.entries] == [False, True, False]


def test_windows_line_ends_comments_empty_lines_and_a_byte_order_mark_do_no_harm() -> None:
    manifest = parse_manifest(f"\ufeff# written by hand\r\n\r\n{A}  a.txt\r\n".encode())
    assert manifest.entries == (ManifestEntry("a.txt", A, 3),)
    assert manifest.findings == ()


def test_escaped_names_are_unescaped_and_then_judged() -> None:
    manifest = parse_manifest(f"\\{B}  out/back\\\\slash\n\\{A}  out/new\\nline\n\\{A}  bad\\tescape\n")
    assert manifest.entries == ()
    assert [(finding.line, finding.code, finding.message) for finding in manifest.findings] == [
        (
            1,
            "unsafe-name",
            "The name out/back\\slash is unsafe: "
            "it holds a backslash, which separates folders on other systems.",
        ),
        (2, "unsafe-name", "The name out/new\\nline is unsafe: it holds a control character."),
        (
            3,
            "manifest-escape",
            "After a backslash only n, r or another backslash may stand in an escaped name.",
        ),
    ]


def test_the_bsd_style_is_refused_with_words_that_say_what_to_do() -> None:
    (finding,) = parse_manifest(f"SHA256 (out/empty) = {EMPTY}\n").findings
    assert (finding.line, finding.code) == (1, "manifest-bsd-tag")
    assert finding.message == (
        "The line is in the BSD style (sha256sum --tag). Write it as sha256sum does without --tag: "
        "the hash, two spaces, the name."
    )


def test_another_hash_is_named() -> None:
    (finding,) = parse_manifest("d41d8cd98f00b204e9800998ecf8427e  a.txt\n").findings
    assert finding.message == "The hash has 32 digits (MD5); SHA-256 has 64."


def test_every_bad_line_has_its_number_and_the_good_ones_still_count() -> None:
    manifest = parse_manifest(f"nonsense\n{A}  a.txt\n{A} b.txt\n{A}  -\n")
    assert [entry.path for entry in manifest.entries] == ["a.txt"]
    assert [(finding.line, finding.code) for finding in manifest.findings] == [
        (1, "manifest-line"),
        (3, "manifest-line"),
        (4, "manifest-stdin"),
    ]


def test_unsafe_names_are_refused() -> None:
    bad = ["../up", "/etc/passwd", "C:/x", "a/../../b", "CON.txt", "dot.", "a//b"]
    content = "".join(f"{A}  {name}\n" for name in bad)
    assert parse_manifest(content).entries == ()
    assert {code for _, code in codes(content)} == {"unsafe-name"}


def test_a_name_twice_is_an_error_with_another_hash_and_a_warning_with_the_same() -> None:
    manifest = parse_manifest(f"{A}  a.txt\n{A}  a.txt\n{B}  ./a.txt\n")
    assert manifest.entries == (ManifestEntry("a.txt", A, 1),)
    assert [(finding.line, finding.severity.value, finding.message) for finding in manifest.findings] == [
        (2, "warning", "a.txt stands in line 1 already."),
        (3, "error", "a.txt stands in line 1 already."),
    ]


def test_what_is_no_text_is_refused_with_its_line() -> None:
    assert codes(f"{A}  a\n".encode("utf-16")) == [(None, "utf-16")]
    assert codes(f"{A}  a\n{A}  b\0\n".encode()) == [(2, "nul")]
    assert codes(f"{A}  a\n{A}  ".encode() + b"\xe9\n") == [(2, "not-utf-8")]
    assert codes("") == [(None, "manifest-empty")]


def test_u_2028_in_a_name_does_not_end_the_line() -> None:
    assert [entry.path for entry in parse_manifest(f"{A}  a\u2028b\n").entries] == ["a\u2028b"]
