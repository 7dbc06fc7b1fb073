"""A file becomes a campaign whole, or not at all."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from campaigns.domain.campaign_file import CampaignFile, FileDeliverable
from campaigns.domain.vocabulary import CampaignState, DeliverableKind, DeliverableScope, Priority
from campaigns.models import Campaign, Corpus, Dependency
from campaigns.queries.plan import steps_of
from campaigns.services.imports import import_campaign
from campaigns.services.located import CampaignFileError
from pricing.models import Package
from teams.domain.roles import Role
from teams.models import AuditEvent, Person, Team
from tests.people import member

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)
FACTS = Path(__file__).resolve().parents[2] / "facts"
HASH = "95ac867933db550e2126e580c9a45841f26033bd857c8928de47184affb596f4"


def test_the_worked_campaign_is_saved_whole(worked_campaign: Campaign, worked_file: CampaignFile) -> None:
    worked_campaign.refresh_from_db()
    assert worked_campaign.state == CampaignState.DRAFT
    assert worked_campaign.question == "Do we adopt adapter A, adapter B, or keep the control?"
    assert worked_campaign.window_package is not None
    assert worked_campaign.window_package.sku == "rtx4090-3d"
    assert (worked_campaign.budget_ceiling_amount, worked_campaign.budget_ceiling_currency) == (
        Decimal("110.00"),
        "USD",
    )
    assert list(worked_campaign.outcomes.values_list("choice__text", "none_meets")) == [
        ("adopt adapter A", False),
        ("adopt adapter B", False),
        ("keep the control", True),
    ]
    assert list(worked_campaign.variants.values_list("identifier", "if_meets__text")) == [
        ("V0", None),
        ("V1", "adopt adapter A"),
        ("V2", "adopt adapter B"),
    ]
    assert list(worked_campaign.stop_rules.values_list("kind", "after_minutes", "applies_to"))[1] == (
        "quality below threshold",
        240,
        "every run",
    )
    assert Dependency.objects.filter(step__campaign=worked_campaign).count() == 23
    expected = [replace(step, after=tuple(sorted(step.after))) for step in worked_file.steps()]
    assert list(steps_of(worked_campaign)) == expected


def test_r1_5_the_corpus_is_frozen_with_its_identifiers(worked_campaign: Campaign) -> None:
    corpus = worked_campaign.corpora.get()
    assert corpus.frozen_at == datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert (corpus.item_count, corpus.sha256) == (200, HASH)
    assert (corpus.identifiers[0], corpus.identifiers[-1], len(corpus.identifiers)) == (
        "item-001",
        "item-200",
        200,
    )


def test_r2_5_the_next_identifier_is_above_every_imported_one(worked_campaign: Campaign) -> None:
    assert worked_campaign.next_variant_number == 3


def test_the_import_is_in_the_trail(worked_campaign: Campaign, planner: Person) -> None:
    event = AuditEvent.objects.get(chain=worked_campaign.code)
    assert (event.action, event.actor, event.at, event.new) == (
        "campaign imported",
        planner,
        datetime(2026, 12, 1, 8, tzinfo=UTC),
        {"steps": 18, "variants": 3},
    )


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"item-001\nitem-002\n", 13, "“items” is 200, but worked-corpus-ids.txt holds 2 identifiers."),
        (b"item-001\n\nitem-001\n", 13, "“item-001” stands in the list 2 times."),
        (b"\xff\xfe", 13, "The list is not text in UTF-8."),
        (b"\n", 13, "The list has no identifier: write one on each line."),
    ],
)
def test_identifiers_that_are_not_the_corpus_are_refused_with_their_line(
    team: Team,
    planner: Person,
    catalogue: dict[str, Package],
    worked_file: CampaignFile,
    content: bytes,
    line: int,
    message: str,
) -> None:
    with pytest.raises(CampaignFileError) as caught:
        import_campaign(team=team, document=worked_file, by=planner, now=NOW, identifiers=content)
    assert (line, message) in caught.value.problems
    assert Campaign.objects.count() == 0


def test_another_content_of_the_same_length_is_refused_by_its_hash(
    team: Team, planner: Person, catalogue: dict[str, Package], worked_file: CampaignFile
) -> None:
    content = (FACTS / "worked-corpus-ids.txt").read_bytes().replace(b"item-200", b"item-201")
    with pytest.raises(CampaignFileError) as caught:
        import_campaign(team=team, document=worked_file, by=planner, now=NOW, identifiers=content)
    assert [line for line, _message in caught.value.problems] == [13]
    assert "“sha256” is not the hash of worked-corpus-ids.txt" in caught.value.problems[0][1]


def test_a_package_that_the_team_does_not_know_is_refused_with_its_line(
    team: Team, planner: Person, worked_file: CampaignFile
) -> None:
    with pytest.raises(CampaignFileError) as caught:
        import_campaign(team=team, document=worked_file, by=planner, now=NOW)
    assert caught.value.problems == (
        (37, "“rtx4090-3d” is not a package of the team's catalogue. On offer: nothing."),
    )


def test_nothing_is_kept_when_a_late_row_is_refused(
    team: Team, planner: Person, catalogue: dict[str, Package], worked_file: CampaignFile
) -> None:
    twice = FileDeliverable(DeliverableKind.OTHER, DeliverableScope.CAMPAIGN, Priority.USEFUL)
    document = replace(worked_file, deliverables=(twice, twice))
    with pytest.raises(IntegrityError, match="deliverable_is_named_once"), transaction.atomic():
        import_campaign(team=team, document=document, by=planner, now=NOW)
    assert (Campaign.objects.count(), Corpus.objects.count(), AuditEvent.objects.count()) == (0, 0, 0)


def test_a_viewer_and_an_outsider_may_not_import(
    team: Team, viewer: Person, outsider: Person, worked_file: CampaignFile
) -> None:
    for person in (viewer, outsider):
        with pytest.raises(PermissionDenied):
            import_campaign(team=team, document=worked_file, by=person, now=NOW)
    assert Campaign.objects.count() == 0


def test_the_command_imports_a_file_and_what_lies_beside_it(
    planner: Person, catalogue: dict[str, Package], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("import_campaign", FACTS / "worked-campaign.json")
    campaign = Campaign.objects.get()
    assert capsys.readouterr().out == (
        f"C{campaign.pk} Does either adapter beat the control on the frozen corpus? "
        "(team Lintang, imported by Putu Planner)\n"
    )
    assert (campaign.created_by, len(campaign.corpora.get().identifiers)) == (planner, 200)


def test_the_command_prints_file_and_line_of_every_error(
    planner: Person, catalogue: dict[str, Package], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads((FACTS / "worked-campaign.json").read_text(encoding="utf-8"))
    document["kind"] = "survey"
    document["choises"] = document.pop("choices")
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        call_command("import_campaign", path)
    lines = capsys.readouterr().err.splitlines()
    assert caught.value.code == 1
    assert f"{path}:1: “choices” is missing." in lines
    assert f"{path}:4: “kind” does not know “survey”. On offer: research decision, deliverables." in lines
    assert all(line.startswith(f"{path}:") for line in lines)
    assert Campaign.objects.count() == 0


@pytest.mark.parametrize(
    "name", ["../secret.txt", "/etc/passwd", "..", "a/b.txt", "..\\secret.txt", "gone.txt"]
)
def test_identifiers_are_only_read_from_the_same_folder(
    name: str,
    planner: Person,
    catalogue: dict[str, Package],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = json.loads((FACTS / "worked-campaign.json").read_text(encoding="utf-8"))
    document["corpus"]["identifiers"] = name
    (tmp_path / "secret.txt").write_text("secret\n", encoding="utf-8")
    folder = tmp_path / "inner"
    folder.mkdir()
    path = folder / "campaign.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("import_campaign", path)
    assert capsys.readouterr().err.startswith(f"{path}:1: ")
    assert Campaign.objects.count() == 0


def test_the_command_asks_who_imports_when_that_is_not_clear(
    planner: Person, lead: Person, viewer: Person, catalogue: dict[str, Package]
) -> None:
    path = FACTS / "worked-campaign.json"
    call_command("import_campaign", path)
    call_command("import_campaign", path, by=lead.username)
    assert [campaign.created_by for campaign in Campaign.objects.order_by("pk")] == [planner, lead]
    for options in ({"by": viewer.username}, {"by": "nobody"}, {"team": "No such team"}):
        with pytest.raises(CommandError):
            call_command("import_campaign", path, **options)
    member(planner.memberships.get().team, "second", Role.PLANNER, "Second Planner")
    with pytest.raises(CommandError, match="Say who imports"):
        call_command("import_campaign", path)
    assert Campaign.objects.count() == 2


def test_the_command_asks_for_the_team_when_there_are_several(
    planner: Person, outsider: Person, catalogue: dict[str, Package]
) -> None:
    path = FACTS / "worked-campaign.json"
    with pytest.raises(CommandError, match="Say which team"):
        call_command("import_campaign", path)
    call_command("import_campaign", path, team="Lintang")
    assert Campaign.objects.get().team.name == "Lintang"


def test_the_command_says_when_the_file_is_not_there_or_not_text(
    planner: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_campaign", tmp_path / "gone.json")
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"title: a\nquestion: \xe9\n")
    with pytest.raises(SystemExit):
        call_command("import_campaign", path)
    assert capsys.readouterr().err == f"{path}:2: The file is not text in UTF-8.\n"
