"""The top floor: every address of the product."""

from django.urls import URLPattern, URLResolver, include, path

from config import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("", include("teams.urls")),
    path("", include("pricing.urls")),
    path("", include("campaigns.urls")),
    path("", include("dossier.urls")),
]

handler500 = "config.requests.server_error"
