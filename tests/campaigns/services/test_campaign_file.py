"""A campaign file is read to its end, and every error names its line."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from campaigns.domain.campaign_file import CampaignFile, FileCorpus, FileOutcome
from campaigns.domain.vocabulary import Priority, ResourceKind, StopRuleKind
from campaigns.services.campaign_file import read_campaign_file
from campaigns.services.located import CampaignFileError
from pricing.domain.money import Money

WORKED = Path(__file__).resolve().parents[2] / "facts" / "worked-campaign.json"
TEXT = WORKED.read_text(encoding="utf-8")


def problems_of(text: str, name: str = "campaign.json") -> list[tuple[int, str]]:
    with pytest.raises(CampaignFileError) as caught:
        read_campaign_file(text, name)
    return list(caught.value.problems)


def changed(change: Callable[[Any], None]) -> str:
    document = json.loads(TEXT)
    change(document)
    return json.dumps(document, indent=1)


def test_the_worked_file_is_read_whole(worked_file: CampaignFile) -> None:
    assert worked_file.choices == ("adopt adapter A", "adopt adapter B", "keep the control")
    assert worked_file.outcomes[2] == FileOutcome("no variant meets the threshold", "keep the control", True)
    assert [outcome.none_meets for outcome in worked_file.outcomes] == [False, False, True]
    assert worked_file.corpus == FileCorpus(
        "held-out questions",
        "1",
        200,
        "95ac867933db550e2126e580c9a45841f26033bd857c8928de47184affb596f4",
        "worked-corpus-ids.txt",
        datetime(2026, 11, 20, 9, tzinfo=UTC),
    )
    assert worked_file.budget_ceiling == Money(Decimal("110.00"), "USD")
    assert worked_file.variants[2].meets_probability == Decimal("0.25")
    assert worked_file.stop_rules[1].kind is StopRuleKind.QUALITY_BELOW_THRESHOLD
    assert worked_file.stop_rules[1].after == timedelta(hours=4)


def test_the_steps_of_the_worked_file_add_up_to_51_hours(worked_file: CampaignFile) -> None:
    steps = worked_file.steps()
    assert sum((step.duration for step in steps), timedelta(0)) == timedelta(hours=51)
    validate = next(step for step in steps if step.key == "validate")
    assert validate.after == ("control", "variant-a", "variant-b")
    assert (validate.resource, validate.priority) == (ResourceKind.GPU, Priority.ESSENTIAL)
    assert [step.key for step in steps if step.per_batch] == ["install", "load"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (yaml.safe_dump(json.loads(TEXT), sort_keys=False), "campaign.yaml"),
        (yaml.safe_dump(json.loads(TEXT), sort_keys=False, allow_unicode=True), "campaign.yml"),
        (json.dumps(json.loads(TEXT), indent="\t"), "campaign.json"),
        (json.dumps(json.loads(TEXT)), "campaign.txt"),
        (TEXT.replace("\n", "\r\n"), "campaign.json"),
    ],
)
def test_yaml_and_every_spelling_of_json_say_the_same(
    text: str, name: str, worked_file: CampaignFile
) -> None:
    assert read_campaign_file(text, name) == worked_file


def test_yaml_keeps_what_was_written_and_guesses_nothing() -> None:
    document = yaml.safe_dump(json.loads(TEXT), sort_keys=False)
    text = document.replace("rank: none", "rank: no").replace("'0.0001'", "1e-4")
    text = text.replace("version: '1'", "version: 1:30")
    read = read_campaign_file(text, "campaign.yaml")
    assert read.variants[0].values == {"adapter": "none", "rank": "no", "learning rate": "1e-4"}
    assert read.corpus is not None
    assert read.corpus.version == "1:30"


def test_json_keeps_characters_that_yaml_would_fold_or_refuse() -> None:
    text = TEXT.replace(
        "Does either adapter", "Does\u2028either\u0085 \u007f\U0001f600 \\ud83d\\ude00 adapter"
    )
    assert read_campaign_file(text, "campaign.json").title.startswith(
        "Does\u2028either\u0085 \u007f\U0001f600 \U0001f600 adapter"
    )


def test_all_errors_are_told_at_once_each_with_its_line() -> None:
    text = TEXT.replace('"hours": 8', '"hour": 8').replace('"phase": "load"', '"phase": "loading"')
    text = text.replace('"variant": "V2"', '"variant": "V7"').replace('["prepare"]', '["prepar"]')
    text = text.replace('"then": "adopt adapter A"', '"then": "adopt A"').replace(
        '"items": 200', '"items": "many"'
    )
    found = problems_of(text)
    assert [line for line, _message in found] == [8, 13, 40, 41, 46, 46, 48]
    messages = [message for _line, message in found]
    assert messages[0] == (
        "“then” does not know “adopt A”. On offer: adopt adapter A, adopt adapter B, keep the control. "
        "(outcomes, entry 1)"
    )
    assert messages[1].startswith("“items” must be a whole number from 1 to 2000000000, not “many”.")
    assert messages[2] == 'install waits for "prepar", which is not a step of this plan. (steps, entry 2)'
    assert messages[3].startswith("“phase” does not know “loading”. On offer: prepare, install, load, ")
    assert messages[4].startswith("“hour” is not a key here. Did you mean “hours”? On offer: key, ")
    assert messages[5] == "“hours” is missing. (steps, entry 8)"
    assert messages[6].startswith("“variant” does not know “V7”. On offer: V0, V1, V2.")


def test_a_circle_of_steps_is_named() -> None:
    found = problems_of(TEXT.replace('"after": [], ', '"after": ["load"], '))
    assert [line for line, _message in found] == [39]
    assert "prepare → install → load → prepare" in found[0][1]


def test_a_key_that_stands_twice_names_both_lines() -> None:
    found = problems_of(TEXT.replace('"question":', '"title": "again",\n  "question":'))
    assert found == [(5, "“title” stands here twice; the first is on line 2.")]


@pytest.mark.parametrize("key", ["title", "kind", "question", "choices", "outcomes", "variants", "steps"])
def test_a_missing_key_is_named(key: str) -> None:
    found = problems_of(changed(lambda document: document.pop(key)))
    assert (1, f"“{key}” is missing.") in found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(title=["a"]), "“title” must be one value, not a list."),
        (lambda d: d.update(title=True), "“title” must be a text, not “true”."),
        (lambda d: d.update(title=None), "“title” is missing."),
        (lambda d: d.update(title=" "), "“title” is empty."),
        (lambda d: d.update(title="x" * 201), "“title” has 201 characters; 200 are the most."),
        (lambda d: d.update(steps={"a": 1}), "“steps” must be a list, not keys with values."),
        (lambda d: d["steps"].append("load"), "This must be keys with values, not “load”. (steps, entry 19)"),
        (lambda d: d["steps"][0].update(hours=0), "must be more than 0 and at most 100000 hours."),
        (
            lambda d: d["steps"][0].update(hours="three"),
            "“hours” must be a number such as 0.72, not “three”.",
        ),
        (
            lambda d: d["steps"][0].update(hours=float("nan")),
            "“hours” must be a number such as 0.72, not “NaN”",
        ),
        (lambda d: d["steps"][0].update(per_batch="yes"), "“per_batch” must be true or false, not “yes”."),
        (
            lambda d: d["steps"][0].update(key="a b"),
            "A key has letters a-z, digits, hyphens and underscores.",
        ),
        (lambda d: d["steps"][0].update(key="load"), '2 steps have the key "load"'),
        (lambda d: d["steps"][0].update(one_in_ten_hours=2), "cannot be below the usual duration."),
        (lambda d: d["steps"][0].update(optimistic_hours=2), "must be in this order, and both ends given."),
        (lambda d: d["corpus"].update(frozen_at="2026-11-20"), "“frozen_at” must be a time with its zone"),
        (lambda d: d["corpus"].update(sha256="abc"), "A SHA-256 hash is 64 characters, 0-9 and a-f."),
        (lambda d: d["corpus"].pop("sha256"), "A corpus is frozen with its content hash"),
        (lambda d: d["variants"][1].update(role="control"), "A campaign has one control; this is another."),
        (lambda d: d["variants"][1].update(identifier="V0"), "“V0” stands here twice."),
        (lambda d: d["variants"][1].update(identifier="A"), "An identifier is V and a number"),
        (lambda d: d["variants"][1]["values"].update(seed="1"), "“seed” is not a factor. On offer: adapter,"),
        (lambda d: d["variants"][1].update(if_not="give up"), "“if_not” does not know “give up”."),
        (lambda d: d["variants"][1].update(meets_probability=1.5), "A probability lies between 0 and 1"),
        (lambda d: d["acceptance_checks"][0].update(threshold="0,72"), "“threshold” must be a number such"),
        (lambda d: d["acceptance_checks"][0].update(threshold="1e30"), "a number of at most 12 digits"),
        (
            lambda d: d["deliverables"].append(d["deliverables"][0]),
            "“predictions, every variant” stands here",
        ),
        (
            lambda d: d["stop_rules"].append({"kind": "time limit"}),
            "“after_hours”: Say after how much time the run is stopped.",
        ),
        (
            lambda d: d["stop_rules"].append({"kind": "other"}),
            "“wording”: Say in words when the run is stopped.",
        ),
        (lambda d: d["budget_ceiling"].update(amount="0"), "A budget ceiling is more than zero"),
        (lambda d: d["budget_ceiling"].update(currency="usd"), "A currency is three capital letters"),
        (lambda d: d["choices"].append("keep the control"), "“keep the control” stands in “choices” twice."),
    ],
)
def test_a_wrong_value_is_explained(change: Callable[[Any], None], message: str) -> None:
    found = problems_of(changed(change))
    assert any(message in text for _line, text in found), found


@pytest.mark.parametrize(
    ("text", "name", "line", "message"),
    [
        ('{"title":\n "a",}', "a.json", 2, "This is not valid JSON: "),
        ("title: a\nkind: [1\n", "a.yaml", 3, "This is not valid YAML: "),
        ("", "a.yaml", 1, "The file is empty."),
        ("title: a\nkind: &x [*x]\n", "a.yaml", 2, "A value contains itself."),
        ("title: *y\n", "a.yaml", 1, "This is not valid YAML: "),
        ("[" * 100_000, "a.yaml", 1, "The file is nested too deeply."),
        ('title: a\nkind: "\x07"', "a.yaml", 2, "This is not valid YAML: "),
        ('{"title":\n "\\ud83d"}', "a.json", 2, "A character in this text cannot be stored."),
        ("- a\n- b\n", "a.yaml", 1, "This must be keys with values, not a list."),
        ("a" * 2_000_001, "a.yaml", 1, "The file is larger than 2 MB."),
        ("? [a, b]\n: c\n", "a.yaml", 1, "A key is a plain text."),
    ],
)
def test_what_is_no_document_is_refused_with_a_line(text: str, name: str, line: int, message: str) -> None:
    found = problems_of(text, name)
    assert any(at == line and said.startswith(message) for at, said in found), found


def test_an_alias_that_would_unfold_without_end_is_read_once() -> None:
    levels = [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 20)}]" for n in range(1, 30)]
    found = problems_of("\n".join(["x0: &x0 [a]", *levels]), "a.yaml")
    assert len(found) > 30


def test_a_tag_runs_nothing(tmp_path: Path) -> None:
    target = tmp_path / "touched"
    found = problems_of(f"title: !!python/object/apply:os.mkdir ['{target}']\n", "a.yaml")
    assert (1, "“title” must be one value, not a list.") in found
    assert not target.exists()


def test_a_note_may_stand_anywhere_and_expected_figures_are_left_alone() -> None:
    text = changed(lambda document: document["steps"][0].update(note="measured by nobody"))
    assert len(read_campaign_file(text, "campaign.json").plan) == 18


def test_r1_2_the_outcome_for_none_meets_can_be_said_explicitly() -> None:
    def change(document: Any) -> None:
        document["outcomes"][2].update({"if": "all fail", "none_meets": True})
        document["outcomes"][0].update({"if": "neither beats the control"})

    read = read_campaign_file(changed(change), "campaign.json")
    assert [outcome.none_meets for outcome in read.outcomes] == [True, False, True]
