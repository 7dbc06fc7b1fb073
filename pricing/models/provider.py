from django.db import models
from django.utils.translation import gettext_lazy as _

from teams.models import Team


class Provider(models.Model):
    """A row proves that a team buys, or may buy, from this provider."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="providers")
    name = models.CharField(_("name"), max_length=120)
    note = models.TextField(_("note"), blank=True, default="")

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["team", "name"], name="provider_name_is_unique_in_its_team")
        ]

    def __str__(self) -> str:
        return self.name
