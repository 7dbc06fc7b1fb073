"""The close-out page, blocked, closable and closed, as people use it without JavaScript."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Order
from dossier.models import CloseoutEdition
from teams.models import Person
from tests.closing import Closing
from tests.people import PASSWORD, text_of
from tests.running import clock

pytestmark = pytest.mark.django_db
ClientOf = Callable[[Person], Client]


def at(name: str, campaign: Campaign, *more: object) -> str:
    return reverse(f"dossier:{name}", args=[campaign.pk, *more])


def test_r11_5_page_lists_what_blocks_with_links(closing: Closing, client_of: ClientOf) -> None:
    run = closing.run("V1", state="running", ended_at=None)
    closing.expect()
    row = closing.campaign.expected_files.get(path="V1/predictions.*")
    page = client_of(closing.lead).get(at("close-out", closing.campaign)).content.decode()
    assert f'href="{reverse("campaigns:run", args=[closing.campaign.pk, run.identifier])}"' in page
    assert f'href="{at("dossier", closing.campaign)}#file-{row.pk}"' in page
    assert "The conclusion is not written." in page
    assert at("close-campaign", closing.campaign) not in page


def test_r11_3_lead_closes_on_the_page_and_gets_pdf_and_json(closable: Closing, client_of: ClientOf) -> None:
    client = client_of(closable.lead)
    page = client.get(at("close-out", closable.campaign)).content.decode()
    assert at("close-campaign", closable.campaign) in page
    answer = client.post(at("close-campaign", closable.campaign), {"password": PASSWORD})
    assert answer.headers["Location"] == at("close-out", closable.campaign)
    edition = CloseoutEdition.objects.get()
    assert "Edition 1" in text_of(client.get(at("close-out", closable.campaign)))
    pdf = client.get(at("edition-pdf", closable.campaign, 1))
    assert pdf.content == bytes(edition.pdf)
    assert pdf.headers["Content-Type"] == "application/pdf"
    name = f'attachment; filename="{closable.campaign.code}-close-out-1.pdf"'
    assert pdf.headers["Content-Disposition"] == name
    data = client.get(at("edition-json", closable.campaign, 1)).json()
    assert data["conclusion"]["text"] == "No variant meets the threshold."


def test_r11_5_wrong_password_answers_422_and_closes_nothing(closable: Closing, client_of: ClientOf) -> None:
    answer = client_of(closable.lead).post(at("close-campaign", closable.campaign), {"password": "wrong"})
    assert answer.status_code == 422
    assert not CloseoutEdition.objects.exists()


def test_r11_5_blocked_closing_shows_every_reason_in_the_form(closing: Closing, client_of: ClientOf) -> None:
    closing.run("V1", state="running", ended_at=None)
    closing.start()
    answer = client_of(closing.lead).post(at("close-campaign", closing.campaign), {"password": PASSWORD})
    assert answer.status_code == 422
    said = text_of(answer)
    assert "has not ended: record its end, or declare it lost." in said
    assert "The conclusion is not written." in said


def test_r11_1_step_beyond_the_tolerance_is_explained_on_its_page(
    closing: Closing, client_of: ClientOf
) -> None:
    step = closing.campaign.steps.get(key="train-a")
    closing.run("V1", step=step, started_at=clock(1), ended_at=clock(15))
    client = client_of(closing.planner)
    address = at("explain-step", closing.campaign, "train-a")
    assert f'href="{address}"' in client.get(at("close-out", closing.campaign)).content.decode()
    answer = client.post(address, {"explanation": "Slow disk.", "decision": ""})
    assert answer.status_code == 422
    assert "Slow disk." in answer.content.decode()
    client.post(address, {"explanation": "Slow disk.", "decision": "Copy first."})
    assert "Decision: Copy first." in text_of(client.get(at("close-out", closing.campaign)))
    assert client.get(at("explain-step", closing.campaign, "prepare")).status_code == 404


def test_conclusion_is_written_on_its_page_and_stands_first(closing: Closing, client_of: ClientOf) -> None:
    client = client_of(closing.planner)
    choice = closing.campaign.choices.get()
    typed = {
        "conclusion": "No variant meets it.",
        "choice": choice.pk,
        "uncertainties": "",
        "files_kept_at": "shelf 3",
    }
    assert client.post(at("closing-notes", closing.campaign), typed).status_code == 302
    said = text_of(client.get(at("close-out", closing.campaign)))
    assert said.index("No variant meets it.") < said.index("What was announced")
    assert "Written by Putu Planner" in said
    assert "which stay the team&#x27;s own to keep: shelf 3" in said


def test_r11_3_edition_page_shows_its_own_data_and_names_the_later_one(
    closed: Closing, client_of: ClientOf
) -> None:
    client = client_of(closed.lead)
    answer = client.post(at("issue-edition", closed.campaign), {"reason": ""})
    assert answer.status_code == 422
    client.post(at("issue-edition", closed.campaign), {"reason": "A time was corrected."})
    said = text_of(client.get(at("edition", closed.campaign, 1)))
    assert "A later edition was issued." in said
    assert "Reason for this one: A time was corrected." in text_of(
        client.get(at("edition", closed.campaign, 2))
    )
    assert client.get(at("edition", closed.campaign, 3)).status_code == 404


def test_closing_stands_on_the_home_and_draft_is_not_flooded(
    closing: Closing, client_of: ClientOf, lead: Person
) -> None:
    home = reverse("campaigns:home", args=[closing.campaign.pk])
    said = text_of(client_of(lead).get(home))
    assert "The essential check accuracy at least has no answer for V0, V1." in said
    draft = Campaign.objects.create(team=closing.campaign.team, title="Next", created_by=lead)
    said = text_of(client_of(lead).get(reverse("campaigns:home", args=[draft.pk])))
    assert "has no answer" not in said
    assert "The runs come first." in said


def test_r9_3_budget_shows_three_figures_and_the_share(
    closing: Closing, rented: Callable[[], Order], client_of: ClientOf
) -> None:
    rented()
    budget = reverse("campaigns:budget", args=[closing.campaign.pk])
    said = text_of(client_of(closing.lead).get(budget))
    assert "Rental share per accepted result: undefined. 47.14 USD were incurred." in said
    assert "No run is recorded." in said
    closing.run("V1")
    closing.deliver("V1")
    said = text_of(client_of(closing.lead).get(budget))
    assert "Rental share per accepted result: 47.14 USD" in said


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("page", "queries"), [("close-out", 74), ("dossier", 8)])
def test_number_of_queries_of_a_page_does_not_grow(
    closing: Closing,
    client_of: ClientOf,
    django_assert_num_queries,
    page: str,
    queries: int,
    count: int,
) -> None:
    for hour in range(count):
        closing.run("V1", started_at=clock(2 * hour), ended_at=clock(2 * hour + 1))
        closing.expect_one(f"V1/part-{hour}.txt", "other", "V1")
        closing.upload(f"V1/part-{hour}.txt", b"text")
        closing.evidence(f"V1/part-{hour}.txt")
    client = client_of(closing.lead)
    with django_assert_num_queries(queries):
        client.get(at(page, closing.campaign))
