"""Where a step still fits on a resource."""

from campaigns.domain.profile import Profile


def test_a_step_fits_after_what_takes_the_resource() -> None:
    profile = Profile(1)
    profile.take(0, 600, 1)
    assert profile.earliest(0, 120, 1) == 600
    assert profile.earliest(700, 120, 1) == 700


def test_a_step_fits_beside_what_takes_half_of_the_resource() -> None:
    profile = Profile(2)
    profile.take(0, 600, 1)
    assert profile.earliest(0, 120, 1) == 0
    assert profile.earliest(0, 120, 2) == 600


def test_a_gap_that_is_too_short_is_passed_over() -> None:
    profile = Profile(1)
    profile.take(10, 20, 1)
    profile.take(25, 40, 1)
    assert profile.earliest(0, 10, 1) == 0
    assert profile.earliest(0, 5, 1) == 0
    assert profile.earliest(12, 5, 1) == 20
    assert profile.earliest(12, 6, 1) == 40


def test_taking_nothing_changes_nothing() -> None:
    profile = Profile(1)
    profile.take(5, 5, 1)
    assert profile.earliest(0, 10, 1) == 0
