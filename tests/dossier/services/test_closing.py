"""Closing for real: what blocks it, what is issued, and that nothing changes afterwards (R11.1-R11.5)."""

import hashlib
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from weasyprint.urls import FatalURLFetchingError

from campaigns.domain.workflow import NotAllowed
from campaigns.models import Run
from dossier import pdf
from dossier.domain.closeout import from_json
from dossier.models import CloseoutEdition
from dossier.queries.closing import blocking_items
from dossier.services.arrivals import receive_manifest
from dossier.services.closing import (
    cancel_campaign,
    close_campaign,
    explain_deviation,
    issue_edition,
    save_notes,
    start_closing,
)
from dossier.services.files import expect_what_the_goal_promises, explain_absence
from teams.models import AuditEvent, Person
from tests.closing import Closing, predictions
from tests.people import PASSWORD
from tests.running import NOW, clock

pytestmark = pytest.mark.django_db


def blocked_by(closing: Closing) -> list[str]:
    return [str(item.message) for item in blocking_items(closing.campaign)]


def test_r11_5_closing_is_refused_with_every_thing_that_is_missing(closing: Closing) -> None:
    closing.run("V0", metrics={})
    running = closing.run("V1", state="running", started_at=clock(13), ended_at=None)
    closing.run("V1", step=closing.campaign.steps.get(key="train-a"), started_at=clock(1), ended_at=clock(8))
    closing.expect()
    closing.start()
    missing = [
        f"{running.identifier} has not ended: record its end, or declare it lost.",
        "The essential check accuracy at least has no answer for V0.",
        "V0/predictions.* is essential and not verified: verify it, or say why it is missing.",
        "V1/predictions.* is essential and not verified: verify it, or say why it is missing.",
        "train-a took another time than provided: explain it, and say what was decided about it.",
        "The conclusion is not written.",
    ]
    assert blocked_by(closing) == missing
    with pytest.raises(ValidationError) as refused:
        closing.close()
    assert refused.value.messages == missing
    assert not CloseoutEdition.objects.exists()
    closing.campaign.refresh_from_db()
    assert closing.campaign.state == "closing"


def test_r11_1_a_difference_blocks_until_it_is_explained_and_decided(closing: Closing) -> None:
    step = closing.campaign.steps.get(key="train-a")
    closing.run("V1", step=step, started_at=clock(1), ended_at=clock(14))
    sentence = "train-a took another time than provided: explain it, and say what was decided about it."
    assert sentence in blocked_by(closing)
    explain_deviation(
        campaign=closing.campaign,
        step_key="train-a",
        explanation="The loader waited for the disk.",
        decision="Copy the corpus to the local disk first.",
        by=closing.planner,
        now=NOW,
    )
    assert sentence not in blocked_by(closing)


def test_r11_1_a_difference_of_exactly_the_tolerance_needs_no_explanation(closing: Closing) -> None:
    step = closing.campaign.steps.get(key="train-a")
    assert closing.campaign.tolerance_percent == 20
    closing.run("V1", step=step, started_at=clock(1), ended_at=clock(13))
    assert not [line for line in blocked_by(closing) if "another time" in line]


def test_r11_1_explaining_a_step_that_is_not_there_is_refused(closing: Closing) -> None:
    with pytest.raises(ValidationError, match="There is no such step"):
        explain_deviation(
            campaign=closing.campaign,
            step_key="nowhere",
            explanation="x",
            decision="y",
            by=closing.planner,
            now=NOW,
        )


def test_r11_5_stopped_variant_and_one_that_need_not_run_owe_no_answer(closing: Closing) -> None:
    closing.run("V0")
    failed = closing.run("V1", state="failed", started_at=clock(13), ended_at=clock(14), metrics={})
    closing.campaign.variants.create(
        identifier="V2", name="adapter B", role="variant", priority="useful", configuration_hash="c" * 64
    )
    assert failed.state == "failed"
    assert blocked_by(closing) == ["The conclusion is not written."]


def test_r11_5_essential_variant_that_never_ran_blocks_until_its_absence_is_explained(
    closing: Closing,
) -> None:
    closing.run("V0")
    sentence = "The essential check accuracy at least has no answer for V1."
    assert sentence in blocked_by(closing)
    closing.expect()
    row = closing.campaign.expected_files.get(path="V1/predictions.*")
    explain_absence(file=row, reason="The window ended before it.", by=closing.planner, now=NOW)
    assert sentence not in blocked_by(closing)


def test_r11_3_closing_issues_edition_one_with_its_data_hash_and_pdf(closable: Closing) -> None:
    edition = closable.close()
    assert closable.campaign.state == "closed"
    assert (edition.number, edition.previous, edition.reason) == (1, None, "")
    assert bytes(edition.pdf).startswith(b"%PDF-")
    stored = CloseoutEdition.objects.get()
    text = from_json(stored.data).to_json()
    assert hashlib.sha256(text.encode()).hexdigest() == stored.data_hash
    assert from_json(stored.data).conclusion.text == "No variant meets the threshold."
    assert from_json(stored.data).uncertainties == ("Longer inputs were not tried.", "Only one seed.")


def test_r11_2_the_report_says_who_concluded_approved_and_closed(closable: Closing) -> None:
    data = from_json(closable.close().data)
    assert (data.conclusion.by, data.conclusion.choice) == ("Putu Planner", "keep the control")
    said = [(str(decision.what), decision.by) for decision in data.decisions]
    assert said == [
        ("Plan version 1 approved", "Laras Lead"),
        ("Closing started", "Laras Lead"),
        ("Campaign closed", "Laras Lead"),
    ]
    assert data.campaign.plan_hash == "b" * 64
    assert data.campaign.audit_head


def test_r11_3_same_data_gives_same_bytes(closable: Closing) -> None:
    edition = closable.close()
    again = pdf.render_closeout(from_json(edition.data), language=edition.language)
    assert again == bytes(edition.pdf)


def test_r11_3_later_edition_needs_a_reason_and_names_the_one_before(closed: Closing) -> None:
    campaign, lead = closed.campaign, closed.lead
    with pytest.raises(ValidationError, match="Say why a new edition is issued"):
        issue_edition(campaign=campaign, reason=" ", by=lead, now=NOW)
    second = issue_edition(campaign=campaign, reason="A run's time was corrected.", by=lead, now=NOW)
    first = campaign.editions.get(number=1)
    assert (second.number, second.previous) == (2, first)
    data = from_json(second.data).edition
    assert (data.previous_number, data.previous_hash) == (1, first.data_hash)
    assert data.reason == "A run's time was corrected."


def test_r11_5_after_closing_nothing_changes(closed: Closing) -> None:
    campaign, by = closed.campaign, closed.planner
    run = Run(
        campaign=campaign,
        variant=campaign.variants.get(identifier="V1"),
        purpose="main",
        state="running",
        started_at=clock(20),
    )
    before = CloseoutEdition.objects.values().get()
    refused = [
        lambda: closed.conclude("Something else."),
        lambda: closed.upload("V1/late.txt", b"late"),
        lambda: receive_manifest(campaign=campaign, content=b"", source="", by=by, now=NOW),
        lambda: expect_what_the_goal_promises(campaign=campaign, by=by, now=NOW),
        lambda: explain_deviation(
            campaign=campaign, step_key="train-a", explanation="x", decision="y", by=by, now=NOW
        ),
        lambda: start_closing(campaign=campaign, by=closed.lead, now=NOW),
        lambda: closed.close(),
        lambda: cancel_campaign(campaign=campaign, reason="x", password=PASSWORD, by=closed.lead, now=NOW),
        lambda: closed.run("V1", **{"state": run.state, "ended_at": None, "started_at": clock(20)}),
    ]
    for change in refused:
        with pytest.raises((NotAllowed, ValidationError)):
            change()
    assert CloseoutEdition.objects.values().get() == before


def test_r9_5_cancelled_campaign_keeps_its_costs_and_gets_an_edition(closing: Closing, rented) -> None:
    rented()
    cancel_campaign(
        campaign=closing.campaign,
        reason="The base model was withdrawn.",
        password=PASSWORD,
        by=closing.lead,
        now=NOW,
    )
    edition = issue_edition(campaign=closing.campaign, reason="", by=closing.lead, now=NOW)
    data = from_json(edition.data)
    assert data.campaign.state == "cancelled"
    assert [str(money) for money in data.budget.rental] == ["47.14 USD"]
    assert data.conclusion.text == "Cancelled: The base model was withdrawn."
    assert [str(one.what) for one in data.decisions][-1] == "Campaign cancelled"
    assert data.results.accepted == 0


def test_r11_5_cancelling_needs_a_reason_and_the_password(closing: Closing) -> None:
    for reason, password in ((" ", PASSWORD), ("withdrawn", "wrong")):
        with pytest.raises(ValidationError):
            cancel_campaign(
                campaign=closing.campaign, reason=reason, password=password, by=closing.lead, now=NOW
            )
    closing.campaign.refresh_from_db()
    assert closing.campaign.state == "running"


def test_r11_3_nothing_is_closed_when_the_pdf_cannot_be_laid_out(
    closable: Closing, settings, tmp_path
) -> None:
    events = AuditEvent.objects.count()
    settings.BASE_DIR = Path(tmp_path)
    with pytest.raises(FatalURLFetchingError):
        closable.close()
    closable.campaign.refresh_from_db()
    assert closable.campaign.state == "closing"
    assert not CloseoutEdition.objects.exists()
    assert AuditEvent.objects.count() == events


def test_r11_3_an_edition_of_a_running_campaign_is_refused(closing: Closing) -> None:
    with pytest.raises(ValidationError, match="once the campaign is closed or cancelled"):
        issue_edition(campaign=closing.campaign, reason="", by=closing.lead, now=NOW)


def test_r11_5_a_planner_neither_starts_closing_nor_closes(closable: Closing) -> None:
    by: Person = closable.planner
    with pytest.raises(PermissionDenied):
        start_closing(campaign=closable.campaign, by=by, now=NOW)
    with pytest.raises(PermissionDenied):
        close_campaign(campaign=closable.campaign, password=PASSWORD, by=by, now=NOW)


def test_r11_5_closing_asks_for_the_password_again(closable: Closing) -> None:
    with pytest.raises(ValidationError, match="This is not your password"):
        close_campaign(campaign=closable.campaign, password="wrong", by=closable.lead, now=NOW)


def test_r11_2_conclusion_is_in_the_trail_with_what_stood_before(closing: Closing) -> None:
    closing.conclude("First.")
    save_notes(
        campaign=closing.campaign,
        conclusion="Second.",
        choice=None,
        uncertainties="",
        files_kept_at="",
        by=closing.planner,
        now=NOW,
    )
    event = AuditEvent.objects.filter(action="conclusion written").latest("number")
    assert (event.old["conclusion"], event.new["conclusion"]) == ("First.", "Second.")
    assert predictions("V0").count(b"\n") == 200
