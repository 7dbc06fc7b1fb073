"""Two questions of whoever watches the service: is the process alive, and can it do its work?"""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

NO_ANSWER = "the database does not answer"
_migrated_once: set[bool] = set()


@require_safe
@never_cache
@login_not_required
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process answers at all."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
@login_not_required
def readyz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database answers and holds every migration, else 503 with the reason in words."""
    reason = why_not_ready()
    return HttpResponse(f"{reason or 'ready'}\n", content_type="text/plain", status=503 if reason else 200)


def why_not_ready() -> str:
    """Return what keeps the service from working, or an empty text."""
    try:
        missing = 0 if _migrated_once else _missing_migrations()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return NO_ANSWER
    if missing:
        return f"{missing} migrations are not applied"
    # Reading every migration takes a tenth of a second, and this code needs no others.
    _migrated_once.add(True)
    return ""


def _missing_migrations() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
