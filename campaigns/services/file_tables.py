"""A mapping of a campaign file, read key by key; what is wrong is noted with its line."""

import difflib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from campaigns.services.located import Findings, Mapping, Scalar, Sequence, Value

NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?", re.ASCII)
MOST_HOURS = 100_000
SMALLEST = -6
LARGEST = 12
HOUR_IN_MICROSECONDS = 3_600_000_000
NOTE: Final = "note"

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True)
class Text:
    """A text with its line."""

    text: str
    line: int


class Table:
    """The keys of one mapping. A missing or wrong value is noted; a harmless one is given back instead."""

    def __init__(self, value: Value, what: str, keys: Collection[str], findings: Findings) -> None:
        self.what = what
        self.findings = findings
        self.start = value.line
        self.entries: dict[str, Value] = {}
        self.lines: dict[str, int] = {}
        self.is_mapping = isinstance(value, Mapping)
        if isinstance(value, Mapping):
            self.entries, self.lines = value.entries, value.key_lines
            for key, line in value.key_lines.items():
                if key not in keys and key != NOTE:
                    findings.add(line, self._unknown_key(key, keys))
        else:
            self.add(value.line, _("This must be keys with values, not %(kind)s.") % {"kind": _kind(value)})

    def add(self, line: int, message: str) -> None:
        """Note a problem, and in which part of the file it is."""
        self.findings.add(line, f"{message} ({self.what})" if self.what else message)

    def line(self, key: str) -> int:
        """Give the line of a key, or of the table when it has none."""
        return self.lines.get(key, self.start)

    def has(self, key: str) -> bool:
        """Say whether something is written under the key."""
        value = self.entries.get(key)
        return value is not None and not (isinstance(value, Scalar) and value.is_null)

    def text(self, key: str, limit: int = 200, default: str | None = None) -> str:
        """Read a text that is not empty; without a default it must be there."""
        scalar = self._scalar(key, required=default is None)
        if scalar is None:
            return default or ""
        text = scalar.text.strip()
        if scalar.flag is not None:
            self._wrong(key, _("a text"), scalar)
        elif not text and default is None:
            self.add(scalar.line, _("“%(key)s” is empty.") % {"key": key})
        elif len(text) > limit:
            message = _("“%(key)s” has %(length)d characters; %(limit)d are the most.")
            self.add(scalar.line, message % {"key": key, "length": len(text), "limit": limit})
        return text

    def number(self, key: str, *, required: bool = False) -> Decimal | None:
        """Read a number as it is written, in quotes or not."""
        scalar = self._scalar(key, required=required)
        if scalar is None:
            return None
        if not NUMBER.fullmatch(scalar.text.strip()):
            self._wrong(key, _("a number such as 0.72"), scalar)
            return None
        number = Decimal(scalar.text.strip())
        exponent = number.normalize().as_tuple().exponent
        too_fine = isinstance(exponent, int) and exponent < SMALLEST
        if too_fine or number.adjusted() >= LARGEST:
            self._wrong(key, _("a number of at most 12 digits before and 6 after the point"), scalar)
            return None
        return number

    def whole(self, key: str, default: int | None, *, least: int, most: int) -> int:
        """Read a whole number between two bounds; without a default it must be there."""
        scalar = self._scalar(key, required=default is None)
        if scalar is None:
            return least if default is None else default
        text = scalar.text.strip()
        if re.fullmatch(r"[0-9]{1,12}", text) and least <= int(text) <= most:
            return int(text)
        expected = _("a whole number from %(least)d to %(most)d") % {"least": least, "most": most}
        self._wrong(key, expected, scalar)
        return least

    def hours(self, key: str, *, required: bool = False) -> timedelta | None:
        """Read hours, more than zero, exactly: 0.25 is 15 minutes."""
        number = self.number(key, required=required)
        if number is None:
            return None
        if 0 < number <= MOST_HOURS:
            return timedelta(microseconds=int(number * HOUR_IN_MICROSECONDS))
        message = _("“%(key)s” must be more than 0 and at most %(most)d hours.")
        self.add(self._value_line(key), message % {"key": key, "most": MOST_HOURS})
        return None

    def flag(self, key: str, default: bool | None) -> bool:
        """Read true or false; without a default it must be there."""
        scalar = self._scalar(key, required=default is None)
        if scalar is None:
            return bool(default)
        if scalar.flag is None:
            self._wrong(key, _("true or false"), scalar)
        return bool(scalar.flag)

    def word(self, key: str, vocabulary: type[Word], default: Word | None = None) -> Word:
        """Read one word of a vocabulary; without a default it must be there."""
        scalar = self._scalar(key, required=default is None)
        words = [word.value for word in vocabulary]
        if scalar is None:
            return default or vocabulary(words[0])
        if scalar.text in words:
            return vocabulary(scalar.text)
        self._not_on_offer(key, scalar, words)
        return default or vocabulary(words[0])

    def one_of(self, key: str, offered: Collection[str], *, required: bool = False) -> str:
        """Read a text that stands elsewhere in the file, such as a choice."""
        scalar = self._scalar(key, required=required)
        if scalar is None:
            return ""
        if scalar.text.strip() not in offered:
            self._not_on_offer(key, scalar, offered)
        return scalar.text.strip()

    def moment(self, key: str) -> datetime | None:
        """Read a time with its zone."""
        scalar = self._scalar(key, required=False)
        if scalar is None:
            return None
        try:
            moment = datetime.fromisoformat(scalar.text.strip())
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self._wrong(key, _("a time with its zone such as 2026-11-20T09:00:00+00:00"), scalar)
            return None
        return moment

    def tables(self, key: str, keys: Collection[str], *, required: bool = False) -> list["Table"]:
        """Read a list of mappings."""
        found = self.entries.get(key)
        if found is None and required and self.is_mapping:
            self._missing(key)
        items = self._items(key, found)
        what = _("%(list)s, entry %(number)d")
        return [
            Table(item, what % {"list": key, "number": number}, keys, self.findings)
            for number, item in enumerate(items, 1)
        ]

    def table(self, key: str, keys: Collection[str]) -> "Table | None":
        """Read one mapping that may be left out."""
        if not self.has(key):
            return None
        inner = Table(self.entries[key], key, keys, self.findings)
        return inner if inner.is_mapping else None

    def texts(self, key: str, limit: int = 200, *, required: bool = False) -> list[Text]:
        """Read a list of different texts."""
        found = self.entries.get(key)
        if found is None and required and self.is_mapping:
            self._missing(key)
        texts: list[Text] = []
        for item in self._items(key, found):
            text = item.text.strip() if isinstance(item, Scalar) and not item.is_null else ""
            if not text or len(text) > limit:
                message = _("Each entry of “%(key)s” is a text of 1 to %(limit)d characters.")
                self.add(item.line, message % {"key": key, "limit": limit})
            elif text in [other.text for other in texts]:
                self.add(item.line, _("“%(text)s” stands in “%(key)s” twice.") % {"text": text, "key": key})
            else:
                texts.append(Text(text, item.line))
        return texts

    def pairs(self, key: str) -> Iterator[tuple[str, Text]]:
        """Read a mapping of free keys to texts; numbers and true or false keep their text."""
        found = self.entries.get(key)
        if not isinstance(found, Mapping):
            if found is not None and self.has(key):
                self._wrong(key, _("keys with values"), found)
            return
        for name, value in found.entries.items():
            if isinstance(value, Scalar) and value.text.strip() and len(value.text) <= 200:
                yield name, Text(value.text.strip(), found.key_lines[name])
            else:
                message = _("The value of “%(name)s” is a text of 1 to 200 characters.")
                self.add(value.line, message % {"name": name})

    def _scalar(self, key: str, *, required: bool) -> Scalar | None:
        value = self.entries.get(key)
        if value is None or (isinstance(value, Scalar) and value.is_null):
            if required and self.is_mapping:
                self._missing(key)
            return None
        if isinstance(value, Scalar):
            return value
        self._wrong(key, _("one value"), value)
        return None

    def _items(self, key: str, found: Value | None) -> tuple[Value, ...]:
        if isinstance(found, Sequence):
            return found.items
        if found is not None and self.has(key):
            self._wrong(key, _("a list"), found)
        return ()

    def _value_line(self, key: str) -> int:
        return self.entries[key].line

    def _missing(self, key: str) -> None:
        self.add(self.line(key), _("“%(key)s” is missing.") % {"key": key})

    def _wrong(self, key: str, expected: str, value: Value) -> None:
        message = _("“%(key)s” must be %(expected)s, not %(found)s.")
        self.add(value.line, message % {"key": key, "expected": expected, "found": _kind(value)})

    def _not_on_offer(self, key: str, scalar: Scalar, offered: Collection[str]) -> None:
        message = _("“%(key)s” does not know %(found)s. On offer: %(words)s.")
        words = ", ".join(offered) or _("nothing")
        self.add(scalar.line, message % {"key": key, "found": _kind(scalar), "words": words})

    def _unknown_key(self, key: str, keys: Collection[str]) -> str:
        near = difflib.get_close_matches(key, keys, 1)
        hint = _(" Did you mean “%(key)s”?") % {"key": near[0]} if near else ""
        message = _("“%(key)s” is not a key here.%(hint)s On offer: %(keys)s.")
        text = message % {"key": key[:60], "hint": hint, "keys": ", ".join(keys)}
        return f"{text} ({self.what})" if self.what else text


def _kind(value: Value) -> str:
    match value:
        case Mapping():
            return _("keys with values")
        case Sequence():
            return _("a list")
    return _("nothing") if value.is_null else f"“{value.text[:60]}”"
