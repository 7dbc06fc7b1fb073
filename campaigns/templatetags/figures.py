"""Figures in pages and reports: money, hours, durations, numbers and moments, each with its unit, in one way.

None of these filters divides money by time; money is shown as it was paid (R4.1).
"""

from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal
from zoneinfo import ZoneInfo

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from pricing.domain.money import Money, Undefined, minor_digits
from teams.templatetags.wording import HOUR, MINUTE, spell_duration, spell_number, worded

register = template.Library()

Shown = SafeString | str


@register.filter
def money(value: Money | Undefined | Decimal | str | tuple[Money, ...] | None, currency: str = "") -> Shown:
    """Show money with its currency: a ``Money``, sums per currency, or an amount with ``:currency``.

    A frozen content keeps amounts as text, so that they stay exact.
    """
    match value:
        case Money():
            amount = spell_number(value.amount, minor_digits(value.currency))
            return format_html('<span class="money">{} <abbr>{}</abbr></span>', amount, value.currency)
        case Undefined():
            return gettext("undefined")
        case Decimal():
            return money(Money(value, currency))
        case str() if value:
            return money(Money(Decimal(value), currency))
        case ():
            return gettext("none recorded")
        case tuple():
            return format_html_join(" + ", "{}", ((money(one),) for one in value))
    return gettext("not stated")


@register.filter
def plain_money(value: Money) -> str:
    """Write money as text, for a sentence or a chart: 47.14 USD."""
    return f"{spell_number(value.amount, minor_digits(value.currency))} {value.currency}"


@register.filter
def duration(value: timedelta | int | None) -> Shown:
    """Show a duration exactly, in hours and minutes; a whole number is minutes, as models keep them."""
    if value is None:
        return gettext("not recorded")
    return format_html('<span class="duration">{}</span>', spell_duration(_as_duration(value)))


@register.filter
def hours(value: timedelta | int | None, places: int = 2) -> Shown:
    """Show a duration in decimal hours for a column of figures: 26.5 h, 30.3 h; a whole number is minutes."""
    if value is None:
        return gettext("not recorded")
    exact = Decimal(_as_duration(value) // timedelta(microseconds=1)) / (HOUR // timedelta(microseconds=1))
    rounded = round(exact, places)
    shown = rounded.quantize(Decimal(1)) if rounded == rounded.to_integral() else rounded.normalize()
    unit = pgettext("unit", "h")
    return format_html(
        '<span class="duration">{} <span class="unit">{}</span></span>', spell_number(shown), unit
    )


@register.filter
def number(value: float | Decimal | None, places: int | None = None) -> Shown:
    """Show a number with the language's decimal mark and groups."""
    if value is None:
        return gettext("not recorded")
    return format_html('<span class="number">{}</span>', spell_number(value, places))


@register.filter
def moment(value: datetime | None, zone: object = None) -> Shown:
    """Show a time in the team's zone and, by the switch in the footer, in UTC.

    The zone is a name, a zone or a team; without one the zone that is active for the request.
    """
    if value is None:
        return gettext("not recorded")
    here = value.astimezone(_zone(zone))
    there = value.astimezone(UTC)
    return format_html(
        '<time class="moment" datetime="{}"><span class="in-zone">{} <span class="zone">{}</span></span>'
        '<span class="in-utc">{} <span class="zone">UTC</span></span></time>',
        there.strftime("%Y-%m-%dT%H:%M:%SZ"),
        spell_moment(here),
        zone_name(here),
        spell_moment(there),
    )


@register.filter
def plain_moment(value: datetime, zone: object = None) -> str:
    """Write a time as text, for a report or a sentence: 20 Nov 2026, 09:00 UTC."""
    here = value.astimezone(_zone(zone))
    return f"{spell_moment(here)} {zone_name(here)}"


@register.filter
def day(value: date | None) -> str:
    """Show a date."""
    return formats.date_format(value, "j M Y", use_l10n=False) if value else gettext("not stated")


@register.filter
def time_left(end: datetime, now: datetime) -> str:
    """Say how far a moment is away: "37 h 20 min left", "ended 3 h ago"."""
    distance = (end - now) // MINUTE * MINUTE
    if distance > timedelta(0):
        return gettext("%(time)s left") % {"time": spell_duration(distance)}
    passed = (now - end) // MINUTE * MINUTE
    return gettext("ended %(time)s ago") % {"time": spell_duration(passed)} if passed else gettext("ends now")


@register.filter
def short_hash(value: str) -> SafeString:
    """Show the first twelve digits of a hash; the whole one is in the title and for screen readers."""
    return format_html('<code title="{}">{}</code>', value, value[:12])


@register.filter
def shown(value: object) -> object:
    """Show a value of a plain table by its kind."""
    match value:
        case Money() | Undefined():
            return money(value)
        case timedelta():
            return hours(value)
        case datetime():
            return moment(value)
        case date():
            return day(value)
    return worded(value)


@register.filter
def alignment(value: object) -> str:
    """Name the class of a table cell: figures stand on the right."""
    is_figure = isinstance(value, int | float | Decimal | timedelta | Money) and not isinstance(value, bool)
    return "num" if is_figure else ""


def spell_moment(value: datetime) -> str:
    """Write date and time without a zone: 20 Nov 2026, 16:00."""
    return formats.date_format(value, "j M Y, H:i", use_l10n=False)


def zone_name(value: datetime) -> str:
    """Name the zone of a time, by its abbreviation where it has one (WIB), else by its offset (UTC+03:30)."""
    name = value.tzname() or ""
    if name[:1].isalpha():
        return name
    offset = value.strftime("%z")
    return f"UTC{offset[:3]}:{offset[3:5]}"


def _zone(zone: object) -> tzinfo:
    if isinstance(zone, tzinfo):
        return zone
    name = zone if isinstance(zone, str) else getattr(zone, "time_zone", "")
    return ZoneInfo(name) if name else timezone.get_current_timezone()


def _as_duration(value: timedelta | int) -> timedelta:
    return value if isinstance(value, timedelta) else value * MINUTE
