"""Records as JSON and back, exactly: decimals as text, moments in UTC, never a float.

Worked: ``Decimal("0.720000")`` is written ``"0.72"``, 47.1 USD is ``{"amount": "47.10", "currency":
"USD"}``, and the same record always gives the same text, whatever wrote it.
"""

import json
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, TypeVar, assert_never, cast

from pricing.domain.money import Money
from teams.domain.message import Message

MINUTE = timedelta(minutes=1)
SENTENCE = {"template", "values"}
Record = TypeVar("Record")


def dump(record: object) -> str:
    """Write a record as text: keys in order, two blanks of indent, a line end at the end."""
    return json.dumps(to_plain(record), sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_plain(value: object) -> object:
    """Turn a record into what JSON can hold, refusing what would not be exact."""
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case tuple() | list():
            return [to_plain(item) for item in value]
        case Decimal() | Money() | Message() | date():
            return _plain_value(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"{value!r} cannot be written exactly")


def _plain_value(value: Decimal | Money | Message | date) -> object:
    match value:
        case Decimal():
            return plain_decimal(value)
        case Money():
            return {"amount": str(value.amount), "currency": value.currency}
        case Message():
            said = {name: _said(named) for name, named in value.values.items()}
            return {"template": value.template, "values": said}
        case datetime() if value.tzinfo is None:
            raise TypeError(f"{value} has no time zone")
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
    assert_never(value)


def plain_decimal(value: Decimal) -> str:
    """Write a decimal without an exponent and without zeros that say nothing: 0.720000 is 0.72."""
    if not value.is_finite():
        raise TypeError(f"{value} is no exact figure")
    text = format(value, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def _said(value: object) -> object:
    """Keep what a sentence names so that it can still be said in any language."""
    match value:
        case Enum():
            return {"template": str(value.value), "values": {}}
        case Message():
            return to_plain(value)
        case bool() | int() | str():
            return value
        case timedelta():
            return {"seconds": value // timedelta(seconds=1)}
        case tuple() | list():
            return [_said(item) for item in value]
        case Decimal():
            return plain_decimal(value)
    return str(value)


def _heard(value: object) -> object:
    match value:
        case dict() if set(value) == SENTENCE:
            return Message(value["template"], {key: _heard(one) for key, one in value["values"].items()})
        case dict() if set(value) == {"seconds"}:
            return timedelta(seconds=value["seconds"])
        case list():
            return tuple(_heard(item) for item in value)
    return value


def read(kind: type[Record], plain: object) -> Record:
    """Build a record from what ``to_plain`` gave; a field that is missing there takes its default.

    So an edition that was issued before a field existed can still be shown.
    """
    return cast(Record, _read(kind, plain))


def _read(kind: Any, plain: Any) -> object:
    if plain is None:
        return None
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _read(_choose(typing.get_args(kind), plain), plain)
    if origin is tuple:
        return tuple(_read(typing.get_args(kind)[0], item) for item in plain)
    if kind is Message:
        return _heard(plain)
    if kind in (Decimal, Money) or (isinstance(kind, type) and issubclass(kind, (date, Enum))):
        return _read_value(kind, plain)
    if is_dataclass(kind):
        return _read_record(cast(type, kind), plain)
    return plain


def _read_value(kind: Any, plain: Any) -> object:
    if kind is Money:
        return Money(Decimal(plain["amount"]), plain["currency"])
    if issubclass(kind, date):
        return kind.fromisoformat(plain)
    return kind(plain)


def _read_record(kind: type, plain: Mapping[str, Any]) -> object:
    hints = typing.get_type_hints(kind)
    return kind(**{name: _read(hint, plain[name]) for name, hint in hints.items() if name in plain})


def _choose(kinds: tuple[Any, ...], plain: object) -> Any:
    """Take the member of a union that has the shape of the value: text, a sentence, money, another record."""
    for kind in kinds:
        if kind is type(None):
            continue
        if isinstance(plain, dict) and kind is not str and _keys(kind) <= set(plain):
            return kind
        if not isinstance(plain, dict) and not is_dataclass(kind):
            return kind
    raise TypeError(f"{plain!r} is none of {kinds!r}")


def _keys(kind: Any) -> set[str]:
    return {field.name for field in fields(kind)} if is_dataclass(kind) else {""}
