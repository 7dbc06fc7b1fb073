"""Two people press a button at the same moment: one is served, the other gets a clear answer, and nothing fails.

Both requests are held at the campaign's row until both have got there, so that they really meet.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Decision, Order, PlanReturn, PlanSubmission, PlanVersion, Proposal, Run
from dossier.models import CloseoutEdition, Manifest
from teams.models import AuditEvent, Person
from tests.closing import Closing
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@dataclass(frozen=True)
class Press:
    """Who posts what where."""

    by: Person
    address: str
    data: Mapping[str, object]


Meet = Callable[..., list[int]]


@pytest.fixture
def meet(owner_connection: psycopg.Connection[tuple[object, ...]]) -> Meet:
    """Return a function that lets people press at the same moment, and gives the statuses in their order."""

    def pressed(campaign: Campaign, *presses: Press) -> list[int]:
        statuses: list[int] = [0] * len(presses)

        def press(place: int, client: Client) -> None:
            try:
                statuses[place] = client.post(presses[place].address, presses[place].data).status_code
            finally:
                connection.close()

        clients = [Client(raise_request_exception=False) for _press in presses]
        for client, each in zip(clients, presses, strict=True):
            client.force_login(each.by)
        owner_connection.execute("SELECT 1 FROM campaigns_campaign WHERE id = %s FOR UPDATE", [campaign.pk])
        threads = [threading.Thread(target=press, args=pair) for pair in enumerate(clients)]
        for thread in threads:
            thread.start()
        while sum(thread.is_alive() for thread in threads) > held_up(owner_connection):
            threads[0].join(0.02)
        owner_connection.rollback()
        for thread in threads:
            thread.join()
        return statuses

    return pressed


def held_up(held: psycopg.Connection[tuple[object, ...]]) -> int:
    row = held.execute(WAITING).fetchone()
    assert row is not None
    return int(str(row[0]))


def one_was_served(statuses: list[int]) -> bool:
    return sorted(statuses)[0] == 302 and all(status in (409, 422) for status in sorted(statuses)[1:])


def test_r6_3_a_plan_is_approved_or_sent_back(
    meet: Meet, waiting: PlanSubmission, lead: Person, administrator: Person
) -> None:
    campaign = waiting.campaign
    at = [campaign.pk, waiting.number]
    statuses = meet(
        campaign,
        Press(lead, reverse("campaigns:approve-plan", args=at), {"password": PASSWORD}),
        Press(administrator, reverse("campaigns:return-plan", args=at), {"reason": "too short"}),
    )
    assert one_was_served(statuses), statuses
    assert PlanVersion.objects.count() + PlanReturn.objects.count() == 1


def test_a_plan_is_approved_or_withdrawn(
    meet: Meet, waiting: PlanSubmission, planner: Person, lead: Person
) -> None:
    campaign = waiting.campaign
    at = [campaign.pk, waiting.number]
    statuses = meet(
        campaign,
        Press(lead, reverse("campaigns:approve-plan", args=at), {"password": PASSWORD}),
        Press(planner, reverse("campaigns:return-plan", args=at), {"reason": "too short"}),
    )
    assert one_was_served(statuses), statuses
    assert PlanVersion.objects.count() + PlanReturn.objects.count() == 1


def test_a_plan_is_approved_once(
    meet: Meet, waiting: PlanSubmission, administrator: Person, lead: Person
) -> None:
    campaign = waiting.campaign
    address = reverse("campaigns:approve-plan", args=[campaign.pk, waiting.number])
    statuses = meet(
        campaign,
        Press(lead, address, {"password": PASSWORD}),
        Press(administrator, address, {"password": PASSWORD}),
    )
    assert one_was_served(statuses), statuses
    assert PlanVersion.objects.count() == 1


def test_r6_3_a_proposal_is_decided_or_withdrawn(
    meet: Meet, proposal: Proposal, planner: Person, lead: Person
) -> None:
    at = [proposal.campaign_id, proposal.number]
    decision = {
        "seen_hash": proposal.evidence_hash,
        "outcome": "approved",
        "reason": "It held.",
        "password": PASSWORD,
    }
    statuses = meet(
        proposal.campaign,
        Press(lead, reverse("campaigns:sign-decision", args=at), decision),
        Press(planner, reverse("campaigns:withdraw-proposal", args=at), {"reason": "not yet"}),
    )
    assert one_was_served(statuses), statuses
    assert Decision.objects.count() == 1


def test_two_proposals_at_once_leave_one(
    meet: Meet, piloting: Campaign, planner: Person, lead: Person
) -> None:
    address = reverse("campaigns:new-proposal", args=[piloting.pk])
    data = {"kind": "continue", "reason": "It held.", "would_change": "Less than 0.40."}
    statuses = meet(piloting, Press(planner, address, data), Press(lead, address, data))
    assert one_was_served(statuses), statuses
    assert Proposal.objects.count() == 1


def test_steps_are_saved_or_the_plan_is_submitted(
    meet: Meet, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    campaign = worked_campaign
    campaign.refresh_from_db()
    steps = {
        "steps-TOTAL_FORMS": "1",
        "steps-INITIAL_FORMS": "0",
        "seen_revision": str(campaign.revision),
        "steps-0-key": "prepare-all",
        "steps-0-phase": "prepare",
        "steps-0-resource": "person",
        "steps-0-duration": "3",
        "steps-0-priority": "essential",
        "steps-0-gpus": "1",
    }
    hand_in = {"seen_state": "draft", "seen_revision": str(campaign.revision)}
    statuses = meet(
        campaign,
        Press(planner, reverse("campaigns:edit-steps", args=[campaign.pk]), steps),
        Press(lead, reverse("campaigns:baseline", args=[campaign.pk]), hand_in),
    )
    assert one_was_served(statuses), statuses


def test_two_submissions_at_once_leave_one(
    meet: Meet, worked_campaign: Campaign, planner: Person, lead: Person
) -> None:
    campaign = worked_campaign
    campaign.refresh_from_db()
    hand_in = {"seen_state": "draft", "seen_revision": str(campaign.revision)}
    address = reverse("campaigns:baseline", args=[campaign.pk])
    statuses = meet(campaign, Press(planner, address, hand_in), Press(lead, address, hand_in))
    assert one_was_served(statuses), statuses
    assert PlanSubmission.objects.count() == 1


def test_two_amendments_at_once_open_one(
    meet: Meet, approved: Campaign, planner: Person, lead: Person
) -> None:
    address = reverse("campaigns:amend-plan", args=[approved.pk])
    statuses = meet(
        approved, Press(planner, address, {"reason": "longer"}), Press(lead, address, {"reason": "shorter"})
    )
    assert one_was_served(statuses), statuses
    assert AuditEvent.objects.filter(action="amendment opened").count() == 1


def test_two_manifests_at_once_are_both_kept(
    meet: Meet, running_campaign: Campaign, planner: Person, lead: Person
) -> None:
    address = reverse("dossier:manifest", args=[running_campaign.pk])
    presses = [
        Press(by, address, {"manifest": SimpleUploadedFile("m.txt", f"{digit * 64}  a.txt\n".encode())})
        for by, digit in ((planner, "a"), (lead, "b"))
    ]
    assert meet(running_campaign, *presses) == [302, 302]
    assert sorted(Manifest.objects.values_list("number", flat=True)) == [1, 2]


def test_a_campaign_is_closed_once(
    meet: Meet, closable: Closing, lead: Person, administrator: Person
) -> None:
    address = reverse("dossier:close-campaign", args=[closable.campaign.pk])
    data = {"password": PASSWORD}
    statuses = meet(closable.campaign, Press(lead, address, data), Press(administrator, address, data))
    assert one_was_served(statuses), statuses
    assert CloseoutEdition.objects.count() == 1


def test_a_campaign_is_closed_or_cancelled(
    meet: Meet, closable: Closing, lead: Person, administrator: Person
) -> None:
    at = [closable.campaign.pk]
    statuses = meet(
        closable.campaign,
        Press(lead, reverse("dossier:close-campaign", args=at), {"password": PASSWORD}),
        Press(
            administrator, reverse("dossier:cancel-campaign", args=at), {"password": PASSWORD, "reason": "no"}
        ),
    )
    assert one_was_served(statuses), statuses


def test_two_editions_at_once_have_two_numbers(
    meet: Meet, closed: Closing, lead: Person, administrator: Person
) -> None:
    address = reverse("dossier:issue-edition", args=[closed.campaign.pk])
    data = {"reason": "a correction"}
    statuses = meet(closed.campaign, Press(lead, address, data), Press(administrator, address, data))
    assert statuses == [302, 302]
    assert sorted(CloseoutEdition.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_r7_4_a_lane_takes_one_of_two_runs(
    meet: Meet, running_campaign: Campaign, order: Order, planner: Person, lead: Person
) -> None:
    address = reverse("campaigns:new-run", args=[running_campaign.pk])
    data = {
        "variant": str(running_campaign.variants.get(identifier="V1").pk),
        "purpose": "main",
        "state": "running",
        "started_at": "2026-07-14T10:00",
        "lane": f"{order.pk}:0",
        "metrics": "",
    }
    statuses = meet(running_campaign, Press(planner, address, data), Press(lead, address, data))
    assert one_was_served(statuses), statuses
    assert Run.objects.count() == 1


def test_r7_1_two_runs_at_once_get_two_identifiers(
    meet: Meet, running_campaign: Campaign, planner: Person, lead: Person
) -> None:
    address = reverse("campaigns:new-run", args=[running_campaign.pk])
    data = {
        "variant": str(running_campaign.variants.get(identifier="V1").pk),
        "purpose": "main",
        "state": "planned",
        "metrics": "",
    }
    assert meet(running_campaign, Press(planner, address, data), Press(lead, address, data)) == [302, 302]
    code = running_campaign.code
    assert sorted(Run.objects.values_list("identifier", flat=True)) == [f"{code}-V1-R01", f"{code}-V1-R02"]
