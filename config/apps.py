"""Names this floor of the house for Django, and connects the granting of rights."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from config.rights import grant_rights


class ConfigConfig(AppConfig):
    """The app ``config``: what every other app stands on."""

    name = "config"

    def ready(self) -> None:
        """Grant the application's rights each time an app has been migrated."""
        post_migrate.connect(grant_rights, dispatch_uid="config.rights.grant_rights")
