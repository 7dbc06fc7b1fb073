"""R4.1: no page, export or report shows a price for an hour; ``test_no_division_by_time.py`` reads the code.

A package's price covers its whole duration. The walk reads every address of the product with the seven examples.
"""

import re
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from campaigns.models import Campaign
from dossier.domain.closeout import from_json
from dossier.management.commands.seed_examples import PLANNER
from dossier.pdf import render_closeout
from teams.domain.roles import Role
from teams.models import Person, Team
from tests.examples import Address, every_address
from tests.people import member, text_of

MONEY = r"(?:USD|EUR|IDR|Rp|[$€]|\b(?:price|cost|amount|rate|tariff|rental|harga|biaya|tarif|sewa)\b)"
UNIT = r"(?:(?:gpu|lane|machine|batch)[\s-]*)?(?:h|hr|hrs|hour|hours|jam|minute|minutes|menit|day|hari)\b"
EACH = rf"(?:\b(?:per|an|a|each|every|se)\s*|/\s*){UNIT}|\bhourly\b|\bby the hour\b"
RATE = re.compile(
    rf"{MONEY}\W{{0,3}}(?:[\d.,]+\s*)?(?:{EACH})|(?:{EACH})\W{{0,3}}(?:[\d.,]+\s*)?{MONEY}", re.I
)


def rates_in(text: str) -> list[str]:
    """Find every price for an hour, with the words around it."""
    return [text[max(0, found.start() - 40) : found.end() + 20] for found in RATE.finditer(text)]


@pytest.mark.parametrize(
    "text",
    [
        "0.65 USD/h",
        "0,65 USD / GPU-hour",
        "USD 0.65 per hour",
        "$0.65 an hour",
        "the hourly price of a package",
        "price per GPU hour: 0.65",
        "cost per lane hour",
        "15.71 USD a day",
        "harga per jam",
    ],
)
def test_a_price_for_an_hour_is_found_however_it_is_written(text: str) -> None:
    assert rates_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "47.14 USD for 72 h",
        "0.1 bits per lane hour",
        "Fits the 72 h window and leaves 24 h unused. 47.14 USD",
        "Rental 47.14 USD Window 3 d",
        "Rental share per accepted result: 23.57 USD",
    ],
)
def test_what_is_no_price_for_an_hour_is_left_alone(text: str) -> None:
    assert rates_in(text) == []


def words_of(answer: HttpResponse) -> str:
    """Read what an answer says: a page without its marks, a PDF's text and attachments, any other text as it is."""
    kind = answer.headers.get("Content-Type", "").split(";")[0]
    if kind == "application/pdf":
        return words_of_pdf(answer.content)
    return text_of(answer) if kind == "text/html" else answer.content.decode()


def words_of_pdf(content: bytes) -> str:
    """Read the text of every page, and what is attached."""
    reader = PdfReader(BytesIO(content))
    attached = [part.decode() for parts in reader.attachments.values() for part in parts]
    return " ".join([*(" ".join(page.extract_text().split()) for page in reader.pages), *attached])


def signed_in(person: Person) -> Client:
    """Return a browser of this person."""
    client = Client()
    client.force_login(person)
    return client


def is_posted(client: Client, address: Address) -> bool:
    """Say whether an address refuses a plain visit because it takes only what is posted."""
    return client.get(address.url).status_code == 405


def walk(client: Client, addresses: list[Address]) -> tuple[list[str], list[Address]]:
    """Open every address; return the prices for an hour, and the addresses that answered with something."""
    found, read = [], []
    for address in addresses:
        answer = client.get(address.url)
        if answer.status_code == 200:
            read.append(address)
            found += [f"{address.url}: {rate}" for rate in rates_in(words_of(answer))]
    return found, read


def one_of_each(addresses: list[Address]) -> list[Address]:
    """Keep the last address of each name."""
    return list({address.name: address for address in addresses}.values())


@pytest.fixture(scope="module")
def people(examples: list[Campaign]) -> list[Person]:
    """Return somebody of each role that sees amounts; the planner is the examples' own."""
    team = Team.objects.get()
    return [
        Person.objects.get(username=PLANNER),
        member(team, "laras", Role.LEAD, "Laras Lead"),
        member(team, "agus", Role.ADMINISTRATOR, "Agus Administrator"),
    ]


def preview_of_an_import(client: Client, campaign: Campaign) -> Address:
    """Upload a tracker's CSV, and name the page that asks how to read it."""
    csv = SimpleUploadedFile("runs.csv", b"name,accuracy,runtime\na,0.71,3600\n")
    answer = client.post(reverse("campaigns:import-runs", args=[campaign.pk]), {"file": csv})
    return Address("campaigns:read-runs", campaign, answer.headers["Location"])


def test_no_page_and_no_export_of_the_examples_shows_a_price_for_an_hour(
    people: list[Person], examples: list[Campaign]
) -> None:
    planner, lead, administrator = (signed_in(person) for person in people)
    addresses = every_address()
    found, read = walk(planner, addresses)
    # Others see what the planner sees, and what only they may do: of that, one page of each kind.
    unread = [address for address in addresses if address not in read]
    shorter = [*one_of_each(read), *unread]
    for client in (lead, administrator):
        more, read_too = walk(client, shorter)
        found, read = found + more, read + read_too
    upload = preview_of_an_import(planner, examples[4])
    for client, address in ((planner, upload), (Client(), Address("teams:sign-in", None, "/sign-in/"))):
        more, read_too = walk(client, [address])
        found, read = found + more, read + read_too
    assert found == []
    # What was read by nobody takes only what is posted.
    names = {address.name for address in read}
    left = one_of_each([address for address in addresses if address.name not in names])
    assert [address.name for address in left if not is_posted(administrator, address)] == []


def test_the_printed_plan_shows_no_price_for_an_hour(examples: list[Campaign]) -> None:
    file = str(Path(settings.BASE_DIR) / "campaigns" / "examples" / "worked-campaign.json")
    for form in ([], ["--json"]):
        said = StringIO()
        call_command("show_plan", file, *form, stdout=said)
        assert "47.14" in said.getvalue()
        assert rates_in(said.getvalue()) == []


def test_the_walk_notices_a_planted_price(people: list[Person], examples: list[Campaign]) -> None:
    Campaign.objects.filter(pk=examples[0].pk).update(question="Is 0.65 USD per hour too much?")
    home = Address("campaigns:home", examples[0], reverse("campaigns:home", args=[examples[0].pk]))
    found, _read = walk(signed_in(people[0]), [home])
    assert len(found) == 1
    assert "0.65 USD per hour" in found[0]


def test_a_planted_price_is_noticed_in_a_pdf_and_in_its_attachment(examples: list[Campaign]) -> None:
    closeout = from_json(examples[5].editions.get().data)
    planted = replace(closeout, conclusion=replace(closeout.conclusion, text="It cost 0.65 USD/h."))
    assert len(rates_in(words_of_pdf(render_closeout(planted, language="en")))) == 2
    assert rates_in(words_of_pdf(render_closeout(closeout, language="en"))) == []
