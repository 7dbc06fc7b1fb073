"""Rows that nothing rewrites, and states that move only along their paths: held by the database itself.

The triggers call functions of our own (``config/migrations/0001_refusals.py``). Those of ``pgtrigger`` itself
can be switched off from plain SQL with ``SET pgtrigger.ignore``, by anybody; these cannot.
A migration that adds such a trigger depends on ``("config", "0001_refusals")`` by hand.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pgtrigger
from django.db import models
from pgtrigger.compiler import Trigger as CompiledTrigger
from pgtrigger.compiler import UpsertTriggerSql
from pgtrigger.core import Condition, Trigger

READ_AND_ADD = "SELECT, INSERT"


class FirmTriggerSql(UpsertTriggerSql):
    """What ``pgtrigger`` installs, without the part that lets anybody switch it off."""

    def get_template(self) -> str:
        """Return the template; released migrations use it, so it must not change."""
        return """
            CREATE OR REPLACE FUNCTION {pgid}()
            RETURNS TRIGGER AS $$
                {declare}
                BEGIN
                    {func}
                END;
            $$ LANGUAGE plpgsql;

            DROP TRIGGER IF EXISTS {pgid} ON {table};
            CREATE {constraint} TRIGGER {pgid}
                {when} {operation} ON {table}
                {timing}
                {referencing}
                FOR EACH {level} {condition}
                EXECUTE PROCEDURE {execute};

            COMMENT ON TRIGGER {pgid} ON {table} IS '{hash}';
        """


class FirmTrigger(Trigger):
    """A trigger of ``pgtrigger`` with a body of its own that ``SET pgtrigger.ignore`` does not switch off."""

    def compile(self, model: type[models.Model]) -> CompiledTrigger:  # type: ignore[override]
        """Compile as always, into the firm template."""
        lenient = super().compile(model)  # type: ignore[arg-type]
        return CompiledTrigger(name=lenient.name, sql=FirmTriggerSql(**lenient.sql.kwargs))


def column_of(model: type[models.Model], field: str) -> str:
    """Return the name of a field's column."""
    found = model._meta.get_field(field)
    assert isinstance(found, models.Field)
    assert found.column is not None
    return found.column


class Refusal(Trigger):
    """Calls a database function that raises, in place of the one that ``pgtrigger`` writes."""

    when = pgtrigger.Before
    # pgtrigger writes a function around this text; nothing calls it.
    func = "RETURN NULL;"

    def __init__(self, *, call: str = "simpul_refuse_change()", **options: Any) -> None:
        self.call = call
        super().__init__(**options)

    def render_execute(self, model: type[models.Model]) -> str:  # type: ignore[override]
        """Name the function of ours, with its arguments."""
        return self.call


def frozen_triggers(condition: Condition | None = None) -> list[Trigger]:
    """Refuse UPDATE and DELETE of every row, or of those that meet the condition, and TRUNCATE of the table.

    Use as ``triggers = frozen_triggers()`` in ``Meta``, together with ``app_rights = READ_AND_ADD`` on the
    model when every row is frozen: such a row is then refused by privilege and by trigger.
    """
    return [
        Refusal(name="frozen_row", operation=pgtrigger.Update | pgtrigger.Delete, condition=condition),
        Refusal(name="frozen_table", operation=pgtrigger.Truncate, level=pgtrigger.Statement),
    ]


def frozen_once(field: str) -> list[Trigger]:
    """Refuse changes of a row from the moment its field is set, e.g. ``frozen_once("frozen_at")``."""
    return frozen_triggers(pgtrigger.Q(**{f"old__{field}__isnull": False}))


class FrozenWithParent(Refusal):
    """Refuses a row whose parent is frozen, in any way: ``FrozenWithParent("plan", "frozen_at")``.

    The parent is frozen once its column is set. Lay it on the rows below a parent with ``frozen_once``.
    """

    def __init__(self, parent: str, column: str) -> None:
        self.parent = parent
        self.column = column
        super().__init__(
            name=f"frozen_with_{parent}", operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete
        )

    def render_execute(self, model: type[models.Model]) -> str:  # type: ignore[override]
        """Name the parent's table and the two columns."""
        link = model._meta.get_field(self.parent)
        parent = link.related_model
        assert isinstance(link, models.ForeignKey)
        assert isinstance(parent, type)
        frozen = column_of(parent, self.column)
        return f"simpul_refuse_below_frozen('{link.column}', '{parent._meta.db_table}', '{frozen}')"


class CompleteAtBirth(Refusal):
    """Refuses to add a row to a parent of an earlier transaction: ``CompleteAtBirth("decision")``.

    Lay it on the rows below a parent that is frozen from its first moment, beside ``frozen_triggers()``.
    """

    def __init__(self, parent: str) -> None:
        self.parent = parent
        super().__init__(name=f"complete_with_{parent}", operation=pgtrigger.Insert)

    def render_execute(self, model: type[models.Model]) -> str:  # type: ignore[override]
        """Name the parent's table and the column that points to it."""
        link = model._meta.get_field(self.parent)
        parent = link.related_model
        assert isinstance(link, models.ForeignKey)
        assert isinstance(parent, type)
        return f"simpul_refuse_late_addition('{link.column}', '{parent._meta.db_table}')"


class GuardedTransitions(Refusal):
    """Refuses a change of state along a path that is not allowed.

    ``GuardedTransitions("state", {"draft": {"submitted"}, "submitted": {"draft"}}, initial={"draft"})``.
    A state that is not a key has no way out. Without ``initial`` a row may be added in any state.
    """

    def __init__(
        self, field: str, allowed: Mapping[Any, Iterable[str]], initial: Iterable[str] | None = None
    ) -> None:
        self.field = field
        self.allowed = {str(state): sorted(map(str, ways)) for state, ways in sorted(allowed.items())}
        self.initial = None if initial is None else sorted(map(str, initial))
        super().__init__(name=f"guarded_{field}", operation=pgtrigger.Insert | pgtrigger.Update)

    def render_execute(self, model: type[models.Model]) -> str:  # type: ignore[override]
        """Hand column and paths to the database as JSON."""
        column = column_of(model, self.field)
        paths = json.dumps({"ways": self.allowed, "initial": self.initial}, sort_keys=True).replace("'", "''")
        return f"simpul_guard_transition('{column}', '{paths}')"
