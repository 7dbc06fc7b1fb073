import threading
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from campaigns.models import Campaign, Order, OrderShare, Run, Variant
from campaigns.services.lanes import lanes_of_order, save_run
from campaigns.services.runs import complete, record_run
from teams.models import Person
from tests.running import NOW, clock

Record = Callable[..., Run]


@pytest.mark.django_db
def test_r4_2_two_batches_of_two_gpus_side_by_side_have_four_lanes(order: Order) -> None:
    assert lanes_of_order(order) == 2
    order.side_by_side = 2
    assert lanes_of_order(order) == 4


@pytest.mark.django_db
def test_r9_1_campaign_with_a_share_of_an_order_may_run_on_it(
    recorded: Record, order: Order, planner: Person, running_campaign: Campaign
) -> None:
    other = Campaign.objects.create(team=running_campaign.team, title="Another", created_by=planner)
    OrderShare.objects.filter(order=order).update(amount="6.00")
    OrderShare.objects.create(order=order, campaign=other, amount="4.00", stated_by=planner, stated_at=NOW)
    run = recorded(order=order, lane=0)
    run.campaign = other
    run.lane = 1
    save_run(run)
    assert Run.objects.get(pk=run.pk).lane == 1


def at_once(action: Callable[[int], str]) -> list[str]:
    """Do it twice at the same moment, each with a connection of its own, and return what both were told."""
    start = threading.Barrier(2, timeout=30)
    told: list[str] = []

    def one(number: int) -> None:
        try:
            start.wait()
            told.append(action(number))
        except ValidationError as error:
            told.append(error.message_dict["lane"][0])
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=[number]) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return sorted(told)


@pytest.fixture
def run(running_campaign: Campaign, variant: Variant, order: Order) -> Callable[[], Run]:
    """Return a function that builds a run on the first lane from 10 to 12."""
    return lambda: Run(
        campaign=running_campaign,
        variant=variant,
        purpose="main",
        state="finished",
        order=order,
        lane=0,
        started_at=clock(10),
        ended_at=clock(12),
    )


@pytest.mark.django_db(transaction=True)
def test_r7_4_of_two_people_who_record_at_once_the_slower_is_told_which_run_was_faster(
    run: Callable[[], Run], planner: Person
) -> None:
    told = at_once(lambda _number: record_run(run=run(), by=planner, now=NOW).identifier)
    identifier = f"{run().campaign.code}-V1-R01"
    assert told == [
        identifier,
        f"{identifier} occupies this lane from 2026-07-14 10:00 UTC to 2026-07-14 12:00 UTC. "
        "Two runs cannot share it.",
    ]


@pytest.mark.django_db(transaction=True)
def test_r7_4_run_that_the_database_refuses_names_the_other_too(
    run: Callable[[], Run], planner: Person, running_campaign: Campaign
) -> None:
    corpus = running_campaign.corpora.get()

    def save(number: int) -> str:
        own = run()
        own.corpus = corpus
        complete(own, number, by=planner, now=NOW)
        save_run(own)
        return own.identifier

    first, second = at_once(save)
    assert second.startswith(f"{first} occupies this lane")
