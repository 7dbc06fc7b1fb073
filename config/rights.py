"""What the application's role may do, table by table.

The owner migrates; the application's role owns nothing and gets its rights from the attribute ``app_rights``
of each model: all four verbs unless it says otherwise, ``"SELECT, INSERT"`` where every row is frozen. It
gets no TRUNCATE, no CREATE and no TEMPORARY, and neither does anybody else.
"""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connections, models
from psycopg import sql

ALL_FOUR = "SELECT, INSERT, UPDATE, DELETE"
VERBS = frozenset(ALL_FOUR.split(", "))


def rights_of(model: type[models.Model]) -> str:
    """Return the verbs that the application's role has on the model's table."""
    rights: str = getattr(model, "app_rights", ALL_FOUR)
    unknown = set(rights.split(", ")) - VERBS
    if unknown:
        raise ValueError(f"{model._meta.label}.app_rights names what cannot be granted: {sorted(unknown)}")
    return rights


def grant_rights(app_config: AppConfig, using: str = "default", **_signal: Any) -> None:
    """Grant the rights on one app's tables after it has been migrated, when it is the owner who migrates."""
    connection = connections[using]
    role = settings.APP_DATABASE_ROLE
    if not role or role == connection.settings_dict["USER"]:
        return
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for statement in _on_the_database(connection.settings_dict["NAME"], role):
            cursor.execute(statement)
        for model in app_config.get_models(include_auto_created=True):
            if model._meta.managed and model._meta.db_table in tables:
                for statement in _on_a_table(model._meta.db_table, rights_of(model), role):
                    cursor.execute(statement)


def _on_the_database(database: str, role: str) -> list[sql.Composed]:
    names = {"database": sql.Identifier(database), "role": sql.Identifier(role)}
    statements = [
        "REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM PUBLIC",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        "GRANT CONNECT ON DATABASE {database} TO {role}",
        "GRANT USAGE ON SCHEMA public TO {role}",
        "GRANT SELECT ON TABLE django_migrations TO {role}",
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}",
    ]
    return [sql.SQL(statement).format(**names) for statement in statements]


def _on_a_table(table: str, rights: str, role: str) -> list[sql.Composed]:
    names = {"table": sql.Identifier(table), "role": sql.Identifier(role), "rights": sql.SQL(rights)}
    return [
        sql.SQL("REVOKE ALL ON TABLE {table} FROM PUBLIC, {role}").format(**names),
        sql.SQL("GRANT {rights} ON TABLE {table} TO {role}").format(**names),
    ]
