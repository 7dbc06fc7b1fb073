from collections.abc import Callable, Generator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from campaigns.models import Campaign, Correction, Order, Run, StopEvent, StopRule, Variant
from teams.models import Person, Team
from tests.running import advance, clock

pytestmark = pytest.mark.django_db
Record = Callable[..., Run]
ClientOf = Callable[[Person], Client]


@pytest.fixture(autouse=True)
def language() -> Generator[None, None, None]:
    """Leave the language of a request with the test that chose it."""
    with translation.override("en"):
        yield


@pytest.fixture
def client(client_of: ClientOf, planner: Person) -> Client:
    return client_of(planner)


def page(name: str, campaign: Campaign, *more: object) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.pk, *more])


def by_hand(variant: Variant, **changes: object) -> dict[str, object]:
    values: dict[str, object] = {
        "variant": variant.pk,
        "purpose": "main",
        "state": "finished",
        "started_at": "2026-07-14T10:00:05",
        "ended_at": "2026-07-14T12:00",
        "metrics": "accuracy = 0.75\nloss = nan",
    }
    return values | changes


def test_r7_1_run_recorded_by_hand_gets_its_identifier_and_page(
    client: Client, running_campaign: Campaign, variant: Variant, order: Order
) -> None:
    data = by_hand(variant, lane=f"{order.pk}:1", seed="7")
    answer = client.post(page("new-run", running_campaign), data)
    run = Run.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        page("run", running_campaign, run.identifier),
    )
    assert run.identifier == f"{running_campaign.code}-V1-R01"
    assert (run.lane, run.order, run.seed, run.started_at) == (1, order, 7, clock(10).replace(second=5))
    assert run.metrics == {"accuracy": "0.75", "loss": "NaN"}
    shown = client.get(answer.headers["Location"]).content.decode()
    assert "accuracy = 0.75: meets" in shown


def test_times_are_typed_in_the_zone_of_the_team(
    client: Client, running_campaign: Campaign, variant: Variant, team: Team
) -> None:
    Team.objects.filter(pk=team.pk).update(time_zone="Asia/Jakarta")
    client.post(
        page("new-run", running_campaign),
        by_hand(variant, started_at="2026-07-14T17:00", ended_at="2026-07-14T19:00"),
    )
    assert Run.objects.get().started_at == clock(10)


@pytest.mark.parametrize("state", ["approved", "piloting", "deciding"])
def test_r6_5_main_run_is_refused_by_page_and_post_until_the_decision_is_approved(
    client: Client, approved_campaign: Campaign, variant: Variant, state: str
) -> None:
    advance(approved_campaign, state)
    words = "A run with the purpose main waits for the approved pilot decision."
    for name in ("runs", "new-run"):
        assert words in client.get(page(name, approved_campaign)).content.decode()
    answer = client.post(page("new-run", approved_campaign), by_hand(variant))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Run.objects.exists()


def test_r7_4_lane_clash_names_the_other_run_at_the_field_and_keeps_what_was_typed(
    client: Client, running_campaign: Campaign, variant: Variant, order: Order, recorded: Record
) -> None:
    other = recorded(order=order, lane=0)
    data = by_hand(variant, lane=f"{order.pk}:0", note="my words")
    answer = client.post(page("new-run", running_campaign), data)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert f"{other.identifier} occupies this lane" in text
    assert "my words" in text
    assert answer.context["form"].errors.keys() == {"lane"}


@pytest.mark.parametrize(
    ("metrics", "error"),
    [
        ("accuracy 0.75", "Line 1: write a name, an equals sign and a number"),
        ("a = 1\na = 2", "Line 2: “a” stands here twice."),
        ("accuracy = good", "Line 1: “good” is not a number."),
    ],
)
def test_metrics_that_cannot_be_read_are_refused_with_their_line(
    client: Client, running_campaign: Campaign, variant: Variant, metrics: str, error: str
) -> None:
    answer = client.post(page("new-run", running_campaign), by_hand(variant, metrics=metrics))
    assert answer.status_code == 422
    assert error in answer.content.decode()


def test_screen_9_filter_stays_in_the_address_of_the_export_and_of_the_partial(
    client: Client, running_campaign: Campaign, recorded: Record, control: Variant
) -> None:
    recorded()
    recorded(variant=control, started_at=clock(13), ended_at=clock(14))
    address = page("runs", running_campaign) + "?variant=V1"
    whole = client.get(address).content.decode()
    assert "runs.csv?variant=V1" in whole
    assert ">1<" in whole
    assert "2.00" in whole
    partial = client.get(address, headers={"HX-Request": "true"})
    assert "<html" not in partial.content.decode()
    assert "HX-Request" in partial.headers["Vary"]
    export = client.get(page("runs-csv", running_campaign) + "?variant=V1")
    assert export.headers["Content-Disposition"] == f'attachment; filename="{running_campaign.code}-runs.csv"'
    assert [line.split(",")[1] for line in export.content.decode().splitlines()] == ["variant", "V1"]


def test_r7_3_stop_event_is_recorded_on_its_page_and_the_run_is_stopped(
    client: Client, running_campaign: Campaign, recorded: Record, rule: StopRule
) -> None:
    run = recorded(state="running", ended_at=None)
    address = page("stop-run", running_campaign, run.identifier)
    assert (
        "quality below threshold: Stop when accuracy is below 0.4, from 4"
        in client.get(address).content.decode()
    )
    data = {
        "rule": rule.pk,
        "observed": "0.31",
        "reason": "too low",
        "at": "2026-07-14T11:00",
        "seen_state": "running",
    }
    assert client.post(address, data).status_code == 302
    event = StopEvent.objects.get()
    assert (event.kind, event.observed, event.at) == ("quality below threshold", "0.31", clock(11))
    shown = client.get(page("run", running_campaign, run.identifier)).content.decode()
    assert "never becomes an accepted result" in shown
    assert "too low" in shown


def test_r7_2_page_that_showed_another_state_gets_409_and_nothing_is_done(
    client: Client, running_campaign: Campaign, recorded: Record
) -> None:
    run = recorded(state="running", ended_at=None)
    address = page("run-state", running_campaign, run.identifier)
    data = {"state": "finished", "ended_at": "2026-07-14T11:00", "seen_state": "planned"}
    assert client.post(address, data).status_code == 409
    run.refresh_from_db()
    assert run.state == "running"
    assert client.post(address, data | {"seen_state": "running"}).status_code == 302
    run.refresh_from_db()
    assert (run.state, run.ended_at) == ("finished", clock(11))


def test_r7_3_correction_of_a_time_and_of_a_metric_stand_beside_what_was_recorded(
    client: Client, running_campaign: Campaign, recorded: Record
) -> None:
    run = recorded()
    address = page("correct-run", running_campaign, run.identifier)
    moment = {"moment": "2026-07-14T13:00", "reason": "clock"}
    assert client.post(address + "?what=ended+at", moment).status_code == 302
    number = {"number": "0.71", "reason": "split"}
    assert client.post(address + "?what=metric&metric=accuracy", number).status_code == 302
    assert list(Correction.objects.values_list("field", "reason")) == [
        ("ended at", "clock"),
        ("metric", "split"),
    ]
    shown = client.get(page("run", running_campaign, run.identifier)).content.decode()
    assert "accuracy = 0.71" in shown
    assert "accuracy = 0.75" in shown


@pytest.mark.parametrize(
    "query", ["", "?what=state", "?what=reason", "?what=reason&event=999", "?what=metric"]
)
def test_correction_of_what_is_not_there_answers_404(
    client: Client, running_campaign: Campaign, recorded: Record, query: str
) -> None:
    run = recorded()
    assert client.get(page("correct-run", running_campaign, run.identifier) + query).status_code == 404


def test_run_of_another_campaign_answers_404(
    client: Client, running_campaign: Campaign, recorded: Record, planner: Person
) -> None:
    run = recorded()
    other = Campaign.objects.create(team=running_campaign.team, title="Another", created_by=planner)
    assert client.get(page("run", other, run.identifier)).status_code == 404


def test_viewer_sees_the_list_and_no_button_that_records(
    client_of: ClientOf, viewer: Person, running_campaign: Campaign, recorded: Record
) -> None:
    run = recorded(state="running", ended_at=None)
    client = client_of(viewer)
    for address in (page("runs", running_campaign), page("run", running_campaign, run.identifier)):
        text = client.get(address).content.decode()
        assert "/runs/new/" not in text
        assert "/stop/" not in text
        assert "/correct/" not in text


def test_page_of_one_run_and_of_three_takes_the_same_number_of_queries(
    client: Client, running_campaign: Campaign, recorded: Record
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(page("runs", running_campaign))
        return len(captured)

    recorded(started_at=clock(8), ended_at=clock(9))
    one = queries()
    recorded(started_at=clock(10), ended_at=clock(11))
    recorded(started_at=clock(12), ended_at=clock(13))
    assert queries() == one <= 14


@pytest.mark.parametrize(
    ("language", "typed", "kept"), [("id", "0,75", "0.75"), ("id", "0.75", "0.75"), ("en", "0.75", "0.75")]
)
def test_metric_is_read_as_its_language_writes_it(
    client: Client,
    running_campaign: Campaign,
    variant: Variant,
    language: str,
    typed: str,
    kept: str,
) -> None:
    client.post(
        page("new-run", running_campaign),
        by_hand(variant, metrics=f"accuracy = {typed}"),
        headers={"Accept-Language": language},
    )
    assert Run.objects.get().metrics == {"accuracy": kept}


def test_figure_that_could_be_thousands_in_its_language_is_refused(
    client: Client, running_campaign: Campaign, variant: Variant
) -> None:
    data = by_hand(variant, metrics="tokens = 1.500")
    answer = client.post(page("new-run", running_campaign), data, headers={"Accept-Language": "id"})
    assert answer.status_code == 422
    assert not Run.objects.exists()
