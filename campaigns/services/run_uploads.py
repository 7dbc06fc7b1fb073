"""A file between its upload and its import: compressed in a session row of its own, gone after a day.

Nothing of a campaign is touched by an upload. The row belongs to the person's own session, works on every web
process alike, and is removed when the import is confirmed, or at a later upload once it is a day old.
"""

import base64
import zlib

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.utils.crypto import get_random_string

from campaigns.models import Campaign
from campaigns.queries.run_imports import Upload

KEPT_SECONDS = 24 * 3600
UPLOADS = "run uploads"
MOST_UPLOADS = 5


def keep_upload(session: SessionBase, campaign: Campaign, filename: str, content: bytes) -> Upload:
    """Keep the bytes for the pages that follow; of several files of a person the newest five are kept."""
    SessionStore.clear_expired()
    upload = Upload(get_random_string(20).lower(), filename, content)
    row = SessionStore()
    row["filename"] = filename
    row["content"] = base64.b85encode(zlib.compress(content)).decode("ascii")
    row.set_expiry(KEPT_SECONDS)
    row.create()
    kept = [*session.get(UPLOADS, []), [upload.slug, campaign.pk, row.session_key]]
    for _slug, _campaign, key in kept[:-MOST_UPLOADS]:
        SessionStore(key).delete()
    session[UPLOADS] = kept[-MOST_UPLOADS:]
    return upload


def find_upload(session: SessionBase, campaign: Campaign, slug: str) -> Upload | None:
    """The person's upload for this campaign, or nothing when it is gone."""
    for kept_slug, kept_campaign, key in session.get(UPLOADS, []):
        if (kept_slug, kept_campaign) == (slug, campaign.pk):
            row = SessionStore(key)
            if "content" in row:
                return Upload(slug, row["filename"], zlib.decompress(base64.b85decode(row["content"])))
    return None


def forget_upload(session: SessionBase, slug: str) -> None:
    """Remove an upload that was imported."""
    kept = session.get(UPLOADS, [])
    for kept_slug, _campaign, key in kept:
        if kept_slug == slug:
            SessionStore(key).delete()
    session[UPLOADS] = [entry for entry in kept if entry[0] != slug]
