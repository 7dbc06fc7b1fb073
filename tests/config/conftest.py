"""A table of its own for tests of triggers and constraints, on the owner's connection."""

from collections.abc import Generator
from dataclasses import dataclass

import psycopg
import pytest
from django.db import models
from django.test.utils import isolate_apps
from pgtrigger.core import Trigger

PARENT_TABLE = "CREATE TABLE probe_parent (id int PRIMARY KEY, frozen_at timestamptz)"
PROBE_TABLE = (
    "CREATE TABLE probe (id int PRIMARY KEY, state text, frozen_at timestamptz, "
    "parent_id int REFERENCES probe_parent (id))"
)


@dataclass(frozen=True)
class Probe:
    """A table ``probe`` below ``probe_parent``; nothing of it outlives the test."""

    connection: psycopg.Connection[tuple[object, ...]]
    model: type[models.Model]

    def lay(self, *triggers: Trigger) -> None:
        """Install triggers on the table as a migration would."""
        for trigger in triggers:
            self.connection.execute(str(trigger.compile(self.model).install_sql))

    def run(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement; a refusal leaves the transaction usable."""
        with self.connection.transaction():
            cursor = self.connection.execute(statement)
            return cursor.fetchall() if cursor.description else []


@pytest.fixture
def probe(owner_connection: psycopg.Connection[tuple[object, ...]]) -> Generator[Probe, None, None]:
    with isolate_apps("config"):

        class ProbeParent(models.Model):
            frozen_at = models.DateTimeField(null=True)

            class Meta:
                app_label = "config"
                db_table = "probe_parent"

        class ProbeRow(models.Model):
            state = models.TextField()
            frozen_at = models.DateTimeField(null=True)
            parent = models.ForeignKey(ProbeParent, on_delete=models.PROTECT)

            class Meta:
                app_label = "config"
                db_table = "probe"

        with owner_connection.transaction(force_rollback=True):
            owner_connection.execute(PARENT_TABLE)
            owner_connection.execute(PROBE_TABLE)
            yield Probe(owner_connection, ProbeRow)
