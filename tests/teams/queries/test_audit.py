"""Tampering by somebody who got past the triggers is found, and the first broken link is named."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from teams.models import AuditEvent
from teams.queries.audit import BrokenLink, activity_page, broken_links, head_hash


@pytest.fixture
def tamper(owner_connection):
    """Return a function that runs SQL as the owner with all triggers off."""

    def run(statement: str) -> None:
        owner_connection.execute("SET session_replication_role = replica")
        owner_connection.execute(statement)
        owner_connection.commit()

    return run


def verify(*arguments: str) -> str:
    out = StringIO()
    call_command("verify_audit", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_whole_chain_has_no_broken_link(record_events) -> None:
    record_events("C7", 3)
    assert broken_links("C7") == ()


def test_a_rewritten_event_is_found(record_events, tamper) -> None:
    record_events("C7", 3)
    tamper("UPDATE teams_auditevent SET reason = 'never said' WHERE number = 2")
    assert broken_links("C7") == (BrokenLink("C7", 2, False, False, True),)


def test_an_event_that_was_rewritten_with_a_fitting_hash_breaks_the_one_after_it(
    record_events, tamper
) -> None:
    record_events("C7", 3)
    record_events("C8", 1)
    tamper(
        "UPDATE teams_auditevent SET hash = (SELECT hash FROM teams_auditevent WHERE chain = 'C8') "
        "WHERE chain = 'C7' AND number = 2"
    )
    assert [link.number for link in broken_links("C7") if link.does_not_follow] == [3]


def test_a_removed_event_is_found_at_its_successor(record_events, tamper) -> None:
    record_events("C7", 4)
    tamper("DELETE FROM teams_auditevent WHERE number = 2")
    first, *_more = broken_links("C7")
    assert first == BrokenLink("C7", 3, True, True, False)
    assert str(first) == ("C7 event 3: it does not follow the event before it, an event before it is missing")


def test_the_command_names_the_first_broken_link_of_each_chain(record_events, tamper) -> None:
    record_events("C7", 3)
    record_events("C8", 1)
    tamper(
        "UPDATE teams_auditevent SET new = '{\"ceiling\": \"900.00 USD\"}' WHERE chain = 'C7' AND number > 1"
    )
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 chains are broken"):
        call_command("verify_audit", stdout=out)
    assert out.getvalue().splitlines() == [
        "BROKEN  C7 event 2: its content differs from its hash",
        f"whole   C8: 1 events, head {head_hash('C8')}",
    ]


def test_a_head_hash_that_was_printed_is_missed_when_the_end_was_cut_off(record_events, tamper) -> None:
    record_events("C7", 3)
    printed = head_hash("C7")
    assert f"head {printed}" in verify("C7", "--head", printed)
    tamper("DELETE FROM teams_auditevent WHERE number = 3")
    assert broken_links("C7") == ()
    with pytest.raises(CommandError, match="no longer contains"):
        verify("C7", "--head", printed)


@pytest.mark.django_db
def test_a_chain_that_nobody_wrote_to_is_an_error_and_not_whole() -> None:
    with pytest.raises(CommandError, match="There is no chain C99"):
        verify("C99")


def test_a_head_hash_needs_its_chain() -> None:
    with pytest.raises(CommandError, match="Name the chain"):
        verify("--head", "f" * 64)


@pytest.mark.django_db
def test_an_empty_chain_has_no_head() -> None:
    assert head_hash("C7") == ""


@pytest.mark.parametrize("count", [1, 3])
def test_a_page_of_events_takes_two_queries(record_events, django_assert_num_queries, count) -> None:
    record_events("C7", count)
    with django_assert_num_queries(2):
        page = activity_page("C7", None)
    assert [event.number for event in page] == list(range(count, 0, -1))


def test_a_page_shows_before_and_after_and_keeps_other_chains_out(record_events, team) -> None:
    record_events("C7", 1)
    record_events("C8", 1)
    (event,) = activity_page("C7", "1")
    assert [(change.label, change.before, change.after) for change in event.changes] == [
        ("ceiling", "100.00 USD", "110.00 USD")
    ]
    assert (event.actor, event.action, event.reason) == ("Laras Lead", "ceiling changed", "a second batch")
    assert AuditEvent.objects.count() == 2
