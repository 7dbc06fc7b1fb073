"""What the watcher of the service asks."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from config import health


def test_healthz_answers_without_sign_in_and_without_the_database(client: Client) -> None:
    # No database mark: a query would be an error.
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readyz_answers_when_every_migration_is_applied(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\n")
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_readyz_says_how_many_migrations_are_missing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated_once", set())
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations")
        applied = cursor.fetchone()[0]
    monkeypatch.setattr(
        "django.db.migrations.recorder.MigrationRecorder.applied_migrations", lambda _self: {}
    )
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, f"{applied} migrations are not applied\n".encode())


@pytest.mark.django_db
def test_readyz_says_that_the_database_does_not_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    monkeypatch.setattr(health, "_migrated_once", {True})
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")
