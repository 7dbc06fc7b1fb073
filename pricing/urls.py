"""Addresses of the app ``pricing``."""

from django.urls import URLPattern, URLResolver

app_name = "pricing"
urlpatterns: list[URLPattern | URLResolver] = []
