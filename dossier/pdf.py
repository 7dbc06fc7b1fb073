"""The close-out as a PDF: tagged (PDF/UA-1), with bookmarks and its data attached, the same bytes for the same data.

The only module that imports WeasyPrint. While a document is laid out nothing is fetched but files of
``static/``, by the scheme ``asset:``; a path, an address or a data URL in a note stays what it is, text.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, SubElement

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from weasyprint import HTML, Attachment
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from dossier.domain.closeout import CloseoutData, from_json
from dossier.domain.closeout_charts import CloseoutCharts, closeout_charts

SCHEME = "asset:"
MEDIA_TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2"}
SVG = "{http://www.w3.org/2000/svg}svg"
SVG_TITLE = "{http://www.w3.org/2000/svg}title"


class AssetFetcher(URLFetcher):
    """Gives packaged files and nothing else: no path, no address, no data URL."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        """Answer ``asset:print.css`` with ``static/print.css``; a packaged file that is missing stops the work."""
        if not url.startswith(SCHEME):
            raise ValueError("only packaged files are fetched")
        root = (Path(settings.BASE_DIR) / "static").resolve()
        path = (root / unquote(url.removeprefix(SCHEME)).lstrip("/")).resolve()
        if not path.is_relative_to(root) or path.suffix not in MEDIA_TYPES:
            raise ValueError("only packaged files are fetched")
        if not path.is_file():
            raise FatalURLFetchingError(f"the packaged file {path.name} is missing")
        kind = {"Content-Type": MEDIA_TYPES[path.suffix]}
        return URLFetcherResponse(url, path.read_bytes(), kind)  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class AttachedFile:
    """A file inside the PDF, with the moment that stands as its date."""

    name: str
    description: str
    content: bytes
    at: datetime


def render(
    html: str, attachments: Sequence[AttachedFile] = (), *, language: str, title: str, at: datetime
) -> bytes:
    """Lay the document out; the same arguments give the same bytes, since every date in it is ``at``."""
    parsed = HTML(string=html, base_url=SCHEME, url_fetcher=AssetFetcher())  # type: ignore[no-untyped-call]
    _name_pictures(parsed.etree_element)
    document = parsed.render(pdf_variant="pdf/ua-1")  # type: ignore[no-untyped-call]
    metadata = document.metadata
    metadata.title, metadata.lang = title, language
    metadata.generator = "Simpul"
    metadata.created = metadata.modified = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    identity = hashlib.sha256("\0".join((language, title, metadata.created, html)).encode())
    for attached in attachments:
        identity.update(attached.content)
    written: bytes = document.write_pdf(
        pdf_variant="pdf/ua-1",
        pdf_identifier=identity.hexdigest()[:32].encode(),
        attachments=[_attachment(attached) for attached in attachments],
    )
    return written


def _attachment(attached: AttachedFile) -> Attachment:
    at = attached.at.astimezone(UTC)
    return Attachment(  # type: ignore[no-untyped-call]
        string=attached.content,
        name=attached.name,
        description=attached.description,
        created=at,
        modified=at,
        relationship="Data",
        url_fetcher=AssetFetcher(),  # type: ignore[no-untyped-call]
    )


def _name_pictures(root: Element) -> None:
    """Give every drawing without a title the words beside it, so that each has a text for those who listen."""
    for parent in root.iter():
        for child in parent:
            if child.tag == SVG and child.find(SVG_TITLE) is None:
                SubElement(child, SVG_TITLE).text = " ".join("".join(parent.itertext()).split())


def render_closeout(closeout: CloseoutData, *, language: str) -> bytes:
    """Print a close-out in one language, exactly as its data says, with that data as JSON attached."""
    closeout = from_json(closeout.to_json())
    title = f"{closeout.campaign.code} · {closeout.campaign.title}"
    with translation.override(language):
        html = render_to_string("dossier/pdf/closeout.html", closeout_context(closeout, language))
    name = f"{closeout.campaign.code}-close-out-{closeout.edition.number}.json"
    data = AttachedFile(name, title, closeout.to_json().encode(), closeout.edition.issued_at)
    return render(html, [data], language=language, title=title, at=closeout.edition.issued_at)


def closeout_context(closeout: CloseoutData, language: str) -> dict[str, Any]:
    """Give the sections their context; the page uses the same ones."""
    charts: CloseoutCharts = closeout_charts(closeout.plan)
    return {
        "closeout": closeout,
        "zone": closeout.campaign.time_zone,
        "language": language,
        "gantt": charts.gantt,
        "recorded_bars": charts.recorded,
    }
