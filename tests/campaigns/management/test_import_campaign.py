"""``manage.py import_campaign``: whole or not at all, each error with its line."""

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from campaigns.models import Campaign
from pricing.models import Package
from teams.models import Person, Team

FACTS = Path(__file__).resolve().parents[2] / "facts"
WORKED = FACTS / "worked-campaign.json"

pytestmark = pytest.mark.django_db
Catalogue = dict[str, Package]


def imported(file: Path, *form: str) -> Campaign:
    out = StringIO()
    call_command("import_campaign", str(file), *form, stdout=out)
    campaign = Campaign.objects.get()
    who = f"(team {campaign.team.name}, imported by {campaign.created_by})"
    assert out.getvalue() == f"{campaign.code} {campaign.title} {who}\n"
    return campaign


def test_the_worked_file_becomes_a_draft(team: Team, planner: Person, catalogue: Catalogue) -> None:
    campaign = imported(WORKED, "--by", planner.username)
    assert (campaign.state, campaign.team, campaign.created_by) == ("draft", team, planner)
    assert (campaign.steps.count(), campaign.variants.count(), campaign.corpora.get().item_count) == (
        18,
        3,
        200,
    )


def test_the_same_in_yaml(tmp_path: Path, planner: Person, catalogue: Catalogue) -> None:
    path = tmp_path / "worked.yaml"
    path.write_text(yaml.safe_dump(json.loads(WORKED.read_text("utf-8"))), "utf-8")
    shutil.copy(FACTS / "worked-corpus-ids.txt", tmp_path)
    assert imported(path, "--by", planner.username).steps.count() == 18


def test_an_error_names_file_and_line_and_nothing_is_saved(
    tmp_path: Path, planner: Person, catalogue: Catalogue
) -> None:
    path = tmp_path / "wrong.json"
    text = WORKED.read_text("utf-8").replace('"phase": "pilot"', '"phase": "pylot"')
    path.write_text(text, "utf-8")
    shutil.copy(FACTS / "worked-corpus-ids.txt", tmp_path)
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "pylot" in row)
    said = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("import_campaign", str(path), "--by", planner.username, stderr=said)
    assert (stopped.value.code, Campaign.objects.count()) == (1, 0)
    assert said.getvalue().startswith(f"{path}:{line}: ")


def test_a_list_of_identifiers_lies_beside_the_file_and_nowhere_else(
    tmp_path: Path, planner: Person, catalogue: Catalogue
) -> None:
    path = tmp_path / "outside.json"
    path.write_text(
        WORKED.read_text("utf-8").replace("worked-corpus-ids.txt", "../worked-corpus-ids.txt"), "utf-8"
    )
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("import_campaign", str(path), "--by", planner.username, stderr=said)
    assert "name a file in the same folder" in said.getvalue()


def test_whose_campaign_it_becomes_is_said(team: Team, viewer: Person, outsider: Person) -> None:
    with pytest.raises(CommandError, match="Say which team"):
        imported(WORKED)
    with pytest.raises(CommandError, match="no team “Nobody”"):
        imported(WORKED, "--team", "Nobody")
    with pytest.raises(CommandError, match="may not plan"):
        imported(WORKED, "--team", team.name, "--by", viewer.username)
