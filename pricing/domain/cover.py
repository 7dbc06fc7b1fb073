"""The cheapest chain of consecutive batches that covers a time (R4.2, R4.3, R4.7).

Exact dynamic programming over whole minutes, in integer minor units of one currency. Batches of one kind
only: a chain of different GPUs would change the lanes, and memory of different batches is never added up.

Worked (72 h 47.14, 168 h 110.00, 720 h 390.00 USD): 78 h are covered by two 3-day batches for 94.28 USD.
500 h cost 329.98 USD as seven 3-day batches when changing over takes no time, and 345.70 USD as five 3-day and
one 7-day batch when it takes 4 h each time.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from math import gcd

from pricing.domain.money import Money
from pricing.domain.packages import Package
from teams.domain.message import Message, gettext_noop

MINUTE = timedelta(minutes=1)
LONGEST = timedelta(days=366)

# What one more batch adds: minor units, one batch, minus its minutes. Smaller is better, in this order.
Burden = tuple[int, int, int]


@dataclass(frozen=True)
class Cover:
    """Batches one after another: what they cost, how long they last, and what they leave unused."""

    batches: tuple[tuple[str, int], ...]
    cost: Money
    window: timedelta
    unused: timedelta
    change_overs: int


@dataclass(frozen=True)
class NoCover:
    """No chain of batches can be named, and why."""

    reason: Message


@dataclass(frozen=True)
class _Choice:
    package: Package
    burden: Burden
    minutes: int


def kinds(packages: Iterable[Package]) -> tuple[tuple[Package, ...], ...]:
    """Group the packages whose batches can follow each other: same provider, GPU, composition, currency."""
    found: dict[tuple[object, ...], list[Package]] = {}
    for package in packages:
        currency = package.price.currency if package.price else None
        kind = (
            package.provider,
            package.gpu_model,
            package.gpus_per_batch,
            package.memory_per_gpu_gb,
            currency,
        )
        found.setdefault(kind, []).append(package)
    return tuple(tuple(group) for group in found.values())


def cheapest_cover(
    needed: timedelta, packages: Iterable[Package], change_over: timedelta = timedelta(0)
) -> Cover | NoCover:
    """Find the cheapest batches whose durations, less a change-over between two, reach the needed time.

    Of equal cost, the one with fewer change-overs, then with the larger reserve. Packages whose price or
    duration is not stated take no part (R4.6).
    """
    if needed <= timedelta(0) or change_over < timedelta(0):
        raise ValueError("the needed time is positive and a change-over is not negative")
    stated = sorted((package for package in packages if package.can_be_compared), key=lambda one: one.sku)
    if not stated:
        return NoCover(
            Message(gettext_noop("No package with a stated price and duration can cover this time."))
        )
    if len(kinds(stated)) > 1:
        raise ValueError("batches of different providers, GPUs or currencies are not chained")
    if needed > LONGEST:
        return NoCover(
            Message(
                gettext_noop("%(days)s days are too long for one campaign: split it."), {"days": needed.days}
            )
        )
    minutes, pause = -(-needed // MINUTE), -(-change_over // MINUTE)
    singles = [choice for choice in _choices(stated, 0) if choice.minutes >= minutes]
    chained = [choice for choice in _choices(stated, pause) if choice.minutes > 0]
    chain = _cheapest_chain(max(minutes - pause, 1), chained) if chained else None
    candidates = [[choice] for choice in singles] + ([chain] if chain else [])
    if not candidates:
        return NoCover(
            Message(
                gettext_noop(
                    "No chain of batches covers this time: a change-over of %(hours)s h uses each of them up."
                ),
                {"hours": f"{change_over / timedelta(hours=1):g}"},
            )
        )
    return _cover(min(candidates, key=_burden), needed, change_over)


def _choices(packages: list[Package], pause: int) -> list[_Choice]:
    """Give each package its burden and the minutes that it adds to a chain."""
    choices = []
    for package in packages:
        if package.price is not None and package.duration is not None:
            minutes = package.duration // MINUTE
            choices.append(_Choice(package, (package.price.minor_units, 1, -minutes), minutes - pause))
    return choices


def _cheapest_chain(minutes: int, choices: list[_Choice]) -> list[_Choice]:
    """Cover the minutes by the least burden; an entry of the table is exact for its number of units left."""
    unit = gcd(*(choice.minutes for choice in choices))
    units = -(-minutes // unit)
    best: list[Burden] = [(0, 0, 0)]
    last: list[_Choice] = [choices[0]]
    for left in range(1, units + 1):
        options = [
            (_plus(best[max(0, left - choice.minutes // unit)], choice.burden), choice) for choice in choices
        ]
        burden, choice = min(options, key=lambda option: option[0])
        best.append(burden)
        last.append(choice)
    chain = []
    while units > 0:
        chain.append(last[units])
        units -= last[units].minutes // unit
    return chain


def _plus(one: Burden, other: Burden) -> Burden:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _burden(chain: list[_Choice]) -> Burden:
    total: Burden = (0, 0, 0)
    for choice in chain:
        total = _plus(total, choice.burden)
    return total


def _cover(chain: list[_Choice], needed: timedelta, change_over: timedelta) -> Cover:
    counts = Counter(choice.package.sku for choice in chain)
    window = sum((choice.package.duration or timedelta(0) for choice in chain), timedelta(0))
    prices = [choice.package.price for choice in chain if choice.package.price is not None]
    cost = Money.of_minor_units(sum(price.minor_units for price in prices), prices[0].currency)
    change_overs = len(chain) - 1
    return Cover(
        tuple(sorted(counts.items())),
        cost,
        window,
        window - change_over * change_overs - needed,
        change_overs,
    )
