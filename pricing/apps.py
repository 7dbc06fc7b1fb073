"""Names this floor of the house for Django."""

from django.apps import AppConfig


class PricingConfig(AppConfig):
    """The app ``pricing``."""

    name = "pricing"
