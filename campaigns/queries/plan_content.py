"""What a plan version freezes (R3.8) as plain JSON: exact decimals as text, durations in minutes."""

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

from campaigns.models import Campaign, Step, StopRule, Variant
from campaigns.models.goal import AcceptanceCheck


def content_hash(content: dict[str, Any]) -> str:
    """SHA-256 over the canonical JSON text of a content: sorted keys, no spaces, UTF-8."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def announced_content(campaign: Campaign) -> dict[str, Any]:
    """The goal, variants, checks, rules, steps and settings of a campaign; what is computed comes beside it."""
    return {
        "title": campaign.title,
        "kind": campaign.kind,
        "question": campaign.question,
        "closing_condition": campaign.closing_condition,
        "choices": [choice.text for choice in campaign.choices.all()],
        "outcomes": [
            {"if": outcome.condition, "then": outcome.choice.text, "none_meets": outcome.none_meets}
            for outcome in campaign.outcomes.select_related("choice")
        ],
        "corpus": _corpus(campaign),
        "factors": [factor.name for factor in campaign.factors.all()],
        "variants": [
            _variant(variant)
            for variant in campaign.variants.select_related(
                "if_meets", "if_not", "if_inconclusive", "replaces"
            )
        ],
        "acceptance_checks": [_check(check) for check in campaign.checks.all()],
        "deliverables": [
            {"kind": row.kind, "for": row.scope, "priority": row.priority}
            for row in campaign.deliverables.all()
        ],
        "stop_rules": [_rule(rule) for rule in campaign.stop_rules.all()],
        "budget_ceiling": _money(campaign.budget_ceiling_amount, campaign.budget_ceiling_currency),
        "tolerance_percent": campaign.tolerance_percent,
        "window": _window(campaign),
        "steps": [
            _step(step)
            for step in campaign.steps.select_related("variant").prefetch_related("dependencies__after")
        ],
    }


def _window(campaign: Campaign) -> dict[str, Any]:
    return {
        "package": campaign.window_package.sku if campaign.window_package else None,
        "side_by_side": campaign.side_by_side,
        "one_after_another": campaign.one_after_another,
        "opens_with": campaign.window_opening,
        "environment_persists": campaign.environment_persists,
        "people": campaign.people,
        "planned_start": _instant(campaign.planned_start),
    }


def _corpus(campaign: Campaign) -> dict[str, Any] | None:
    corpus = campaign.corpora.order_by("id").last()
    if corpus is None:
        return None
    return {
        "name": corpus.name,
        "version": corpus.version,
        "items": corpus.item_count,
        "sha256": corpus.sha256,
        "frozen_at": _instant(corpus.frozen_at),
    }


def _variant(variant: Variant) -> dict[str, Any]:
    return {
        "identifier": variant.identifier,
        "name": variant.name,
        "role": variant.role,
        "priority": variant.priority,
        "values": variant.values,
        "configuration_hash": variant.configuration_hash,
        "meets_probability": _decimal(variant.meets_probability),
        "if_meets": variant.if_meets.text if variant.if_meets else None,
        "if_not": variant.if_not.text if variant.if_not else None,
        "if_inconclusive": variant.if_inconclusive.text if variant.if_inconclusive else None,
        "replaces": variant.replaces.identifier if variant.replaces else None,
        "dropped": variant.dropped_reason or None,
    }


def _check(check: AcceptanceCheck) -> dict[str, Any]:
    return {
        "metric": check.metric,
        "direction": check.direction,
        "threshold": _decimal(check.threshold),
        "minimum_difference_to_control": _decimal(check.minimum_difference),
        "priority": check.priority,
    }


def _rule(rule: StopRule) -> dict[str, Any]:
    return {
        "kind": rule.kind,
        "metric": rule.metric,
        "threshold": _decimal(rule.threshold),
        "after_minutes": rule.after_minutes,
        "after_steps": rule.after_steps,
        "wording": rule.wording,
        "applies_to": rule.applies_to,
        "consequence": rule.consequence,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "key": step.key,
        "title": step.title,
        "phase": step.phase,
        "resource": step.resource,
        "usual_minutes": step.usual_minutes,
        "one_in_ten_minutes": step.one_in_ten_minutes,
        "optimistic_minutes": step.optimistic_minutes,
        "pessimistic_minutes": step.pessimistic_minutes,
        "gpus": step.gpus,
        "memory_gb": _decimal(step.memory_gb),
        "people": step.people,
        "needs_machine": step.needs_machine,
        "per_batch": step.per_batch,
        "resumes": step.resumes,
        "priority": step.priority,
        "variant": step.variant.identifier if step.variant else None,
        "after": sorted(link.after.key for link in step.dependencies.all()),
    }


def _decimal(value: object) -> str | None:
    """Write a decimal without the zeros that a column pads: 0.720000 is 0.72, so that equal values are equal."""
    if value is None:
        return None
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _money(amount: object, currency: str) -> dict[str, str] | None:
    return None if amount is None else {"amount": f"{amount:.2f}", "currency": currency}


def _instant(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).isoformat()
