from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Run
from config.settings import BASE_DIR
from teams.models import Person
from tests.running import advance

pytestmark = pytest.mark.django_db
ClientOf = Callable[[Person], Client]
SMALL = (
    "name;start;seconds;status;variant;accuracy\n"
    "one;2026-07-14 10:00Z;3600,5;success;V1;0,75\n"
    "two;2026-07-14 12:00Z;1800,0;weird;V9;0,5\n"
)
REAL = BASE_DIR / "tests" / "facts" / "peft-metamathqa-runs.csv"


@pytest.fixture
def client(client_of: ClientOf, planner: Person) -> Client:
    return client_of(planner)


def upload(client: Client, campaign: Campaign, content: bytes, name: str = "runs.csv") -> HttpResponse:
    file = SimpleUploadedFile(name, content, "text/csv")
    return client.post(reverse("campaigns:import-runs", args=[campaign.pk]), {"file": file})


def as_posted(answer: HttpResponse, **changes: str) -> dict[str, str]:
    """What a browser without JavaScript posts from this page."""
    posted: dict[str, str] = {}
    for form in (answer.context["form"], answer.context["variants"]):
        for bound in form:
            value = bound.value()
            posted[bound.name] = "" if value is None else str(value)
    return posted | changes


def test_r7_5_file_is_mapped_previewed_and_only_then_imported(
    client: Client, running_campaign: Campaign
) -> None:
    uploaded = upload(client, running_campaign, SMALL.encode("utf-16"))
    address = uploaded.headers["Location"]
    first = client.get(address)
    assert first.context["form"].cut == ";"
    assert [run.name for run in first.context["preview"].runs] == ["one"]
    assert "Line" in first.content.decode()
    assert not Run.objects.exists()
    again = client.post(address, as_posted(first, otherwise="V0", **weird(first, "failed")))
    assert [run.state for run in again.context["preview"].runs] == ["finished", "failed"]
    assert not Run.objects.exists()
    confirm = as_posted(again, confirm=again.context["preview"].digest)
    done = client.post(address, confirm)
    assert (done.status_code, done.headers["Location"]) == (
        302,
        reverse("campaigns:runs", args=[running_campaign.pk]),
    )
    assert list(Run.objects.order_by("started_at").values_list("metrics", flat=True)) == [
        {"accuracy": "0.75"},
        {"accuracy": "0.5"},
    ]
    assert client.get(address).headers["Location"] == reverse(
        "campaigns:import-runs", args=[running_campaign.pk]
    )


def weird(answer: HttpResponse, end: str) -> dict[str, str]:
    """The field of the status word ``weird`` with this meaning."""
    names = {row.label: row.name for row in answer.context["form"].word_rows()}
    return {names["weird"]: end}


def test_r7_5_confirming_without_having_seen_this_preview_gets_409(
    client: Client, running_campaign: Campaign
) -> None:
    address = upload(client, running_campaign, SMALL.encode()).headers["Location"]
    first = client.get(address)
    digest = first.context["preview"].digest
    answer = client.post(address, as_posted(first, purpose="repeat", confirm=digest))
    assert answer.status_code == 409
    assert "not the preview that you saw" in answer.content.decode()
    assert not Run.objects.exists()


def test_r7_5_other_separator_asks_about_the_columns_anew(client: Client, running_campaign: Campaign) -> None:
    address = upload(client, running_campaign, SMALL.encode()).headers["Location"]
    answer = client.post(address, as_posted(client.get(address), separator=","))
    assert len(answer.context["form"].table.header) == 1
    assert answer.context["preview"].blocked


def test_r7_5_column_that_is_said_to_hold_the_status_only_now_has_its_words_guessed(
    client: Client, running_campaign: Campaign
) -> None:
    text = SMALL.replace("status", "how").replace("weird", "KILLED")
    address = upload(client, running_campaign, text.encode()).headers["Location"]
    answer = client.post(address, as_posted(client.get(address), use_3="status", otherwise="V0"))
    assert [run.state for run in answer.context["preview"].runs] == ["finished", "stopped"]
    assert [row.value() for row in answer.context["form"].word_rows()] == [
        "ended, process said ok",
        "stopped by a person",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The submitted file is empty"),
        (b"a,b\n", "no rows"),
        (b"\x00\x01\x00\x02" * 50 + b"\x07", "not a text file"),
        (b"a,b\n" + b"x,y\n" * 5001, "more than 5,000 rows"),
    ],
)
def test_r7_5_file_that_is_no_table_is_refused_at_its_field(
    client: Client, running_campaign: Campaign, content: bytes, words: str
) -> None:
    answer = upload(client, running_campaign, content)
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_upload_belongs_to_the_person_and_the_campaign_that_it_was_made_for(
    client: Client, client_of: ClientOf, lead: Person, running_campaign: Campaign, planner: Person
) -> None:
    address = upload(client, running_campaign, SMALL.encode()).headers["Location"]
    slug = address.rstrip("/").rsplit("/", 1)[1]
    other = Campaign.objects.create(team=running_campaign.team, title="Another", created_by=planner)
    assert client_of(lead).get(address).status_code == 302
    assert client.get(reverse("campaigns:read-runs", args=[other.pk, slug])).status_code == 302


def test_only_the_newest_five_uploads_are_kept(client: Client, running_campaign: Campaign) -> None:
    addresses = [upload(client, running_campaign, SMALL.encode()).headers["Location"] for _ in range(6)]
    assert client.get(addresses[0]).status_code == 302
    assert client.get(addresses[1]).status_code == 200
    # The sign-in of the browser and the five files.
    assert Session.objects.count() == 6


def test_r6_5_preview_before_the_decision_says_that_no_run_would_be_recorded(
    client: Client, approved_campaign: Campaign
) -> None:
    advance(approved_campaign, "deciding")
    address = upload(client, approved_campaign, SMALL.encode()).headers["Location"]
    first = client.get(address)
    answer = client.post(address, as_posted(first, purpose="main"))
    assert "waits for the approved pilot decision" in answer.content.decode()
    assert 'name="confirm"' not in answer.content.decode()


def test_r7_5_sixty_three_real_runs_are_imported_without_javascript_into_one_variant(
    client: Client, running_campaign: Campaign
) -> None:
    address = upload(client, running_campaign, REAL.read_bytes(), "peft.csv").headers["Location"]
    seen = client.post(address, as_posted(client.get(address), otherwise="V1"))
    assert "30.30" in seen.content.decode()
    done = client.post(address, as_posted(seen, confirm=seen.context["preview"].digest))
    assert done.status_code == 302
    listed = client.get(done.headers["Location"])
    assert listed.context["list"].count == 63
    assert "30.30" in listed.content.decode()
    assert str(listed.context["messages"]._loaded_data[0]) == "63 runs were recorded."
