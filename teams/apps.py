"""Names this floor of the house for Django."""

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    """The app ``teams``."""

    name = "teams"
