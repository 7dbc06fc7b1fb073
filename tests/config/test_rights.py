"""The application's role owns nothing, and the tests themselves run as it."""

import pytest
from django.apps import apps
from django.conf import settings
from django.db import ProgrammingError, connection, transaction
from django.db.models import Model

from config import rights
from teams.models import AuditEvent

pytestmark = pytest.mark.django_db

OWNED = (
    "SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole",
    "SELECT count(*) FROM pg_proc WHERE proowner = current_user::regrole",
    "SELECT count(*) FROM pg_namespace WHERE nspowner = current_user::regrole",
    "SELECT count(*) FROM pg_database WHERE datdba = current_user::regrole",
)


def ask(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def refused(statement: str) -> str:
    with pytest.raises(ProgrammingError) as refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    return str(refusal.value).splitlines()[0]


def test_tests_run_as_the_applications_role_which_owns_nothing() -> None:
    assert ask("SELECT current_user::text") == settings.APP_DATABASE_ROLE == "simpul_app"
    assert [ask(statement) for statement in OWNED] == [0, 0, 0, 0]


def test_application_has_no_power_over_the_cluster() -> None:
    columns = "rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolinherit"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == (False, False, False, False, False, False)


def test_application_can_neither_disable_a_trigger_nor_go_around_it() -> None:
    table = AuditEvent._meta.db_table
    assert refused(f"ALTER TABLE {table} DISABLE TRIGGER ALL") == f"must be owner of table {table}"
    assert "permission denied to set parameter" in refused("SET session_replication_role = replica")
    assert "must be owner of function" in refused("DROP FUNCTION simpul_refuse_change() CASCADE")


def test_application_can_truncate_no_table() -> None:
    tables = [model._meta.db_table for model in rights_models()]
    truncated = [each for each in tables if ask(f"SELECT has_table_privilege('{each}', 'TRUNCATE')")]
    assert truncated == []
    assert refused(f"TRUNCATE {tables[0]} CASCADE").startswith("permission denied for table")


def test_application_can_create_nothing_not_even_for_a_session() -> None:
    assert refused("CREATE TABLE mine (id int)") == "permission denied for schema public"
    assert "permission denied to create temporary tables" in refused("CREATE TEMPORARY TABLE mine (id int)")
    assert "permission denied for database" in refused("CREATE SCHEMA mine")


def test_update_of_a_frozen_table_is_refused_by_privilege() -> None:
    table = AuditEvent._meta.db_table
    assert refused(f"UPDATE {table} SET reason = 'rewritten'") == f"permission denied for table {table}"
    assert refused(f"DELETE FROM {table}") == f"permission denied for table {table}"


def test_application_has_exactly_the_rights_that_each_model_names() -> None:
    differing = {}
    for model in rights_models():
        table = model._meta.db_table
        granted = {v for v in rights.VERBS if ask(f"SELECT has_table_privilege('{table}', '{v}')")}
        if granted != set(rights.rights_of(model).split(", ")):
            differing[table] = granted
    assert differing == {}


def rights_models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def test_a_right_that_cannot_be_granted_is_an_error() -> None:
    class Greedy:
        app_rights = "SELECT, TRUNCATE"
        _meta = AuditEvent._meta

    with pytest.raises(ValueError, match=r"cannot be granted: \['TRUNCATE'\]"):
        rights.rights_of(Greedy)
