from datetime import date

import pytest

from pricing.domain.prices import PriceStanding, Validity, standings

DECEMBER = {day: date(2026, 12, day) for day in range(1, 32)}
ALWAYS = Validity(DECEMBER[1], None)
OFFER = Validity(DECEMBER[10], DECEMBER[20])


@pytest.mark.parametrize(
    ("day", "offer", "always"),
    [
        (9, PriceStanding.NOT_YET, PriceStanding.IN_FORCE),
        (10, PriceStanding.IN_FORCE, PriceStanding.SUPERSEDED),
        (20, PriceStanding.IN_FORCE, PriceStanding.SUPERSEDED),
        (21, PriceStanding.NO_LONGER_VALID, PriceStanding.IN_FORCE),
    ],
)
def test_r4_6_an_offer_holds_from_its_capture_to_its_last_day(day, offer, always) -> None:
    assert standings([OFFER, ALWAYS], DECEMBER[day]) == (offer, always)


def test_r4_6_a_price_that_ended_is_not_the_price_even_when_it_is_the_only_one() -> None:
    assert standings([OFFER], DECEMBER[21]) == (PriceStanding.NO_LONGER_VALID,)


def test_r4_6_at_most_one_price_is_in_force() -> None:
    same_day = [Validity(DECEMBER[5], None), Validity(DECEMBER[5], None), ALWAYS]
    assert standings(same_day, DECEMBER[6]) == (
        PriceStanding.IN_FORCE,
        PriceStanding.SUPERSEDED,
        PriceStanding.SUPERSEDED,
    )
