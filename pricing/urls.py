"""Addresses of the app ``pricing``."""

from django.urls import URLPattern, URLResolver, path

from pricing.views import catalogue, package

app_name = "pricing"
urlpatterns: list[URLPattern | URLResolver] = [
    path("catalogue/", catalogue.catalogue, name="catalogue"),
    path("catalogue/new/", catalogue.new_package, name="new-package"),
    path("catalogue/<int:pk>/", package.package, name="package"),
    path("catalogue/<int:pk>/memory/", package.memory, name="confirm-memory"),
    path("catalogue/<int:pk>/retire/", package.retire, name="retire-package"),
    path("catalogue/<int:pk>/offer-again/", package.again, name="offer-again"),
]
