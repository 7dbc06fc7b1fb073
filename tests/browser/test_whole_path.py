"""One campaign from sign-in to the downloaded PDF, as a planner and a lead, through the real pages.

Worked by hand, one batch of 72 h for 47.14 USD: prepare 2 h, load 1 h, pilot 2 h, decide 1 h, then control 8 h and
adapter A 10 h on the one lane, the control first, because its analysis of 4 h fits beside the second training;
retrieve 3 h. The durations add up to 31 h, elapsed are 2 + 1 + 2 + 1 + 8 + 10 + 3 = 27 h, rented 25 h (all but
prepare), lane hours 1 + 2 + 8 + 10 = 21, person hours 2 + 1 + 4 = 7. 72 h less 27 h leave 45 h. The pilot took 3 h,
so 28 h leave 44 h. Two of two results are accepted: 23.57 USD each.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer
from time_machine import TimeMachineFixture

from teams.domain.roles import Role
from teams.services.members import add_member, create_person
from teams.services.teams import create_team
from tests.browser.hand import Story, fill, follow, press, send, sign_in
from tests.people import PASSWORD

MORNING = datetime(2027, 1, 11, 8, tzinfo=UTC)
CONCLUSION = "Adapter A meets the threshold and beats the control by 0.04."
STEPS = (
    # key, phase, done by, hours, after, needs the machine, variant
    ("prepare", "prepare", "person", "2", "", False, ""),
    ("load", "load", "gpu", "60 min", "prepare", True, ""),
    ("pilot", "pilot", "gpu", "2", "load", True, ""),
    ("decide", "decide", "person", "1:00", "pilot", False, ""),
    ("control", "train", "gpu", "8", "decide", True, "V0"),
    ("adapter-a", "train", "gpu", "10", "decide", True, "V1"),
    ("analyse", "analyse", "person", "4", "control", False, ""),
    ("retrieve", "retrieve", "network", "3", "control, adapter-a", True, ""),
)
FILES = {
    "V0/predictions.jsonl": [{"id": f"q{number}", "prediction": "control"} for number in (1, 2, 3)],
    "V1/predictions.jsonl": [{"id": f"q{number}", "prediction": "adapter A"} for number in (1, 2, 3)],
}
IN_THE_PDF = (
    "The baseline takes 27 h elapsed and 25 h rented, with 21 h of lane time and 7 h of people's time.",
    "Fits the 72 h window and leaves 45 h unused.",
    "Runs: 3. Distinct deliverables: 2. Accepted: 2.",
    "Rental share per accepted result: 23.57 USD",
    "ORDER-1 rtx4090-3d 1",
    "47.14 USD 47.14 USD",
    CONCLUSION,
    "Choice: adopt adapter A",
    "The first load of the data came on top. Decision: The next plan provides 3 h.",
    "Laras Lead",
    "3 of 3",
)


@pytest.fixture
def story(
    live_server: LiveServer, new_page: Callable[[], Page], time_machine: TimeMachineFixture, tmp_path: Path
) -> Story:
    """Return a team of a planner and a lead, with the catalogue that every new team gets."""
    time_machine.move_to(MORNING)
    lead = create_person(username="laras", full_name="Laras Lead", password=PASSWORD)
    team = create_team(name="Lintang", by=lead, now=MORNING)
    add_member(
        team=team,
        username="putu",
        role=Role.PLANNER,
        by=lead,
        now=MORNING,
        full_name="Putu Planner",
        password=PASSWORD,
    )
    return Story(new_page(), new_page(), time_machine, tmp_path, live_server.url)


def test_a_campaign_goes_from_sign_in_to_its_pdf(story: Story) -> None:
    sign_in(story.planner, story.server, "putu", PASSWORD)
    sign_in(story.lead, story.server, "laras", PASSWORD)
    state_the_goal(story)
    freeze_the_corpus(story)
    add_variants_and_a_rule(story)
    plan_the_steps(story)
    choose_the_package_and_submit(story)
    approve(story)
    order_and_pilot(story)
    decide(story)
    run_both(story)
    hand_in_the_files(story)
    text = close_and_download(story)
    missing = [figure for figure in IN_THE_PDF if figure not in text]
    assert missing == [], text


def state_the_goal(story: Story) -> None:
    page = story.planner
    follow(page, "New campaign")
    question = "Do we adopt adapter A, or keep the control?"
    fill(page, {"title": "Adapter A or the control", "kind": "deliverables", "question": question})
    press(page, "Start campaign")
    story.home = (
        page.url[: page.url.index("/C") + 1] + page.url[page.url.index("/C") + 1 :].split("/")[0] + "/"
    )
    story.go(page, "goal/")
    rows = {
        "closing_condition": "Checked predictions of both configurations on the frozen corpus.",
        "choices-0-text": "adopt adapter A",
        "choices-1-text": "keep the control",
        "outcomes-0-condition": "adapter A meets the threshold",
        "outcomes-0-choice": "adopt adapter A",
        "outcomes-1-condition": "no variant meets the threshold",
        "outcomes-1-choice": "keep the control",
        "checks-0-metric": "accuracy",
        "checks-0-threshold": "0,7",
        "deliverables-0-kind": "predictions",
        "deliverables-0-scope": "every variant",
        "deliverables-1-kind": "error analysis",
        "ceiling": "60",
        "tolerance_percent": "20",
    }
    send(page, rows, "Save goal", "The goal is saved.")


def freeze_the_corpus(story: Story) -> None:
    page = story.planner
    press(page, "Save and name the corpus")
    send(
        page, {"name": "held-out questions", "pasted": "q1\nq2\nq3\n"}, "Save corpus", "The corpus is saved."
    )
    page.get_by_text("Freeze the corpus", exact=True).click()
    send(page, {}, "Freeze it", "held-out questions 1 is frozen.")


def add_variants_and_a_rule(story: Story) -> None:
    page = story.go(story.planner, "variants/")
    follow(page, "Name the factors")
    fill(page, {"factors-0-name": "adapter"})
    press(page, "Save factors")
    follow(page, "Add the control")
    page.get_by_label("adapter", exact=False).last.fill("none")
    press(page, "Save variant")
    follow(page, "Add a variant")
    page.get_by_label("adapter", exact=False).last.fill("A")
    belief = {
        "name": "adapter A",
        "priority": "essential",
        "if_meets": "adopt adapter A",
        "if_not": "keep the control",
        "if_inconclusive": "keep the control",
        "meets_probability": "0.5",
    }
    fill(page, belief)
    press(page, "Save variant")
    page.get_by_text("Isolates one cause: adapter.").wait_for()
    story.go(page, "stop-rules/")
    follow(page, "non-finite loss")
    rule = {"applies_to": "both trainings", "consequence": "the run ends"}
    send(page, rule, "Save stop rule", "The stop rule is saved.")


def plan_the_steps(story: Story) -> None:
    page = story.go(story.planner, "schedule/steps/")
    shown = page.locator("[data-formset='steps'] tbody tr").count()
    for _row in range(len(STEPS) - shown):
        page.get_by_role("button", name="Add a step").click()
    for row, (key, phase, by, duration, after, machine, variant) in enumerate(STEPS):
        typed = {"key": key, "phase": phase, "resource": by, "duration": duration, "after": after}
        typed |= {"needs_machine": machine, "variant": variant} if variant else {"needs_machine": machine}
        fill(page, {f"steps-{row}-{name}": value for name, value in typed.items()})
    press(page, "Save the steps")
    figures = " ".join(page.locator("dl.figures").inner_text().split())
    for figure in ("27 h", "25 h", "21 h", "7 h"):
        assert figure in figures
    page.get_by_text("Proven: no schedule of these steps is shorter.").wait_for()


def choose_the_package_and_submit(story: Story) -> None:
    page = story.go(story.planner, "packages/")
    fill(page, {"package": "rtx4090-3d"})
    press(page, "Choose this arrangement")
    story.go(page, "schedule/").get_by_text("Fits the 72 h window and leaves 45 h unused").first.wait_for()
    story.go(page, "baseline/")
    send(page, {"note": "The rest is the reserve."}, "Submit the plan", "The plan was submitted.")


def approve(story: Story) -> None:
    page = story.go(story.lead, "baseline/")
    follow(page, "Approve")
    send(page, {"password": PASSWORD}, "Approve and freeze", "The plan is approved and frozen.")
    page.get_by_role("link", name="1, the baseline").wait_for()


def order_and_pilot(story: Story) -> None:
    page = story.go(story.planner, "budget/orders/new/")
    story.at(11, 12)
    placed = {"reference": "ORDER-1", "ordered_at": "2027-01-11T11:00"}
    send(page, placed, "Record order", "The order was recorded.")
    follow(page, "Record its delivery ORDER-1")
    send(page, {"at": "2027-01-11T12:00"}, "Record", "It was recorded.")
    press(story.go(page, "pilot/"), "Start the pilot")
    story.at(11, 18)
    record_run(story, ("pilot", "V1", "pilot", 11, 13, 11, 16, "0.72"))
    measured = {"step": "pilot", "duration": "3", "source": "clock of the pilot run"}
    send(story.go(page, "pilot/"), measured, "Record measurement", "The measurement was recorded")
    page.get_by_text("leaves 44 h unused").first.wait_for()


def record_run(story: Story, run: tuple[str, str, str, int, int, int, int, str]) -> None:
    """Record a finished run by hand: step, variant, purpose, day and hour of its start and end, accuracy."""
    step, variant, purpose, day, hour, last_day, last_hour, accuracy = run
    page = story.go(story.planner, "runs/new/")
    values = {
        "variant": variant,
        "purpose": purpose,
        "step": step,
        "state": "finished",
        "started_at": f"2027-01-{day:02}T{hour:02}:00:00",
        "ended_at": f"2027-01-{last_day:02}T{last_hour:02}:00:00",
        "metrics": f"accuracy = {accuracy}",
    }
    fill(page, values)
    page.locator("form [name=lane]").select_option(index=2)
    press(page, "Record the run")
    page.get_by_role("heading", name=f"-{variant}-R").wait_for()


def decide(story: Story) -> None:
    page = story.go(story.planner, "decision/propose/")
    why = {"reason": "One hour more changes nothing.", "would_change": "An accuracy of adapter A below 0.7."}
    send(page, {"kind": "continue", **why}, "Propose", "The proposal was made.")
    story.at(11, 20)
    page = story.go(story.lead, "decision/")
    follow(page, "Read the evidence and decide")
    decision = {"outcome": "approved", "reason": "The reserve of 44 h is enough.", "password": PASSWORD}
    send(page, decision, "Record the decision", "The decision was recorded.")


def run_both(story: Story) -> None:
    story.at(12, 18)
    record_run(story, ("control", "V0", "main", 11, 21, 12, 5, "0.71"))
    record_run(story, ("adapter-a", "V1", "main", 12, 6, 12, 16, "0.75"))


def hand_in_the_files(story: Story) -> None:
    page = story.go(story.planner, "dossier/")
    press(page, "Expect what the goal promises")
    contents = {path: "".join(json.dumps(line) + "\n" for line in lines) for path, lines in FILES.items()}
    contents["error-analysis.md"] = "# Error analysis\n\nSlips in the last step.\n"
    lines = [f"{hashlib.sha256(text.encode()).hexdigest()}  {path}\n" for path, text in contents.items()]
    manifest = story.folder / "SHA256SUMS"
    manifest.write_text("".join(lines))
    follow(page, "Upload a manifest")
    send(page, {"manifest": manifest, "source": "rented machine"}, "Upload", "The manifest was received.")
    for path, text in contents.items():
        file = story.folder / Path(path).name
        file.write_text(text)
        follow(page, "Upload a file")
        send(page, {"path": path, "file": file}, "Upload", "The file was received and checked.")
    page = story.go(story.lead, "dossier/")
    follow(page, "Record what was done with it error-analysis.*")
    read = {"kind": "read", "done_at": "2027-01-12T17:00", "machine": "desk", "compared": "read to its end"}
    send(page, read, "Record", "The evidence was recorded.")


def close_and_download(story: Story) -> str:
    story.at(12, 20)
    page = story.go(story.lead, "close-out/")
    page.locator("summary", has_text="Start closing").click()
    press(page, "Start closing")
    page = story.go(story.planner, "close-out/notes/")
    send(page, {"conclusion": CONCLUSION, "choice": "adopt adapter A"}, "Save", "Saved.")
    story.go(page, "close-out/steps/pilot/")
    why = "The first load of the data came on top."
    told = {"explanation": why, "decision": "The next plan provides 3 h."}
    send(page, told, "Save the explanation", "The explanation was saved.")
    page = story.go(story.lead, "close-out/")
    follow(page, "Close and issue edition 1")
    send(page, {"password": PASSWORD}, "Close and issue", "The campaign is closed and its close-out issued.")
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF of edition 1").click()
    return " ".join(
        " ".join(sheet.extract_text() for sheet in PdfReader(download.value.path()).pages).split()
    )
