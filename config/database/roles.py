"""The two roles: an owner who migrates, and the application's role, which owns nothing."""

from dataclasses import dataclass

import psycopg
from psycopg import sql

from config.database.cluster import SUPERUSER, Cluster

OWNER = "simpul_owner"
APPLICATION = "simpul_app"
DATABASE = "simpul"


@dataclass(frozen=True)
class Logins:
    """Addresses of the database for the two roles."""

    app: str
    owner: str


def ensure(cluster: Cluster) -> Logins:
    """Create roles and database unless they are there, and return how to sign in."""
    with psycopg.connect(cluster.address(SUPERUSER, "postgres"), autocommit=True) as connection:
        for role in (OWNER, APPLICATION):
            _ensure_role(connection, role, cluster.password(role))
        _ensure_database(connection)
    return Logins(app=cluster.address(APPLICATION, DATABASE), owner=cluster.address(OWNER, DATABASE))


def _ensure_role(connection: psycopg.Connection[tuple[object, ...]], role: str, password: str) -> None:
    if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None:
        statement = sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT PASSWORD {}")
        connection.execute(statement.format(sql.Identifier(role), sql.Literal(password)))


def _ensure_database(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    if connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
        connection.execute("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC")
        statement = sql.SQL("CREATE DATABASE {} OWNER {}")
        connection.execute(statement.format(sql.Identifier(DATABASE), sql.Identifier(OWNER)))
