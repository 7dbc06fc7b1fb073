"""Real input, end to end: 63 real runs on a real package, closed with a PDF that says why none is accepted."""

from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from campaigns.domain.run_columns import guess_columns
from campaigns.domain.run_csv import Separator, decode, read_table
from campaigns.domain.run_rows import Reading
from campaigns.domain.run_values import DecimalMark
from campaigns.domain.vocabulary import RunPurpose
from campaigns.models import Campaign, Order
from campaigns.queries.run_imports import NEW, Choices, Upload, import_preview, read_file
from campaigns.services.orders import record_order
from campaigns.services.run_imports import Imported, import_runs
from config.settings import BASE_DIR
from dossier.domain.closeout import from_json
from dossier.services.closing import explain_deviation
from pricing.models import Package
from teams.models import Person
from tests.closing import Closing
from tests.running import APPROVED_AT, NOW, advance, approve

pytestmark = pytest.mark.django_db
FACTS = Path(BASE_DIR) / "tests" / "facts" / "peft-metamathqa-runs.csv"


def load(campaign: Campaign, by: Person, step: str = "", otherwise: str = "") -> Imported:
    content = FACTS.read_bytes()
    upload, table = Upload("peft", FACTS.name, content), read_table(decode(content)[0], Separator.COMMA)
    factors = campaign.factors.values_list("name", flat=True)
    columns = guess_columns(table, DecimalMark.POINT, ["accuracy"], list(factors))
    reading = Reading(columns, DecimalMark.POINT, NOW.tzinfo, NOW)  # type: ignore[arg-type]
    choices = Choices(reading, RunPurpose.MAIN, step=step, otherwise=otherwise)
    digest = import_preview(campaign, read_file(campaign, table, reading), choices).digest
    return import_runs(
        campaign=campaign, upload=upload, table=table, choices=choices, seen_digest=digest, by=by, now=NOW
    )


@pytest.fixture
def measured(promised: Campaign, catalogue: dict[str, Package], planner: Person, lead: Person) -> Closing:
    """Return the campaign with its 52 configurations, an approved plan, its order and all 63 runs."""
    assert load(promised, planner, otherwise=NEW) == Imported(runs=0, variants=52)
    control = promised.variants.filter(values__method="LORA").earliest("position")
    promised.variants.filter(pk=control.pk).update(role="control", priority="essential")
    promised.corpora.create(name="MetaMathQA", item_count=1319, sha256="7" * 64, frozen_at=APPROVED_AT)
    promised.steps.create(key="prepare", phase="prepare", resource="person", usual_minutes=180)
    promised.steps.create(key="train-a", title="Train all", phase="train", resource="gpu", usual_minutes=600)
    approve(promised, planner, lead, APPROVED_AT, "0.72")
    running = advance(promised, "running")
    order = Order(
        campaign=running,
        package=catalogue["rtx4090-3d"],
        amount=Decimal("47.14"),
        currency="USD",
        reference="R-3D",
        ordered_at=APPROVED_AT,
    )
    record_order(order=order, by=lead, now=NOW, reason="No ceiling was set.")
    assert load(running, planner, step="train-a") == Imported(runs=63, variants=0)
    return Closing(running, planner, lead)


def test_r9_3_63_real_runs_close_with_a_pdf_that_says_why_none_is_accepted(measured: Closing) -> None:
    measured.expect()
    for row in measured.campaign.expected_files.all():
        row.absence_reason = "Only metrics were published."
        row.save()
    measured.start()
    explain_deviation(
        campaign=measured.campaign,
        step_key="train-a",
        explanation="63 runs instead of one training.",
        decision="The next plan has a step for each configuration.",
        by=measured.planner,
        now=NOW,
    )
    measured.conclude("No configuration reaches 0.72.")
    edition = measured.close()

    data = from_json(edition.data)
    assert (data.results.runs, data.results.accepted) == (63, 0)
    (share,) = data.results.shares
    assert str(share.cost) == "47.14 USD"
    reasons = [str(reason) for reason in share.reasons]
    assert any("accuracy" in reason and "0.72" in reason for reason in reasons)
    assert any("predictions are not verified" in reason for reason in reasons)
    times = {step.title: step.recorded_minutes for step in data.plan.steps}
    assert times == {"prepare": None, "train-a": 1818}

    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(bytes(edition.pdf))).pages)
    said = " ".join(text.split())
    assert "Rental share per accepted result: undefined." in said
    assert "47.14 USD were incurred." in said
    assert "30 h 18 min" in said
    assert "No configuration reaches 0.72." in said
