"""Names this floor of the house for Django."""

from django.apps import AppConfig


class DossierConfig(AppConfig):
    """The app ``dossier``."""

    name = "dossier"
