"""``seed_examples``: the worked campaign in seven states, once, with the figures of domain.md."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from campaigns.models import Campaign
from dossier.domain.closeout import from_json
from pricing.domain.money import Money, Undefined
from teams.models import Person

pytestmark = pytest.mark.usefixtures("examples")


def rows_by_table() -> dict[str, int]:
    """Count what every table of the product holds."""
    with connection.cursor() as cursor:
        tables = sorted(set(connection.introspection.table_names(cursor)) - {"django_migrations"})
        counts = {}
        for table in tables:
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            counts[table] = cursor.fetchone()[0]
    return counts


def test_seven_campaigns_stand_in_their_seven_states(examples: list[Campaign]) -> None:
    assert [(each.title.partition(":")[0], each.state) for each in examples] == [
        ("Goal only", "draft"),
        ("Planned", "draft"),
        ("Waiting for approval", "submitted"),
        ("Pilot decision", "deciding"),
        ("Running", "running"),
        ("Closed, two accepted", "closed"),
        ("Closed, none accepted", "closed"),
    ]


def test_the_first_has_no_plan_and_the_fifth_has_one_stopped_run(examples: list[Campaign]) -> None:
    assert [each.steps.exists() for each in examples] == [False, True, True, True, True, True, True]
    assert list(examples[4].runs.filter(state="stopped").values_list("variant__name", flat=True)) == [
        "adapter B"
    ]


def test_a_second_call_changes_nothing_and_says_where_to_click() -> None:
    before = rows_by_table()
    said = StringIO()
    call_command("seed_examples", stdout=said)
    assert rows_by_table() == before
    assert "“planner” (plans) or “lead” (decides), password “buy-a-decision”" in said.getvalue()
    assert [line.split()[0] for line in said.getvalue().splitlines()[1:]] == [
        f"/C{number}/" for number in Campaign.objects.order_by("pk").values_list("pk", flat=True)
    ]


def test_r9_3_two_accepted_results_share_the_rental_at_23_57_each(examples: list[Campaign]) -> None:
    results = from_json(examples[5].editions.get().data).results
    assert (results.distinct, results.accepted) == (2, 2)
    assert results.shares == (Money(Decimal("23.57"), "USD"),)


def test_r9_3_with_none_accepted_the_share_is_undefined_with_the_cost_and_reasons(
    examples: list[Campaign],
) -> None:
    results = from_json(examples[6].editions.get().data).results
    assert (results.distinct, results.accepted) == (3, 0)
    (share,) = results.shares
    assert isinstance(share, Undefined)
    assert share.cost == Money(Decimal("47.14"), "USD")
    assert share.reasons
    assert {name.variant for name in results.results} == set()


def test_both_sign_ins_open_with_the_printed_password() -> None:
    assert all(person.check_password("buy-a-decision") for person in Person.objects.all())
    assert set(Person.objects.values_list("username", flat=True)) == {"planner", "lead"}
