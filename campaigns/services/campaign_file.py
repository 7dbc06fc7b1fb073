"""Campaign files in JSON or YAML (the format of ``worked-campaign.json``), read to their end.

Every error names its line, and all are told at once. No database is needed.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeVar

from django.utils.translation import gettext as _

from campaigns.domain.campaign_file import (
    CampaignFile,
    FileCheck,
    FileCorpus,
    FileDeliverable,
    FileOutcome,
    FileVariant,
)
from campaigns.domain.question import says_none_meets
from campaigns.domain.stop_rules import StopRule, validate
from campaigns.domain.vocabulary import (
    CampaignKind,
    DeliverableKind,
    DeliverableScope,
    Direction,
    Priority,
    StopRuleKind,
    VariantRole,
    WindowOpening,
)
from campaigns.services import file_steps
from campaigns.services.file_tables import Table
from campaigns.services.located import CampaignFileError, Findings, read_document
from pricing.domain.money import CURRENCY, Money
from teams.services.wording import worded

__all__ = ["CampaignFile", "CampaignFileError", "read_campaign_file"]

CAMPAIGN = (
    "title", "kind", "question", "choices", "outcomes", "closing_condition", "corpus", "factors", "variants",
    "acceptance_checks", "deliverables", "stop_rules", "budget_ceiling", "tolerance_percent",
    "window_package", "window_opening", "side_by_side", "one_after_another", "people", "steps", "expected",
)  # fmt: skip
OUTCOME = ("if", "then", "none_meets")
CORPUS = ("name", "version", "items", "sha256", "identifiers", "frozen_at")
VARIANT = (
    "identifier", "role", "name", "priority", "values", "meets_probability", "if_meets", "if_not",
    "if_inconclusive",
)  # fmt: skip
CHECK = ("metric", "direction", "threshold", "minimum_difference_to_control", "priority")
DELIVERABLE = ("kind", "for", "priority")
STOP_RULE = (
    "kind", "metric", "threshold", "after_hours", "after_steps", "wording", "applies_to", "consequence",
)  # fmt: skip
BUDGET = ("amount", "currency")
NEGATIONS = ("no ", "none ", "neither ")
LONG = 10_000
RULE_WORDS = {"metric": 120, "wording": LONG, "applies_to": 200, "consequence": 300}
HEX = frozenset("0123456789abcdef")

Row = TypeVar("Row")


def read_campaign_file(text: str, name: str) -> CampaignFile:
    """Read a campaign file; ``name`` says by its ending whether it is JSON. Raises ``CampaignFileError``."""
    findings = Findings()
    table = Table(read_document(text, name, findings), "", CAMPAIGN, findings)
    document = _campaign(table)
    findings.check()
    return document


def _campaign(table: Table) -> CampaignFile:
    choices = [choice.text for choice in table.texts("choices", required=True)]
    factors = [factor.text for factor in table.texts("factors", 80)]
    variants = _variants(table, choices, factors)
    identifiers = [variant.identifier for variant in variants]
    return CampaignFile(
        title=table.text("title"),
        kind=table.word("kind", CampaignKind),
        question=table.text("question", LONG),
        choices=tuple(choices),
        outcomes=tuple(_outcome(row, choices) for row in table.tables("outcomes", OUTCOME, required=True)),
        closing_condition=table.text("closing_condition", LONG),
        corpus=_corpus(table.table("corpus", CORPUS)),
        factors=tuple(factors),
        variants=variants,
        acceptance_checks=_checks(table),
        deliverables=_deliverables(table),
        stop_rules=tuple(_stop_rule(row) for row in table.tables("stop_rules", STOP_RULE)),
        budget_ceiling=_budget(table.table("budget_ceiling", BUDGET)),
        tolerance_percent=table.whole("tolerance_percent", 20, least=0, most=1000),
        window_package=table.text("window_package", 60, ""),
        window_opening=table.word("window_opening", WindowOpening, WindowOpening.FIRST_STEP),
        side_by_side=table.whole("side_by_side", 1, least=1, most=100),
        one_after_another=table.whole("one_after_another", 1, least=1, most=100),
        people=table.whole("people", 1, least=1, most=100),
        plan=file_steps.read_steps(table, identifiers),
        lines=_lines(table),
    )


def _lines(table: Table) -> dict[str, int]:
    """Keep the lines of what only the database or another file can say is wrong."""
    corpus = table.table("corpus", CORPUS)
    inner = {f"corpus.{key}": corpus.line(key) for key in CORPUS} if corpus else {}
    return {key: table.line(key) for key in CAMPAIGN} | inner


def _outcome(row: Table, choices: Sequence[str]) -> FileOutcome:
    condition = row.text("if", 400)
    is_none_meets = row.flag("none_meets", _is_none_meets(condition))
    return FileOutcome(condition, row.one_of("then", choices, required=True), is_none_meets)


def _is_none_meets(condition: str) -> bool:
    words = condition.casefold()
    return words.startswith("no variant") or (words.startswith(NEGATIONS) and says_none_meets(words))


def _corpus(row: Table | None) -> FileCorpus | None:
    if row is None:
        return None
    sha256 = row.text("sha256", 64, "").lower()
    if sha256 and (len(sha256) != 64 or set(sha256) - HEX):
        row.add(row.line("sha256"), _("A SHA-256 hash is 64 characters, 0-9 and a-f."))
    frozen_at = row.moment("frozen_at")
    if frozen_at and not sha256:
        row.add(row.line("frozen_at"), _("A corpus is frozen with its content hash: “sha256” is missing."))
    return FileCorpus(
        name=row.text("name"),
        version=row.text("version", 60, "1") or "1",
        items=row.whole("items", None, least=1, most=2_000_000_000),
        sha256=sha256,
        identifiers=row.text("identifiers", 200, ""),
        frozen_at=frozen_at,
    )


def _variants(table: Table, choices: Sequence[str], factors: Sequence[str]) -> tuple[FileVariant, ...]:
    rows = table.tables("variants", VARIANT, required=True)
    variants = [_variant(row, choices, factors) for row in rows]
    _refuse_repeats(rows, variants, "identifier", lambda variant: variant.identifier)
    controls = [
        row for row, variant in zip(rows, variants, strict=True) if variant.role is VariantRole.CONTROL
    ]
    for row in controls[1:]:
        row.add(row.line("role"), _("A campaign has one control; this is another."))
    return tuple(variants)


def _variant(row: Table, choices: Sequence[str], factors: Sequence[str]) -> FileVariant:
    identifier = row.text("identifier", 20)
    if identifier and not (identifier[0] == "V" and identifier[1:].isascii() and identifier[1:].isdigit()):
        row.add(row.line("identifier"), _("An identifier is V and a number, such as V0 or V12."))
    values: dict[str, str] = {}
    for name, value in row.pairs("values"):
        values[name] = value.text
        if name not in factors:
            message = _("“%(name)s” is not a factor. On offer: %(factors)s.")
            row.add(value.line, message % {"name": name, "factors": ", ".join(factors) or _("nothing")})
    probability = row.number("meets_probability")
    if probability is not None and not (0 <= probability <= 1 and probability == round(probability, 4)):
        row.add(
            row.line("meets_probability"),
            _("A probability lies between 0 and 1, with at most four decimals."),
        )
    role = row.word("role", VariantRole, VariantRole.VARIANT)
    usual = Priority.ESSENTIAL if role is VariantRole.CONTROL else Priority.USEFUL
    return FileVariant(
        identifier=identifier,
        role=role,
        name=row.text("name", 120),
        priority=row.word("priority", Priority, usual),
        values=values,
        meets_probability=probability,
        if_meets=row.one_of("if_meets", choices),
        if_not=row.one_of("if_not", choices),
        if_inconclusive=row.one_of("if_inconclusive", choices),
    )


def _checks(table: Table) -> tuple[FileCheck, ...]:
    rows = table.tables("acceptance_checks", CHECK, required=True)
    checks = [
        FileCheck(
            metric=row.text("metric", 120),
            direction=row.word("direction", Direction),
            threshold=row.number("threshold"),
            minimum_difference=row.number("minimum_difference_to_control"),
            priority=row.word("priority", Priority, Priority.ESSENTIAL),
        )
        for row in rows
    ]
    _refuse_repeats(rows, checks, "metric", lambda check: f"{check.metric}, {check.direction}")
    return tuple(checks)


def _deliverables(table: Table) -> tuple[FileDeliverable, ...]:
    rows = table.tables("deliverables", DELIVERABLE, required=True)
    deliverables = [
        FileDeliverable(
            kind=row.word("kind", DeliverableKind),
            scope=row.word("for", DeliverableScope, DeliverableScope.CAMPAIGN),
            priority=row.word("priority", Priority, Priority.ESSENTIAL),
        )
        for row in rows
    ]
    _refuse_repeats(rows, deliverables, "kind", lambda one: f"{one.kind}, {one.scope}")
    return tuple(deliverables)


def _stop_rule(row: Table) -> StopRule:
    steps = row.whole("after_steps", 0, least=0, most=2_000_000_000) if row.has("after_steps") else None
    words = {key: row.text(key, limit, "") for key, limit in RULE_WORDS.items()}
    rule = StopRule(
        kind=row.word("kind", StopRuleKind),
        threshold=row.number("threshold"),
        after=row.hours("after_hours"),
        after_steps=steps,
        **{key: text for key, text in words.items() if text},
    )
    for field, message in validate(rule).items():
        key = "after_hours" if field == "after_minutes" else field
        row.add(row.line(key), f"“{key}”: {worded(message)}")
    return rule


def _budget(row: Table | None) -> Money | None:
    if row is None:
        return None
    amount = row.number("amount", required=True)
    currency = row.text("currency", 3)
    if amount is None or not CURRENCY.fullmatch(currency):
        row.add(row.line("currency"), _("A currency is three capital letters, such as USD."))
        return None
    try:
        money = Money(amount, currency)
    except ValueError:
        money = None
    if money is None or money.amount <= Decimal(0):
        row.add(row.line("amount"), _("A budget ceiling is more than zero, in whole smallest units."))
    return money


def _refuse_repeats(
    rows: Sequence[Table], values: Sequence[Row], key: str, name: Callable[[Row], str]
) -> None:
    seen: set[str] = set()
    for row, value in zip(rows, values, strict=True):
        if name(value) in seen:
            row.add(row.line(key), _("“%(name)s” stands here twice.") % {"name": name(value)})
        seen.add(name(value))
