from hashlib import sha256

import pytest
from django.db import IntegrityError, ProgrammingError, connection
from psycopg import errors

from teams.models import AuditEvent


def chain_of_two(record_events) -> list[AuditEvent]:
    record_events("C7", 2)
    return list(AuditEvent.objects.filter(chain="C7"))


def test_the_first_event_follows_nothing_and_the_second_seals_the_first(record_events) -> None:
    first, second = chain_of_two(record_events)
    assert (first.number, first.previous_hash) == (1, "")
    assert (second.number, second.previous_hash) == (2, first.hash)


def test_the_hash_covers_an_explicit_text_that_anybody_can_recompute(record_events, lead) -> None:
    _first, second = chain_of_two(record_events)
    text = "\n".join(
        [
            "C7",
            "2",
            "2026-12-01T09:31:00.000000Z",
            str(lead.pk),
            "ceiling changed",
            "step 2",
            '{"ceiling": "100.00 USD"}',
            '{"ceiling": "110.00 USD"}',
            "a second batch",
            second.previous_hash,
        ]
    )
    assert second.hash == sha256(text.encode()).hexdigest()


def test_each_chain_counts_for_itself(record_events) -> None:
    record_events("C7", 2)
    record_events("team-1", 1)
    assert list(AuditEvent.objects.values_list("chain", "number")) == [("C7", 1), ("C7", 2), ("team-1", 1)]


def test_a_number_and_hash_that_somebody_brings_along_are_not_believed(team, lead, now) -> None:
    event = AuditEvent.objects.create(
        team=team, chain="C7", at=now, actor=lead, action="a", object="b", number=41, hash="f" * 64
    )
    event.refresh_from_db()
    assert event.number == 1
    assert event.hash != "f" * 64


def test_an_event_is_not_changed_through_the_orm(record_events) -> None:
    first, _second = chain_of_two(record_events)
    first.reason = "another"
    with pytest.raises(ProgrammingError, match="permission denied for table teams_auditevent"):
        first.save()


def test_an_event_is_not_removed_through_the_orm(record_events) -> None:
    chain_of_two(record_events)
    with pytest.raises(ProgrammingError, match="permission denied for table teams_auditevent"):
        AuditEvent.objects.all().delete()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE teams_auditevent SET reason = 'another'",
        "DELETE FROM teams_auditevent",
        "TRUNCATE teams_auditevent",
        "ALTER TABLE teams_auditevent DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
    ],
)
def test_an_event_is_not_rewritten_by_plain_sql_of_the_applications_role(record_events, statement) -> None:
    chain_of_two(record_events)
    with connection.cursor() as cursor, pytest.raises(ProgrammingError):
        cursor.execute(statement)


@pytest.mark.parametrize("statement", ["DELETE FROM teams_auditevent", "TRUNCATE teams_auditevent"])
def test_not_even_the_owner_rewrites_an_event_while_the_triggers_stand(
    record_events, owner_connection, statement
) -> None:
    record_events("C7", 1)
    with pytest.raises(errors.RestrictViolation, match="its rows are frozen"):
        owner_connection.execute(statement)


def test_the_audit_number_is_unique_in_its_chain_even_without_the_trigger(
    record_events, owner_connection
) -> None:
    record_events("C7", 1)
    owner_connection.execute("SET session_replication_role = replica")
    with pytest.raises(errors.UniqueViolation, match="audit_number_is_unique_in_its_chain"):
        owner_connection.execute(
            "INSERT INTO teams_auditevent (team_id, chain, number, at, action, object, old, new, reason, "
            "previous_hash, hash) SELECT team_id, chain, number, at, action, object, old, new, reason, "
            "previous_hash, hash FROM teams_auditevent"
        )


def test_an_event_needs_its_team(record_events, now) -> None:
    with pytest.raises(IntegrityError):
        AuditEvent.objects.create(chain="C7", at=now, action="a", object="b")
