"""What an installation needs before its web processes start."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config import health
from config.management.commands import prepare


@pytest.fixture
def static_root(tmp_path: Path, settings) -> Path:
    settings.STATIC_ROOT = tmp_path / "static"
    settings.IS_OWNER = False
    return tmp_path / "static"


@pytest.mark.django_db
def test_static_files_are_collected_once_and_again_when_one_has_changed(
    static_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("prepare")
    collected = static_root / "css" / "tokens.css"
    assert collected.exists()
    collected.unlink()
    call_command("prepare")
    assert not collected.exists()
    monkeypatch.setattr(prepare, "digest_of_static_files", lambda: "another")
    call_command("prepare")
    assert collected.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("static_root")
def test_applications_role_says_whose_address_is_needed_when_migrations_are_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "why_not_ready", lambda: "3 migrations are not applied")
    with pytest.raises(CommandError, match="Set DATABASE_OWNER_URL .* 3 migrations are not applied"):
        call_command("prepare")


@pytest.mark.django_db
@pytest.mark.usefixtures("static_root")
def test_database_that_does_not_answer_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "why_not_ready", lambda: health.NO_ANSWER)
    with pytest.raises(CommandError, match="The database does not answer: is the address right"):
        call_command("prepare")
