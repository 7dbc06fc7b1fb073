"""Frozen rows and guarded states, asked of PostgreSQL as the owner: the triggers alone must refuse."""

import pgtrigger
import psycopg
import pytest
from psycopg import errors

from config.frozen import (
    CompleteAtBirth,
    FirmTrigger,
    FrozenWithParent,
    GuardedTransitions,
    frozen_once,
    frozen_triggers,
)

WAYS = {"draft": {"submitted"}, "submitted": {"draft", "approved"}}


def test_frozen_row_is_neither_updated_nor_deleted(probe) -> None:
    probe.lay(*frozen_triggers())
    probe.run("INSERT INTO probe VALUES (1, 'as written')")
    with pytest.raises(errors.RestrictViolation, match="UPDATE of probe is refused: its rows are frozen"):
        probe.run("UPDATE probe SET state = 'rewritten'")
    with pytest.raises(errors.RestrictViolation, match="DELETE of probe is refused"):
        probe.run("DELETE FROM probe")
    assert probe.run("SELECT id, state FROM probe") == [(1, "as written")]


def test_frozen_table_is_not_truncated_even_when_it_is_empty(probe) -> None:
    probe.lay(*frozen_triggers())
    with pytest.raises(errors.RestrictViolation, match="TRUNCATE of probe is refused"):
        probe.run("TRUNCATE probe")


def test_frozen_row_is_refused_although_pgtrigger_is_told_to_ignore_its_triggers(probe) -> None:
    frozen_row, frozen_table = frozen_triggers()
    probe.lay(frozen_row, frozen_table)
    probe.run("INSERT INTO probe VALUES (1, 'as written')")
    names = ",".join(trigger.get_pgid(probe.model) for trigger in (frozen_row, frozen_table))
    probe.run(f"SET LOCAL pgtrigger.ignore = '{{{names}}}'")
    with pytest.raises(errors.RestrictViolation):
        probe.run("DELETE FROM probe")
    with pytest.raises(errors.RestrictViolation):
        probe.run("TRUNCATE probe")


def test_a_trigger_of_pgtrigger_itself_would_have_obeyed_the_order_to_ignore(probe) -> None:
    protect = pgtrigger.Protect(name="protect", operation=pgtrigger.Delete)
    probe.lay(protect)
    probe.run("INSERT INTO probe VALUES (1, 'as written')")
    probe.run(f"SET LOCAL pgtrigger.ignore = '{{{protect.get_pgid(probe.model)}}}'")
    probe.run("DELETE FROM probe")
    assert probe.run("SELECT id FROM probe") == []


def test_firm_trigger_with_a_body_of_its_own_does_not_obey_the_order_to_ignore(probe) -> None:
    body = "NEW.state := 'set by the trigger'; RETURN NEW;"
    firm = FirmTrigger(name="firm", when=pgtrigger.Before, operation=pgtrigger.Insert, func=body)
    probe.lay(firm)
    probe.run(f"SET LOCAL pgtrigger.ignore = '{{{firm.get_pgid(probe.model)}}}'")
    probe.run("INSERT INTO probe VALUES (1, 'forged')")
    assert probe.run("SELECT state FROM probe") == [("set by the trigger",)]


def test_row_can_change_until_its_column_is_set_and_never_after(probe) -> None:
    probe.lay(*frozen_once("frozen_at"))
    probe.run("INSERT INTO probe VALUES (1, 'first'), (2, 'other')")
    probe.run("UPDATE probe SET state = 'second', frozen_at = '2026-03-01 12:00Z' WHERE id = 1")
    for statement in ("UPDATE probe SET frozen_at = NULL WHERE id = 1", "DELETE FROM probe WHERE id = 1"):
        with pytest.raises(errors.RestrictViolation):
            probe.run(statement)
    probe.run("DELETE FROM probe WHERE id = 2")
    assert probe.run("SELECT id, state FROM probe") == [(1, "second")]


def test_rows_below_a_frozen_parent_cannot_be_added_changed_moved_or_removed(probe) -> None:
    probe.lay(FrozenWithParent("parent", "frozen_at"))
    probe.run("INSERT INTO probe_parent VALUES (1, NULL), (2, NULL)")
    probe.run("INSERT INTO probe (id, state, parent_id) VALUES (1, 'a', 1), (2, 'b', 2)")
    probe.run("UPDATE probe SET state = 'changed' WHERE id = 1")
    probe.run("UPDATE probe_parent SET frozen_at = '2026-03-01 12:00Z' WHERE id = 1")
    for statement in (
        "INSERT INTO probe (id, state, parent_id) VALUES (3, 'late', 1)",
        "UPDATE probe SET state = 'again' WHERE id = 1",
        "UPDATE probe SET parent_id = 2 WHERE id = 1",
        "UPDATE probe SET parent_id = 1 WHERE id = 2",
        "DELETE FROM probe WHERE id = 1",
    ):
        with pytest.raises(errors.RestrictViolation, match="its probe_parent is frozen"):
            probe.run(statement)
    probe.run("DELETE FROM probe WHERE id = 2")
    assert probe.run("SELECT id, state FROM probe") == [(1, "changed")]


def test_row_is_added_in_the_transaction_of_its_parent_even_below_a_savepoint(probe) -> None:
    probe.lay(CompleteAtBirth("parent"))
    probe.run("INSERT INTO probe_parent VALUES (1, NULL)")
    probe.run("INSERT INTO probe (id, state, parent_id) VALUES (1, 'with it', 1)")
    assert probe.run("SELECT id FROM probe") == [(1,)]


def test_row_is_refused_when_its_parent_was_written_by_an_earlier_transaction(
    probe, owner_connection: psycopg.Connection[tuple[object, ...]]
) -> None:
    at = owner_connection.info
    address = {"host": at.host, "dbname": at.dbname, "user": at.user, "password": at.password}
    with psycopg.connect(**address, autocommit=True) as other:
        other.execute("CREATE TABLE elder (id int PRIMARY KEY)")
        try:
            other.execute("INSERT INTO elder VALUES (1)")
            probe.run(
                "CREATE TRIGGER late BEFORE INSERT ON probe FOR EACH ROW "
                "EXECUTE FUNCTION simpul_refuse_late_addition('parent_id', 'elder')"
            )
            probe.run("ALTER TABLE probe DROP CONSTRAINT probe_parent_id_fkey")
            with pytest.raises(errors.RestrictViolation, match="its elder is complete"):
                probe.run("INSERT INTO probe (id, state, parent_id) VALUES (1, 'late', 1)")
            with pytest.raises(errors.RestrictViolation, match="its elder is complete"):
                probe.run("INSERT INTO probe (id, state, parent_id) VALUES (1, 'without a parent', 7)")
            # The test holds a lock on the parent's table until its own transaction ends.
            owner_connection.execute("ROLLBACK")
        finally:
            other.execute("DROP TABLE elder")


def test_state_moves_along_an_allowed_path_and_no_other(probe) -> None:
    probe.lay(GuardedTransitions("state", WAYS))
    probe.run("INSERT INTO probe VALUES (1, 'draft')")
    probe.run("UPDATE probe SET state = 'submitted'")
    probe.run("UPDATE probe SET state = 'submitted'")
    probe.run("UPDATE probe SET state = 'approved'")
    with pytest.raises(errors.CheckViolation, match='probe cannot go from "approved" to "draft"'):
        probe.run("UPDATE probe SET state = 'draft'")
    assert probe.run("SELECT state FROM probe") == [("approved",)]


def test_state_does_not_skip_a_step(probe) -> None:
    probe.lay(GuardedTransitions("state", WAYS))
    probe.run("INSERT INTO probe VALUES (1, 'draft')")
    with pytest.raises(errors.CheckViolation, match='from "draft" to "approved"'):
        probe.run("UPDATE probe SET state = 'approved'")
    with pytest.raises(errors.CheckViolation, match='from "draft" to "it\'s unknown"'):
        probe.run("UPDATE probe SET state = 'it''s unknown'")


def test_row_begins_in_an_initial_state_when_they_are_named(probe) -> None:
    probe.lay(GuardedTransitions("state", WAYS, initial={"draft"}))
    with pytest.raises(errors.CheckViolation, match='probe cannot begin as "approved"'):
        probe.run("INSERT INTO probe VALUES (1, 'approved')")
    probe.run("INSERT INTO probe VALUES (1, 'draft')")
    assert probe.run("SELECT state FROM probe") == [("draft",)]
