"""Addresses of the app ``teams``."""

from django.urls import URLPattern, URLResolver

app_name = "teams"
urlpatterns: list[URLPattern | URLResolver] = []
