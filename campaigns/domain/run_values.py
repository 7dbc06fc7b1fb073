"""Numbers, times and spans as trackers write them; what is ambiguous is refused and never guessed.

Worked: ``1441.1`` seconds after 13:26:19 is 13:50:20.1; ``1,5`` is 1.5 only where the comma is the mark.
"""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from decimal import Decimal
from enum import StrEnum

from teams.domain.message import Message, gettext_noop

LONGEST = timedelta(days=3_660)
NON_FINITE = {
    "nan": "NaN",
    "inf": "Infinity",
    "infinity": "Infinity",
    "+inf": "Infinity",
    "-inf": "-Infinity",
}
PLAIN = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)
CLOCK = re.compile(r"(?:(\d{1,4})-)?(\d{1,5}):(\d{2}):(\d{2}(?:\.\d{1,6})?)", re.ASCII)
EPOCH = re.compile(r"\d{10}(\d{3})?(\.\d+)?", re.ASCII)
DAY_ONLY = re.compile(r"\d{4}-?\d{2}-?\d{2}|\d{4}-?W\d{2}(-?\d)?", re.ASCII)
MOST_DIGITS = 40


class DecimalMark(StrEnum):
    """What stands before the decimals."""

    POINT = "."
    COMMA = ","


class SpanUnit(StrEnum):
    """The unit of a column that holds a span of time."""

    SECONDS = "seconds"
    MINUTES = "minutes"
    HOURS = "hours"


MICROSECONDS = {SpanUnit.SECONDS: 10**6, SpanUnit.MINUTES: 60 * 10**6, SpanUnit.HOURS: 3600 * 10**6}


class ValueRefused(Exception):
    """The text is not such a value; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def _refuse(text: str, value: str, **more: object) -> ValueRefused:
    return ValueRefused(Message(text, {"value": value[:60], **more}))


def parse_number(text: str, mark: DecimalMark = DecimalMark.POINT) -> Decimal:
    """Read a finite number exactly; thousands are not grouped."""
    plain = text.strip()
    other = DecimalMark.COMMA if mark is DecimalMark.POINT else DecimalMark.POINT
    if other.value in plain:
        raise _refuse(
            gettext_noop("“%(value)s” has a “%(other)s”, and the decimal mark of the file is “%(mark)s”."),
            plain,
            other=other.value,
            mark=mark.value,
        )
    plain = plain.replace(mark.value, ".")
    if not PLAIN.fullmatch(plain) or len(plain) > MOST_DIGITS:
        raise _refuse(gettext_noop("“%(value)s” is not a number."), text)
    return Decimal(plain)


def parse_metric(text: str, mark: DecimalMark = DecimalMark.POINT) -> str:
    """Read a metric as the exact text of its number; ``NaN`` and ``Infinity`` are facts too."""
    known = NON_FINITE.get(text.strip().lower())
    return known if known is not None else format_number(parse_number(text, mark))


def format_number(value: Decimal) -> str:
    """Write a number with the digits it was given, without an exponent where that stays short."""
    exponent = value.as_tuple().exponent
    short = isinstance(exponent, int) and -20 <= exponent <= 0
    return f"{value:f}" if short else str(value)


def parse_whole(text: str) -> int:
    """Read a whole number, also when a tool wrote it as ``0.0``."""
    number = parse_number(text)
    if number != number.to_integral_value() or abs(number) >= 2**63:
        raise _refuse(gettext_noop("“%(value)s” is not a whole number."), text)
    return int(number)


def parse_span(text: str, unit: SpanUnit, mark: DecimalMark = DecimalMark.POINT) -> timedelta:
    """Read a span as a number of the unit, or as ``[days-]hours:minutes:seconds``."""
    if clock := CLOCK.fullmatch(text.strip()):
        days, hours, minutes, seconds = clock.groups()
        whole = timedelta(days=int(days or 0), hours=int(hours), minutes=int(minutes))
        span = whole + timedelta(microseconds=int(Decimal(seconds) * 10**6))
    else:
        number = parse_number(text, mark)
        if abs(number) > 10**10:
            raise _refuse(gettext_noop("“%(value)s” is too long for a run."), text)
        span = timedelta(microseconds=int((number * MICROSECONDS[unit]).to_integral_value()))
    if span <= timedelta(0):
        raise _refuse(gettext_noop("“%(value)s”: a run takes more than zero time."), text)
    if span > LONGEST:
        raise _refuse(gettext_noop("“%(value)s” is too long for a run."), text)
    return span


def parse_moment(text: str, zone: tzinfo) -> datetime:
    """Read an ISO 8601 time, or (milli)seconds since 1970; ``zone`` is for a time that names none."""
    plain = text.strip().removesuffix(" UTC").strip()
    if EPOCH.fullmatch(plain):
        return _from_epoch(plain)
    if DAY_ONLY.fullmatch(plain):
        raise _refuse(gettext_noop("“%(value)s” has no time of day."), text)
    try:
        moment = datetime.fromisoformat(plain)
    except ValueError as error:
        text_ = gettext_noop(
            "“%(value)s” is not a time. Write it like 2026-07-14 13:26:19, with or without +07:00."
        )
        raise _refuse(text_, text) from error
    if plain != text.strip():
        moment = moment.replace(tzinfo=UTC)
    if moment.tzinfo is not None:
        return moment.astimezone(UTC)
    return _in_zone(moment, zone, text)


def _from_epoch(plain: str) -> datetime:
    number = Decimal(plain)
    seconds = number / 1000 if len(plain.split(".")[0]) == 13 else number
    whole = timedelta(microseconds=int((seconds * 10**6).to_integral_value()))
    return datetime(1970, 1, 1, tzinfo=UTC) + whole


def _in_zone(moment: datetime, zone: tzinfo, text: str) -> datetime:
    early, late = (moment.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if early.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != moment:
        raise _refuse(
            gettext_noop("“%(value)s” does not exist in this time zone: the clocks were put forward."), text
        )
    if early.utcoffset() != late.utcoffset():
        raise _refuse(
            gettext_noop("“%(value)s” happened twice in this time zone. Write its offset, like +02:00."), text
        )
    return early.astimezone(UTC)
