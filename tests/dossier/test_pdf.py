import io
import socket
from dataclasses import replace
from datetime import UTC, datetime

import pikepdf
import pytest
from pypdf import PdfReader

from dossier.domain.closeout import CloseoutData
from dossier.domain.recorded import Results
from dossier.pdf import AssetFetcher, AttachedFile, render, render_closeout
from pricing.domain.money import Money

AT = datetime(2026, 11, 25, 8, tzinfo=UTC)


@pytest.fixture(scope="module")
def printed(closeout: CloseoutData) -> bytes:
    return render_closeout(closeout, language="en")


def bare(closeout: CloseoutData) -> CloseoutData:
    """Leave out what a test does not look at: a report takes its time."""
    return CloseoutData(closeout.campaign, closeout.edition, closeout.question, closeout.conclusion)


def small(body: str) -> bytes:
    html = f'<html lang="en"><head><title>x</title></head><body>{body}</body></html>'
    return render(html, language="en", title="Small", at=AT)


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def elements(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    found: list[pikepdf.Dictionary] = []
    waiting = [pdf.Root.StructTreeRoot.K]
    while waiting:
        item = waiting.pop()
        if isinstance(item, pikepdf.Array):
            waiting.extend(item)
        elif isinstance(item, pikepdf.Dictionary) and "/S" in item:
            found.append(item)
            waiting.append(item.get("/K", pikepdf.Array()))
    return found


def test_the_report_is_tagged_titled_and_says_its_language(printed: bytes) -> None:
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert bool(pdf.Root.MarkInfo.Marked)
        assert str(pdf.Root.Lang) == "en"
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert b"<pdfuaid:part>1</pdfuaid:part>" in bytes(pdf.Root.Metadata.read_bytes()) or (
            b'pdfuaid:part="1"' in bytes(pdf.Root.Metadata.read_bytes())
        )
        assert str(pdf.docinfo["/Title"]) == "C7 · Does the adapter beat the control?"
        kinds = [str(element.S) for element in elements(pdf)]
        assert kinds.count("/H1") == 1
        assert {"/H2", "/H3", "/Table", "/TH", "/TD", "/L", "/Figure", "/Caption"} <= set(kinds)


def test_every_drawing_has_a_text_for_those_who_listen(printed: bytes) -> None:
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        texts = [str(element.get("/Alt", "")) for element in elements(pdf) if element.S == "/Figure"]
    assert "" not in texts
    assert {"Baseline", "Provided against recorded time", "people", "recorded"} <= set(texts)


def test_the_bookmarks_follow_the_order_of_r11_2_with_the_conclusion_first(printed: bytes) -> None:
    with pikepdf.open(io.BytesIO(printed)) as pdf, pdf.open_outline() as outline:
        (top,) = outline.root
        assert top.title == "Does the adapter beat the control?"
        assert [item.title for item in top.children] == [
            "Conclusion",
            "Question",
            "What was announced",
            "Variants",
            "Runs",
            "Stop events",
            "Planned against actual",
            "Packages and expenses",
            "Results",
            "Decisions",
            "Dossier",
            "What stays uncertain",
            "Lessons",
        ]


def test_r11_2_the_report_says_what_the_data_says(printed: bytes, closeout: CloseoutData) -> None:
    text = text_of(printed)
    for words in (
        "No variant meets the threshold.",
        "Choice: keep the control",
        "24 Nov 2026, 16:00 WIB",
        "at least 0.72",
        "dropped: too slow",
        "C7-V1-R02 V1 main stopped",
        "Loss is NaN.",
        "+3 h 40 min",
        "not recorded",
        "Decision: Copy first.",
        "Rental share per accepted result: undefined. 47.14 USD were incurred.",
        "No result was accepted.",
        "1 of 3 expected files are verified.",
        "Team archive, shelf 3",
        "Longer inputs were not tried.",
        closeout.campaign.plan_hash,
        closeout.campaign.audit_head,
        closeout.edition.previous_hash,
        closeout.sha256,
    ):
        assert words in text.replace("\u00a0", " ")


def test_every_page_has_its_number_and_all_but_the_first_the_campaign(printed: bytes) -> None:
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages]
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in page
        assert number == 1 or "Close-out, edition 2" in page


def test_the_data_is_attached_and_is_the_data_that_was_hashed(printed: bytes, closeout: CloseoutData) -> None:
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        assert list(pdf.attachments) == ["C7-close-out-2.json"]
        attached = pdf.attachments["C7-close-out-2.json"].get_file()
        assert attached.read_bytes() == closeout.to_json().encode()
        assert attached.creation_date == datetime(2026, 11, 25, 8, tzinfo=UTC)


def test_r11_3_the_same_data_gives_the_same_bytes(printed: bytes, closeout: CloseoutData) -> None:
    assert render_closeout(closeout, language="en") == printed


def test_r9_3_a_share_is_money_where_results_were_accepted(closeout: CloseoutData) -> None:
    shared = Results(2, 2, 2, shares=(Money.of_minor_units(2357, "USD"),))
    text = text_of(render_closeout(replace(bare(closeout), results=shared), language="en"))
    assert "Rental share per accepted result: 23.57 USD" in text
    assert "undefined" not in text


def test_a_long_table_repeats_its_head_on_every_page(closeout: CloseoutData) -> None:
    long = replace(bare(closeout), runs=closeout.runs * 35)
    pages = [
        page.extract_text() for page in PdfReader(io.BytesIO(render_closeout(long, language="en"))).pages
    ]
    with_runs = [page for page in pages if page.count("C7-V0-R01") > 3]
    assert len(with_runs) > 1
    assert all("Machine time" in page for page in with_runs)


def test_a_note_with_a_path_in_it_stays_a_text(closeout: CloseoutData) -> None:
    note = '<img src="file:///etc/passwd"><link rel="attachment" href="file:///etc/passwd">'
    printed = render_closeout(replace(bare(closeout), lessons=(note,)), language="en")
    assert "file:///etc/passwd" in text_of(printed)
    assert b"root:" not in printed
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        assert len(pdf.attachments) == 1


def test_nothing_but_packaged_files_is_fetched_while_a_document_is_laid_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        printed = small(
            f'<img src="{address}/a.png"><img src="file:///etc/passwd"><img src="data:image/png;base64,AAAA">'
            f'<link rel="stylesheet" href="{address}/a.css"><link rel="attachment" href="file:///etc/passwd">'
            f'<a rel="attachment" href="file:///etc/passwd">x</a><p style="background: url({address}/b.png)">y</p>'
        )
        with pytest.raises(BlockingIOError):
            server.accept()
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        assert len(pdf.attachments) == 0


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "http://127.0.0.1/", "data:text/plain,x", "asset:../manage.py", "asset:/etc/passwd",
     "asset:..%2fpyproject.toml", "asset:fonts/OFL.txt", "print.css"],
)  # fmt: skip
def test_the_fetcher_refuses_what_is_not_packaged(url: str) -> None:
    with pytest.raises(ValueError, match="only packaged files"):
        AssetFetcher().fetch(url)


def test_the_fetcher_gives_a_packaged_file_and_stops_when_it_is_missing() -> None:
    assert AssetFetcher().fetch("asset:print.css").content_type == "text/css"
    with pytest.raises(BaseException, match=r"the packaged file none\.css is missing"):
        AssetFetcher().fetch("asset:none.css")


def test_attachments_and_dates_are_part_of_the_identity_of_a_document() -> None:
    html = '<html lang="en"><body>x</body></html>'
    attached = [AttachedFile("a.json", "data", b"{}", AT)]
    one = render(html, attached, language="en", title="T", at=AT)
    assert one == render(html, attached, language="en", title="T", at=AT)
    assert one != render(html, [replace(attached[0], content=b"[]")], language="en", title="T", at=AT)
