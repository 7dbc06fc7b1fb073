"""Addresses of the app ``campaigns``."""

from django.urls import URLPattern, URLResolver

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = []
