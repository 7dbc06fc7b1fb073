"""What differs between two plan contents, field by field (R5.2: changed after approval).

Worked: a content whose accuracy check had the threshold 0.72 and now has 0.70 gives one change:
``acceptance check accuracy at least``, field ``threshold``, old ``0.72``, new ``0.70``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Content = Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    """One field of one thing; ``old`` or ``new`` is None when the thing, or the value, was not there."""

    section: str
    name: str
    field: str
    old: str | None
    new: str | None


def _named(*fields: str) -> Callable[[Any], str]:
    def name(item: Any) -> str:
        return " ".join(str(item[field]) for field in fields if item.get(field) not in (None, ""))

    return name


LISTS: dict[str, Callable[[Any], str]] = {
    "choices": str,
    "factors": str,
    "outcomes": _named("if"),
    "variants": _named("identifier"),
    "acceptance_checks": _named("metric", "direction"),
    "deliverables": _named("kind", "for"),
    "stop_rules": _named("kind", "metric", "wording"),
    "steps": _named("key"),
}
"""How the things in each list are told apart."""

VALUES = ("title", "kind", "question", "closing_condition", "budget_ceiling", "tolerance_percent")
RECORDS = ("corpus", "window")


def changes(old: Content, new: Content) -> tuple[Change, ...]:
    """List all differences of what was announced; what is computed from it (the schedule) is not compared."""
    found = [Change(key, "", key, _text(old.get(key)), _text(new.get(key))) for key in VALUES]
    for section in RECORDS:
        found.extend(_of_record(section, "", old.get(section) or {}, new.get(section) or {}))
    for section, name in LISTS.items():
        found.extend(_of_list(section, name, old.get(section) or [], new.get(section) or []))
    return tuple(change for change in found if change.old != change.new)


def _of_list(
    section: str, name: Callable[[Any], str], old: Sequence[Any], new: Sequence[Any]
) -> Iterator[Change]:
    before = _by_name(name, old)
    after = _by_name(name, new)
    for key in dict.fromkeys((*before, *after)):
        if key not in after:
            yield Change(section, key, "", _text(before[key]), None)
        elif key not in before:
            yield Change(section, key, "", None, _text(after[key]))
        elif isinstance(before[key], Mapping):
            yield from _of_record(section, key, before[key], after[key])


def _by_name(name: Callable[[Any], str], items: Sequence[Any]) -> dict[str, Any]:
    """Two things of one name are told apart by a number, so that none is lost."""
    named: dict[str, Any] = {}
    for item in items:
        key, number = name(item), 2
        while key in named:
            key, number = f"{name(item)} ({number})", number + 1
        named[key] = item
    return named


def _of_record(section: str, name: str, old: Content, new: Content) -> Iterator[Change]:
    for field in dict.fromkeys((*old, *new)):
        yield Change(section, name, field, _text(old.get(field)), _text(new.get(field)))


def _text(value: Any) -> str | None:
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(
                f"{key}: {_text(part)}" for key, part in sorted(value.items()) if part not in (None, "")
            )
        case list() | tuple():
            return ", ".join(str(_text(part)) for part in value)
        case _:
            return str(value)
