"""The identifier of a run: readable, given by the product, its own for ever (R7.1).

Worked: the third run of variant V2 in campaign C7 is ``C7-V2-R03``.
"""

from collections.abc import Iterable


def run_identifier(campaign: str, variant: str, number: int) -> str:
    """Write the identifier of a variant's run; the number has at least two digits."""
    if number < 1:
        raise ValueError(f"runs are counted from 1, not {number}")
    return f"{campaign}-{variant}-R{number:02d}"


def next_number(taken: Iterable[int]) -> int:
    """The number after the highest one ever taken: a number in a gap is not used again."""
    return max(taken, default=0) + 1
