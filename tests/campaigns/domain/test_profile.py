"""Where a step still fits on a resource."""

from campaigns.domain.profile import Profile


def test_a_step_is_blocked_by_what_takes_the_resource() -> None:
    profile = Profile(1)
    profile.take(0, 600, 1)
    assert profile.blocked_until(0, 120, 1) == 600
    assert profile.blocked_until(599, 719, 1) == 600
    assert profile.blocked_until(600, 720, 1) is None
    assert profile.blocked_until(700, 820, 1) is None


def test_a_step_fits_beside_what_takes_half_of_the_resource() -> None:
    profile = Profile(2)
    profile.take(0, 600, 1)
    assert profile.blocked_until(0, 120, 1) is None
    assert profile.blocked_until(0, 120, 2) == 600


def test_a_gap_that_is_too_short_is_blocked_by_what_follows_it() -> None:
    profile = Profile(1)
    profile.take(10, 20, 1)
    profile.take(25, 40, 1)
    assert profile.blocked_until(0, 10, 1) is None
    assert profile.blocked_until(0, 11, 1) == 20
    assert profile.blocked_until(20, 25, 1) is None
    assert profile.blocked_until(20, 26, 1) == 40


def test_taking_nothing_changes_nothing() -> None:
    profile = Profile(1)
    profile.take(5, 5, 1)
    assert profile.blocked_until(0, 10, 1) is None
