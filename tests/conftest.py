"""What every test stands on: the application's role, a cleaning that passes the triggers."""

from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import settings as properties
from psycopg import sql
from pytest_django import DjangoDbBlocker

from config.database import addresses

pytest_plugins = [
    "tests.people",
    "tests.worked",
    "tests.running",
    "tests.closing",
    "tests.examples",
    "tests.planning",
]

# A busy machine is slow, not wrong: no test fails by its duration.
properties.register_profile("untimed", deadline=None)
properties.load_profile("untimed")

KEPT_BETWEEN_TESTS = frozenset({"django_migrations", "django_content_type", "auth_permission"})


def pytest_configure() -> None:
    """Serve static files under their own names: the hashed ones need ``collectstatic``."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    # WhiteNoise warns when its folder is missing; this one goes with the throw-away cluster.
    settings.STATIC_ROOT = Path(settings.MEDIA_ROOT).with_name("static")
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def owner_login() -> dict[str, str]:
    """Return user and password of the role that owns the tables."""
    owner = addresses.settings_for(addresses.from_environment().owner)
    return {"USER": owner["USER"], "PASSWORD": owner["PASSWORD"]}


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Let the test database be found where ``migrated_copy`` put it; it goes with its cluster."""
    return True


@pytest.fixture(scope="session")
def migrated_copy(django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Copy the migrated database of the cluster to the name that this worker's test database has."""
    with django_db_blocker.unblock():
        creation = connection.creation
        source = connection.settings_dict["NAME"]
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
            sql.Identifier(creation._get_test_db_name()), sql.Identifier(source)
        )
        with creation._nodb_cursor() as cursor:
            cursor.execute(statement)


@pytest.fixture(scope="session")
def django_db_setup(
    migrated_copy: None,
    django_db_setup: None,
    owner_login: dict[str, str],
    django_db_blocker: DjangoDbBlocker,
) -> Generator[None, None, None]:
    """Let the owner migrate the test database, then go on as the application's role."""
    app = addresses.settings_for(addresses.from_environment().app)
    _sign_in_as({"USER": app["USER"], "PASSWORD": app["PASSWORD"]}, django_db_blocker)
    cleaning = _Cleaning(owner_login)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: cleaning.run())
        yield
    # An open connection would keep the test database from being dropped.
    cleaning.close()
    _sign_in_as(owner_login, django_db_blocker)


def _sign_in_as(login: dict[str, str], blocker: DjangoDbBlocker) -> None:
    """Change the role of every connection to come: threads and the live server share this dictionary."""
    with blocker.unblock():
        connection.close()
        connection.settings_dict.update(login)


class _Cleaning:
    """Empties the tables after a test that committed; ``flush`` cannot: the triggers refuse TRUNCATE."""

    def __init__(self, login: dict[str, str]) -> None:
        self.login = login
        self.connection: psycopg.Connection[tuple[object, ...]] | None = None
        self.statement: sql.Composed | None = None

    def run(self) -> None:
        """Delete every row, past the triggers and the foreign keys."""
        if self.connection is None:
            at = connection.settings_dict
            self.connection = psycopg.connect(
                host=at["HOST"],
                port=at["PORT"],
                dbname=at["NAME"],
                user=self.login["USER"],
                password=self.login["PASSWORD"],
                autocommit=True,
            )
            self.connection.execute("SET session_replication_role = replica")
            self.statement = self._deletes()
        assert self.statement is not None
        self.connection.execute(self.statement)

    def _deletes(self) -> sql.Composed:
        assert self.connection is not None
        rows = self.connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        tables = sorted({str(row[0]) for row in rows} - KEPT_BETWEEN_TESTS)
        return sql.SQL("; ").join(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)) for table in tables)

    def close(self) -> None:
        """Leave the database."""
        if self.connection is not None:
            self.connection.close()


@pytest.fixture
def owner_connection(
    transactional_db: None, owner_login: dict[str, str]
) -> Generator[psycopg.Connection[tuple[object, ...]], None, None]:
    """Connect as the owner of the tables, for what the application's role may not do."""
    at = connection.settings_dict
    login = {"user": owner_login["USER"], "password": owner_login["PASSWORD"]}
    with psycopg.connect(host=at["HOST"], port=at["PORT"], dbname=at["NAME"], **login) as opened:
        yield opened
