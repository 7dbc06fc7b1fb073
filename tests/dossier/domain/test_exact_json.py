from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.vocabulary import Priority
from dossier.domain.exact_json import dump, plain_decimal, read, to_plain
from pricing.domain.money import Money, Undefined
from teams.domain.message import Message


@dataclass(frozen=True)
class Inner:
    name: str
    size: Decimal | None = None


@dataclass(frozen=True)
class Outer:
    at: datetime
    on: date
    price: Money | Undefined
    words: Message | str
    inner: tuple[Inner, ...] = ()
    priority: Priority | None = None
    count: int | None = None


JAKARTA = timezone(timedelta(hours=7))
WHOLE = Outer(
    datetime(2026, 11, 20, 16, tzinfo=JAKARTA),
    date(2026, 11, 20),
    Money(Decimal("47.1"), "USD"),
    Message("%(step)s took %(time)s", {"step": "load", "time": timedelta(hours=2)}),
    (Inner("a", Decimal("0.720000")), Inner("b")),
    Priority.USEFUL,
    0,
)


def test_a_record_is_written_exactly_and_in_order() -> None:
    assert dump(WHOLE) == (
        "{\n"
        '  "at": "2026-11-20T09:00:00+00:00",\n'
        '  "count": 0,\n'
        '  "inner": [\n'
        "    {\n"
        '      "name": "a",\n'
        '      "size": "0.72"\n'
        "    },\n"
        "    {\n"
        '      "name": "b",\n'
        '      "size": null\n'
        "    }\n"
        "  ],\n"
        '  "on": "2026-11-20",\n'
        '  "price": {\n'
        '    "amount": "47.10",\n'
        '    "currency": "USD"\n'
        "  },\n"
        '  "priority": "useful",\n'
        '  "words": {\n'
        '    "template": "%(step)s took %(time)s",\n'
        '    "values": {\n'
        '      "step": "load",\n'
        '      "time": {\n'
        '        "seconds": 7200\n'
        "      }\n"
        "    }\n"
        "  }\n"
        "}\n"
    )


def test_what_was_written_is_read_again_as_the_same_record() -> None:
    assert read(Outer, to_plain(WHOLE)) == WHOLE
    undefined = Undefined(
        Money(Decimal(5), "EUR"), ("by hand", Message("None %(of)s", {"of": Message("these")}))
    )
    other = Outer(WHOLE.at, WHOLE.on, undefined, "typed")
    assert read(Outer, to_plain(other)) == other


def test_a_field_that_an_older_record_lacks_takes_its_default_and_an_unknown_one_is_left_out() -> None:
    assert read(Inner, {"name": "a", "later": 3}) == Inner("a", None)


def test_words_of_the_vocabulary_inside_a_sentence_can_still_be_translated() -> None:
    plain = to_plain(
        Message("%(priority)s of %(list)s", {"priority": Priority.USEFUL, "list": ("a", Decimal("1.50"))})
    )
    assert plain == {
        "template": "%(priority)s of %(list)s",
        "values": {"priority": {"template": "useful", "values": {}}, "list": ["a", "1.5"]},
    }


@pytest.mark.parametrize(
    "value",
    [0.5, datetime(2026, 11, 20), Decimal("NaN"), {"a": 1}, timedelta(1), b"x", Outer],  # noqa: DTZ001
)
def test_what_would_not_be_exact_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        to_plain(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0.720000", "0.72"),
        ("1E+3", "1000"),
        ("100", "100"),
        ("-0.00", "0"),
        ("1e-8", "0.00000001"),
        ("-2.50", "-2.5"),
    ],
)
def test_a_decimal_has_one_spelling(value: str, text: str) -> None:
    assert plain_decimal(Decimal(value)) == text


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_a_decimal_that_is_written_and_read_keeps_its_value(value: Decimal) -> None:
    assert Decimal(plain_decimal(value)) == value
