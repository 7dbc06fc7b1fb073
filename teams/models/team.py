from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from config.constraints import ExplainedCheck
from teams.domain.roles import Role
from teams.models.person import Person


class Team(models.Model):
    """A row proves that these people share campaigns, working hours and a catalogue."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    works_from = models.TimeField(_("work starts"), null=True, blank=True)
    works_until = models.TimeField(_("work ends"), null=True, blank=True)
    working_days = models.PositiveSmallIntegerField(
        _("working days in a week, from Monday"), default=7, validators=[MaxValueValidator(7)]
    )
    team_of_one = models.BooleanField(
        _("this is a team of one"),
        default=False,
        help_text=_("A person of a team of one may approve their own proposals; every record says so."),
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            ExplainedCheck(
                name="working_hours_have_both_ends",
                condition=models.Q(works_from__isnull=True, works_until__isnull=True)
                # Without the two tests for NULL one end alone would pass: NULL is not false to a CHECK.
                | models.Q(
                    works_from__isnull=False,
                    works_until__isnull=False,
                    works_from__lt=models.F("works_until"),
                ),
                message=_(
                    "Give the start and the end of the working day, the end after the start, or neither."
                ),
                field="works_until",
            ),
            ExplainedCheck(
                name="working_week_has_one_to_seven_days",
                condition=models.Q(working_days__gte=1, working_days__lte=7),
                message=_("A week has one to seven working days."),
                field="working_days",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A row proves which role a person has in a team."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=[(role.value, role.value) for role in Role])
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["team", "person"]
        constraints = [
            models.UniqueConstraint(fields=["team", "person"], name="one_membership_per_person_and_team"),
            ExplainedCheck(
                name="membership_role_is_known",
                condition=models.Q(role__in=[role.value for role in Role]),
                message=_("Choose one of the roles."),
                field="role",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.role})"
