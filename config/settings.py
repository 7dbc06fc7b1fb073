"""Settings of Simpul, in one file. What differs between installations comes from the environment:

``DATABASE_URL``          address of the database as the application's role (it owns nothing)
``DATABASE_OWNER_URL``    address as the owner, only for a process that may change the schema
``SIMPUL_SECRET_KEY``     at least 50 random characters, the same in every web process
``SIMPUL_ALLOWED_HOSTS``  host names that are answered, separated by commas
``SIMPUL_BEHIND_PROXY``   ``1`` when a proxy in front sets ``X-Forwarded-Proto`` itself
``SIMPUL_PLAIN_HTTP``     ``1`` only for a server on this machine alone, as ``make run`` starts it
``SIMPUL_DEBUG``          ``1`` shows tracebacks in the page, for development
``SIMPUL_FILES``          folder of the stored files
"""

import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from config.database import addresses

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"


def _is_on(name: str) -> bool:
    return os.environ.get(name, "") == "1"


def _secret_key() -> str:
    if key := os.environ.get("SIMPUL_SECRET_KEY"):
        return key
    if os.environ.get("DATABASE_URL"):
        raise ImproperlyConfigured("SIMPUL_SECRET_KEY must be set when DATABASE_URL is.")
    kept = VAR_DIR / "secret-key"
    if os.access(kept, os.R_OK):
        return kept.read_text(encoding="utf-8")
    return get_random_secret_key()


DEBUG = _is_on("SIMPUL_DEBUG")
PLAIN_HTTP = _is_on("SIMPUL_PLAIN_HTTP")
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = os.environ.get("SIMPUL_ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django_htmx",
    "template_partials",
    "pgtrigger",
    "csp",
    "config",
    "teams",
    "pricing",
    "campaigns",
    "dossier",
]

MIDDLEWARE = [
    "config.requests.request_identity",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.requests.SignInRequired",
    "config.requests.text_addresses",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

_ADDRESSES = addresses.find(os.environ, VAR_DIR / "database.json")
APP_DATABASE_ROLE = _ADDRESSES.app_role
IS_OWNER = bool(_ADDRESSES.owner)
DATABASES: dict[str, dict[str, Any]] = {"default": addresses.settings_for(_ADDRESSES.in_use)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "teams.Person"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = reverse_lazy("teams:sign-in")
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = LOGIN_URL

# What the floors above give to every new team, inside the transaction that founds it.
NEW_TEAMS_GET = ["pricing.services.starting_catalogue.install_catalogue"]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("id", _("Indonesian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = Path(os.environ.get("SIMPUL_FILES", VAR_DIR / "files"))
_STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG
    else "whitenoise.storage.CompressedManifestStaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC_STORAGE},
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
FILE_UPLOAD_PERMISSIONS = 0o600
# 400 rows of steps with 17 fields each, the largest table that is edited at once.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 7_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else 365 * 24 * 3600
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _is_on("SIMPUL_BEHIND_PROXY") else None
SESSION_COOKIE_SECURE = not PLAIN_HTTP
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_SECURE = not PLAIN_HTTP
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
# Whether neighbouring host names speak HTTPS, and whether browsers list this one, is the operator's affair.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.LineFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "simpul": {"level": "INFO"},
        # The request's own line already says that it failed, or was not found.
        "django.request": {"level": "ERROR"},
    },
}
