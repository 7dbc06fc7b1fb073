"""Every request has an identifier, one line in the log, and the headers that keep a browser safe."""

import json
import logging

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.test import Client, RequestFactory

from config.logs import LineFormatter
from config.requests import SignInRequired, request_identity, server_error


def lines_of(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [record.fields for record in caplog.records if record.name == "simpul.requests"]


def test_answer_and_log_line_carry_the_same_identifier(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="simpul.requests"):
        answer = client.get("/healthz?secret=1", headers={"X-Request-ID": "proxy-7f3a-0001"})
    assert answer.headers["X-Request-ID"] == "proxy-7f3a-0001"
    (line,) = lines_of(caplog)
    assert isinstance(line.pop("milliseconds"), float)
    assert line == {"method": "GET", "path": "/healthz", "view": "healthz", "status": 200}


@pytest.mark.parametrize("offered", ["short", "with space inside", "x" * 65, 'quote"inside-0001'])
def test_unsafe_identifier_of_a_client_is_replaced(client: Client, offered: str) -> None:
    given = client.get("/healthz", headers={"X-Request-ID": offered}).headers["X-Request-ID"]
    assert given != offered
    assert len(given) == 32


def test_log_line_is_one_line_of_json_with_the_identifier() -> None:
    lines = []

    def view(_request: HttpRequest) -> HttpResponse:
        record = logging.LogRecord("simpul", logging.WARNING, __file__, 1, "two\nlines", None, None)
        lines.append(LineFormatter().format(record))
        return HttpResponse()

    request_identity(view)(RequestFactory().get("/", headers={"X-Request-ID": "proxy-7f3a-0002"}))
    (line,) = lines
    assert "\n" not in line
    content = json.loads(line)
    assert content.pop("time").endswith("+00:00")
    assert content == {
        "level": "warning",
        "logger": "simpul",
        "message": "two\nlines",
        "request_id": "proxy-7f3a-0002",
    }


def test_page_of_an_error_shows_the_identifier() -> None:
    request = RequestFactory().get("/")
    request.request_id = "proxy-7f3a-0003"
    answer = server_error(request)
    assert answer.status_code == 500
    assert b"proxy-7f3a-0003" in answer.content


def test_answer_forbids_inline_script_framing_and_guessing_of_types(client: Client) -> None:
    headers = client.get("/healthz").headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_signed_out_htmx_request_is_sent_to_the_sign_in_as_a_whole_page() -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/here?tab=2"}
    request = RequestFactory().get("/part", headers=headers)
    answer = SignInRequired(lambda _request: HttpResponse()).handle_no_permission(request, lambda _r: None)
    assert answer.headers["HX-Redirect"] == f"{resolve_url(settings.LOGIN_URL)}?next=/here%3Ftab%3D2"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/sign-in/%00", "/sign-in/?next=%00", "/C1/runs/a%00b/"])
def test_address_with_a_zero_byte_names_nothing(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
