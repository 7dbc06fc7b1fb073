"""Which address a process uses."""

import json
from pathlib import Path

from config.database import secret_files
from config.database.addresses import NO_DATABASE, Addresses, find, settings_for

APP = "postgresql://simpul_app:secret@db.example:5433/simpul"
OWNER = "postgresql://simpul_owner:other@db.example:5433/simpul"


def test_web_process_has_the_applications_address_only() -> None:
    assert find({"DATABASE_URL": APP}, Path("/nonexistent")) == Addresses(app=APP, owner="")
    assert Addresses(app=APP).in_use == APP
    assert Addresses(app=APP).app_role == "simpul_app"


def test_process_that_may_change_the_schema_uses_the_owners_address() -> None:
    both = find({"DATABASE_URL": APP, "DATABASE_OWNER_URL": OWNER}, Path("/nonexistent"))
    assert both.in_use == OWNER
    assert both.app_role == "simpul_app"


def test_management_command_finds_what_the_embedded_server_wrote_down(tmp_path: Path) -> None:
    written = tmp_path / "database.json"
    secret_files.write_json(written, {"app": "host=/somewhere user=simpul_app"})
    assert find({}, written) == Addresses(app="host=/somewhere user=simpul_app")
    assert find({"DATABASE_URL": APP}, written) == Addresses(app=APP)


def test_without_any_address_nothing_is_guessed() -> None:
    assert find({}, Path("/nonexistent")) == Addresses(app=NO_DATABASE)


def test_address_becomes_settings_with_its_options() -> None:
    assert settings_for(f"{APP}?sslmode=verify-full") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "simpul",
        "USER": "simpul_app",
        "PASSWORD": "secret",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "verify-full"},
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def test_secret_file_is_its_owners_alone_and_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    path.write_text("old")
    path.chmod(0o644)
    secret_files.write_json(path, {"role": "password"})
    assert json.loads(path.read_text()) == {"role": "password"}
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["secrets.json"]
