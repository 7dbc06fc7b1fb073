"""Addresses of the app ``dossier``."""

from django.urls import URLPattern, URLResolver

app_name = "dossier"
urlpatterns: list[URLPattern | URLResolver] = []
