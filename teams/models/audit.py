import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.frozen import FirmTrigger, frozen_triggers
from teams.models.person import Person
from teams.models.team import Team

# What the hash covers, as SQL over one row; `{row}` is NEW in the trigger, the alias in the check.
AUDIT_HASH_SQL = (
    "encode(sha256(convert_to(concat_ws(E'\\n', {row}.chain, {row}.number::text, "
    "to_char({row}.at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), "
    "coalesce({row}.actor_id::text, ''), {row}.action, {row}.object, "
    "{row}.old::text, {row}.new::text, {row}.reason, {row}.previous_hash), 'UTF8')), 'hex')"
)


class AuditEvent(models.Model):
    """A row proves who changed what, when and why; each row seals the one before it in its chain."""

    app_rights = "SELECT, INSERT"

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="audit_events")
    chain = models.CharField(_("chain"), max_length=40)
    number = models.PositiveIntegerField(_("number"), default=0, editable=False)
    at = models.DateTimeField(_("at"))
    actor = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="audit_events", null=True)
    action = models.CharField(_("action"), max_length=60)
    object = models.CharField(_("object"), max_length=200)
    old = models.JSONField(_("before"), default=dict)
    new = models.JSONField(_("after"), default=dict)
    reason = models.TextField(_("reason"), blank=True, default="")
    previous_hash = models.CharField(max_length=64, default="", editable=False)
    hash = models.CharField(max_length=64, default="", editable=False)

    class Meta:
        ordering = ["chain", "number"]
        constraints = [
            models.UniqueConstraint(fields=["chain", "number"], name="audit_number_is_unique_in_its_chain")
        ]
        triggers = [
            *frozen_triggers(),
            FirmTrigger(
                name="audit_chain",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                declare=[("head", "RECORD")],
                func=pgtrigger.Func(  # type: ignore[no-untyped-call]
                    """
                    PERFORM pg_advisory_xact_lock(hashtext('simpul audit'), hashtext(NEW.chain));
                    SELECT number, hash INTO head FROM {meta.db_table}
                        WHERE chain = NEW.chain ORDER BY number DESC LIMIT 1;
                    NEW.number := coalesce(head.number, 0) + 1;
                    NEW.previous_hash := coalesce(head.hash, '');
                    NEW.hash := """
                    + AUDIT_HASH_SQL.format(row="NEW")
                    + """;
                    RETURN NEW;
                    """
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chain} {self.number} {self.action}"
