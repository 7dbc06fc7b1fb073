"""The product's addresses, and a page that does nothing but ask the database one question."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import handler500 as handler500
from config.urls import urlpatterns as of_the_product


@login_not_required
def bare(_request: HttpRequest) -> HttpResponse:
    """Answer with one row of one query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM django_migrations ORDER BY id LIMIT 1")
        (name,) = cursor.fetchone() or ("",)
    return HttpResponse(f"<!doctype html><title>bare</title><p>{name}</p>")


urlpatterns = [path("bare/", bare), *of_the_product]
