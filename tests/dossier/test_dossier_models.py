"""Each rule of the tables of the dossier, as the database holds it: by the name of its constraint."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from dossier.models import (
    CloseoutEdition,
    ClosingNotes,
    DeviationExplanation,
    Evidence,
    ExpectedFile,
    Manifest,
    ManifestEntry,
    StoredFile,
)
from tests.closing import Closing
from tests.running import NOW

pytestmark = pytest.mark.django_db
FROZEN: tuple[type[models.Model], ...] = (Manifest, ManifestEntry, StoredFile, Evidence, CloseoutEdition)


def refused(constraint: str, action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        action()


@pytest.fixture
def full(closed: Closing) -> Closing:
    """Return the closed campaign; it has manifest, files and edition 1, and gets one piece of evidence."""
    row = closed.campaign.expected_files.get(path="V1/predictions.*")
    Evidence.objects.create(**evidence_of(closed, expected=row))
    return closed


def evidence_of(closing: Closing, **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "kind": "read",
        "sha256": "a" * 64,
        "done_at": NOW,
        "machine": "at the desk",
        "compared": "all of it",
        "performed_by": "Laras Lead",
        "recorded_by": closing.planner,
        "recorded_at": NOW,
    }
    return values | changes


def explanation(closing: Closing, **changes: Any) -> DeviationExplanation:
    values: dict[str, Any] = {
        "campaign": closing.campaign,
        "step_key": "train-a",
        "explanation": "slow disk",
        "decision": "copy first",
        "explained_by": closing.planner,
        "explained_at": NOW,
    }
    return DeviationExplanation.objects.create(**(values | changes))


def edition(closing: Closing, **changes: Any) -> CloseoutEdition:
    values: dict[str, Any] = {
        "campaign": closing.campaign,
        "number": 1,
        "data": {},
        "data_hash": "a" * 64,
        "pdf": b"%PDF-",
        "issued_by": closing.lead,
        "issued_at": NOW,
    }
    return CloseoutEdition.objects.create(**(values | changes))


def test_r10_1_file_is_expected_once_with_a_known_kind_and_priority(closing: Closing) -> None:
    closing.expect_one("a.txt", "other")
    refused("file_is_expected_once", lambda: closing.expect_one("a.txt", "artefact"))
    refused("expected_file_kind_is_known", lambda: closing.expect_one("b.txt", "surprise"))
    row = ExpectedFile.objects.get()
    row.priority = "vital"
    refused("expected_file_priority_is_known", row.save)


def test_r10_1_manifest_has_its_number_and_names_a_path_once(closing: Closing) -> None:
    values = {"campaign": closing.campaign, "number": 1, "sha256": "a" * 64}
    values |= {"uploaded_by": closing.planner, "uploaded_at": NOW}
    manifest = Manifest.objects.create(**values)
    refused("manifest_number_is_unique", lambda: Manifest.objects.create(**values))
    entry = {"manifest": manifest, "path": "a.txt", "sha256": "b" * 64}
    ManifestEntry.objects.create(**entry)
    refused("manifest_names_a_path_once", lambda: ManifestEntry.objects.create(**entry))


def test_r10_3_evidence_has_a_known_kind_and_says_where_and_what(closing: Closing) -> None:
    row = closing.expect_one("a.txt", "other")
    for constraint, changes in (
        ("evidence_kind_is_known", {"kind": "guessed"}),
        ("evidence_says_where_and_what", {"machine": ""}),
        ("evidence_says_where_and_what", {"compared": ""}),
    ):
        values = evidence_of(closing, expected=row, **changes)
        refused(constraint, lambda values=values: Evidence.objects.create(**values))


def test_r11_1_deviation_is_explained_once_with_its_decision(closing: Closing) -> None:
    explanation(closing)
    refused("deviation_is_explained_once", lambda: explanation(closing))
    for changes in ({"explanation": ""}, {"decision": ""}):
        refused(
            "explanation_and_decision_are_written",
            lambda changes=changes: explanation(closing, step_key="other", **changes),
        )


def test_r11_3_edition_has_its_number_and_a_later_one_names_the_one_before(closing: Closing) -> None:
    first = edition(closing)
    refused("edition_number_is_unique", lambda: edition(closing))
    for changes in (
        {"number": 2, "reason": "why"},
        {"number": 2, "previous": first},
        {"number": 1, "previous": first, "reason": "why"},
    ):
        refused(
            "later_edition_names_the_one_before|edition_number_is_unique",
            lambda changes=changes: edition(closing, **changes),
        )
    edition(closing, number=2, previous=first, reason="why")
    refused("previous_id", lambda: edition(closing, number=3, previous=first, reason="again"))


def test_campaign_has_one_row_of_closing_notes(closing: Closing) -> None:
    ClosingNotes.objects.create(campaign=closing.campaign)
    refused("campaign_id", lambda: ClosingNotes.objects.create(campaign=closing.campaign))


@pytest.mark.parametrize("model", FROZEN)
def test_frozen_row_is_neither_updated_nor_deleted_by_the_orm(
    full: Closing, model: type[models.Model]
) -> None:
    row = model._default_manager.first()
    assert row is not None
    before = model._default_manager.values().get(pk=row.pk)
    for change in (row.save, row.delete, lambda: model._default_manager.update(id=row.pk)):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert model._default_manager.values().get(pk=row.pk) == before


@pytest.mark.parametrize("model", FROZEN)
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_frozen_table_refuses_plain_sql_of_the_applications_role(
    full: Closing, model: type[models.Model], statement: str
) -> None:
    count = model._default_manager.count()
    with (
        pytest.raises(DatabaseError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format(model._meta.db_table))
    assert model._default_manager.count() == count > 0


@pytest.mark.django_db(transaction=True)
def test_r10_1_nothing_is_added_to_a_manifest_of_an_earlier_transaction(closing: Closing) -> None:
    closing.seal({"a.txt": b"x"})
    manifest = closing.campaign.manifests.get()
    with pytest.raises(DatabaseError, match="refused"):
        ManifestEntry.objects.create(manifest=manifest, path="late.txt", sha256="b" * 64)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_r11_3_even_the_owner_of_the_table_does_not_rewrite_an_edition(
    closing: Closing, owner_connection, statement: str
) -> None:
    edition(closing)
    with pytest.raises(Exception, match="is refused"):
        owner_connection.execute(statement.format("dossier_closeoutedition"))
