"""Every request has an identifier: in its answer, in its log line, and on the page that says sorry."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError
from django.http.response import HttpResponseBase, HttpResponseRedirectBase
from django.template import TemplateDoesNotExist, loader
from django.views.decorators.csrf import requires_csrf_token
from django_htmx.http import HttpResponseClientRedirect

from config.logs import current

HEADER = "X-Request-ID"
SAFE_IDENTIFIER = re.compile(r"[A-Za-z0-9._-]{8,64}")

log = logging.getLogger("simpul.requests")


def request_identity(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give the request the identifier of the proxy in front, or a new one, and write one line about it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        offered = request.headers.get(HEADER, "")
        identifier = offered if SAFE_IDENTIFIER.fullmatch(offered) else uuid.uuid4().hex
        request.request_id = identifier  # type: ignore[attr-defined]
        token = current.set(identifier)
        began = time.monotonic()
        try:
            response = get_response(request)
            response.headers[HEADER] = identifier
            log.info("request", extra={"fields": _fields(request, response, time.monotonic() - began)})
        finally:
            current.reset(token)
        return response

    return middleware


def text_addresses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 404 to an address with a zero byte: it names nothing, and the database cannot even be asked for it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404
        return get_response(request)

    return middleware


def _fields(request: HttpRequest, response: HttpResponse, seconds: float) -> dict[str, object]:
    """Say what happened without the query string or the body: both may hold what people typed."""
    match = request.resolver_match
    return {
        "method": request.method,
        "path": request.path,
        "view": match.view_name if match else "",
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
    }


class SignInRequired(LoginRequiredMiddleware):
    """Signed-in by default; htmx gets the whole page to sign in on, never a form inside a cell."""

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseRedirectBase:
        """Redirect as Django does, or tell htmx to; afterwards the person is back on their page."""
        if request.headers.get("HX-Request") != "true":
            return super().handle_no_permission(request, view_func)
        page = urlsplit(request.headers.get("HX-Current-URL", ""))
        back = (page.path or "/") + (f"?{page.query}" if page.query else "")
        return HttpResponseClientRedirect(redirect_to_login(back, self.get_login_url(view_func)).url)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Say sorry, with the identifier under which the log has the cause; needs no database and no session."""
    identifier = getattr(request, "request_id", "")
    try:
        page = loader.get_template("500.html").render({"request_id": identifier})
    except TemplateDoesNotExist:
        page = f"<!doctype html><title>500</title><p>Internal error. Request: {identifier}</p>"
    return HttpResponseServerError(page)
