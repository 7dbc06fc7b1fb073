"""The dossier's page and its forms, as people use them without JavaScript."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from teams.models import Person
from tests.closing import Closing, manifest_of, predictions
from tests.people import text_of

pytestmark = pytest.mark.django_db
ClientOf = Callable[[Person], Client]


@pytest.fixture
def open_page(closing: Closing, client_of: ClientOf) -> Callable[..., str]:
    """Return a function that gives the address of a page of the dossier."""
    return lambda name, *more: reverse(f"dossier:{name}", args=[closing.campaign.pk, *more])


def test_r10_1_from_nothing_to_verified_predictions(closing: Closing, client_of: ClientOf, open_page) -> None:
    client = client_of(closing.planner)
    assert "Nothing is expected yet" in text_of(client.get(open_page("dossier")))
    client.post(open_page("expect-promised"))
    content = predictions("V1")
    manifest = SimpleUploadedFile("SHA256SUMS", manifest_of({"V1/predictions.jsonl": content}))
    client.post(open_page("manifest"), {"manifest": manifest, "source": "rented machine"})
    file = SimpleUploadedFile("predictions.jsonl", content)
    client.post(open_page("upload"), {"path": "V1/predictions.jsonl", "file": file})
    said = text_of(client.get(open_page("dossier")))
    assert "Verified 1 loaded again" in said
    assert "well-formed · verified" in said
    assert "No file has come yet." in said


def test_r10_2_wrong_manifest_answers_422_and_names_the_line(
    closing: Closing, client_of: ClientOf, open_page
) -> None:
    manifest = SimpleUploadedFile("SHA256SUMS", b"this is no hash  a.txt\n")
    answer = client_of(closing.planner).post(open_page("manifest"), {"manifest": manifest})
    assert answer.status_code == 422
    assert "Line 1:" in text_of(answer)
    assert not closing.campaign.manifests.exists()


def test_r10_2_empty_file_is_received_and_said_to_be_empty(
    closing: Closing, client_of: ClientOf, open_page
) -> None:
    closing.expect()
    client = client_of(closing.planner)
    empty = SimpleUploadedFile("predictions.jsonl", b"")
    answer = client.post(open_page("upload"), {"path": "V1/predictions.jsonl", "file": empty})
    assert answer.status_code == 302
    assert "V1/predictions.jsonl is empty." in text_of(client.get(open_page("dossier")))


def test_r10_3_evidence_of_a_named_person_is_recorded(
    closing: Closing, client_of: ClientOf, open_page
) -> None:
    row = closing.expect_one("error-analysis.*", "error analysis")
    closing.upload("error-analysis.md", b"# Errors\n")
    client = client_of(closing.lead)
    address = open_page("evidence", row.pk)
    assert 'value="Laras Lead"' in client.get(address).content.decode()
    typed = {
        "kind": "read",
        "sha256": closing.file("error-analysis.*").found[0].sha256,
        "performed_by": "Laras Lead",
        "done_at": "2026-07-20T10:00",
        "machine": "at the desk",
        "compared": "",
    }
    assert client.post(address, typed).status_code == 422
    assert client.post(address, typed | {"compared": "read to the end"}).status_code == 302
    assert closing.file("error-analysis.*").is_verified is True


def test_r10_1_absence_is_explained_and_a_place_is_changed(
    closing: Closing, client_of: ClientOf, open_page
) -> None:
    closing.expect()
    row = closing.campaign.expected_files.get(path="V1/predictions.*")
    client = client_of(closing.planner)
    client.post(open_page("explain-absence", row.pk), {"reason": "The run was stopped."})
    typed = {"path": "V1/out.jsonl", "kind": "predictions", "variant": row.variant_id, "priority": "useful"}
    assert client.post(open_page("change-file", row.pk), typed).status_code == 302
    said = text_of(client.get(open_page("dossier")))
    assert "Why it is missing: The run was stopped." in said
    assert "V1/out.jsonl" in said


def test_ended_campaigns_dossier_offers_nothing(closed: Closing, client_of: ClientOf, open_page) -> None:
    page = client_of(closed.planner).get(open_page("dossier")).content.decode()
    assert open_page("upload") not in page
    assert open_page("manifest") not in page
