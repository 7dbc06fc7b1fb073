"""Names this floor of the house for Django."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """The app ``campaigns``."""

    name = "campaigns"
