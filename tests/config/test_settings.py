"""Settings are safe unless somebody says otherwise: fresh interpreters, each with an environment."""

import os
import subprocess
import sys
from pathlib import Path

from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT_OF_TESTS = ("SIMPUL_", "DATABASE_", "DJANGO_")
PRODUCTION = {
    "DATABASE_URL": "postgresql://simpul_app:secret@db.example/simpul?sslmode=verify-full",
    "SIMPUL_SECRET_KEY": "k3y-of-the-test-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ",
    "SIMPUL_ALLOWED_HOSTS": "simpul.example",
}


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ENVIRONMENT_OF_TESTS)}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=clean | environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )


def value_of(expression: str, **environment: str) -> str:
    program = f"from django.conf import settings; print({expression})"
    done = run("-c", program, **environment)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_check_deploy_finds_nothing_in_a_production_environment() -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (done.returncode, done.stderr) == (0, "")


def test_database_without_a_secret_key_is_refused() -> None:
    answer = value_of("settings.SECRET_KEY", DATABASE_URL=PRODUCTION["DATABASE_URL"])
    assert answer.endswith("ImproperlyConfigured: SIMPUL_SECRET_KEY must be set when DATABASE_URL is.")


def test_cookies_and_https_are_strict_unless_the_server_is_for_this_machine_alone() -> None:
    names = (
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "DEBUG",
    )
    wanted = f"[settings.{', settings.'.join(names)}]"
    assert value_of(wanted, **PRODUCTION) == "[True, True, True, 31536000, False]"
    assert value_of(wanted, **PRODUCTION, SIMPUL_PLAIN_HTTP="1") == "[False, False, False, 0, False]"


def test_header_of_a_proxy_is_believed_only_when_there_is_one() -> None:
    assert value_of("settings.SECURE_PROXY_SSL_HEADER", **PRODUCTION) == "None"
    believed = value_of("settings.SECURE_PROXY_SSL_HEADER", **PRODUCTION, SIMPUL_BEHIND_PROXY="1")
    assert believed == "('HTTP_X_FORWARDED_PROTO', 'https')"


def test_process_with_the_owners_address_uses_it_and_knows_the_applications_role() -> None:
    wanted = "settings.DATABASES['default']['USER'], settings.APP_DATABASE_ROLE, settings.IS_OWNER"
    owner = "postgresql://simpul_owner:other@db.example/simpul"
    assert value_of(wanted, **PRODUCTION) == "simpul_app simpul_app False"
    assert value_of(wanted, **PRODUCTION, DATABASE_OWNER_URL=owner) == "simpul_owner simpul_app True"


def test_every_static_file_that_a_style_names_exists(tmp_path: Path, settings) -> None:
    settings.STATIC_ROOT = tmp_path
    storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()
