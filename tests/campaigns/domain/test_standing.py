"""Steps around the end of a batch (R4.3): 72 h long, 2 h before and 3 h after each end."""

from collections.abc import Callable
from datetime import timedelta

from campaigns.domain.standing import Standing, count_active
from campaigns.domain.steps import Step, Walls

HOUR = timedelta(hours=1)
WALLS = Walls(72 * HOUR, 3, 2 * HOUR, 3 * HOUR)
TWO_ENDS = Standing(WALLS, opened=0, active=2)
Make = Callable[..., Step]


def fitted(standing: Standing, step: Step, hour: int) -> tuple[float, float]:
    start, end = standing.fit(step, hour * 60)
    return start / 60, end / 60


def test_r4_3_a_step_that_does_not_resume_starts_after_the_change_over(step: Make) -> None:
    assert fitted(TWO_ENDS, step("train", 10), 60) == (60, 70)
    assert fitted(TWO_ENDS, step("train", 10), 61) == (75, 85)


def test_r4_3_a_step_that_resumes_stands_still_during_the_change_over(step: Make) -> None:
    train = step("train", 10, resumes=True)
    assert fitted(TWO_ENDS, train, 65) == (65, 80)
    assert TWO_ENDS.parts(65 * 60, 80 * 60) == ((65 * 60, 70 * 60), (75 * 60, 80 * 60))


def test_no_step_starts_during_a_change_over(step: Make) -> None:
    assert fitted(TWO_ENDS, step("train", 10, resumes=True), 70) == (75, 85)
    assert fitted(TWO_ENDS, step("train", 10), 74) == (75, 85)


def test_a_long_step_can_stand_still_at_two_ends(step: Make) -> None:
    train = step("train", 80, resumes=True)
    assert fitted(TWO_ENDS, train, 65) == (65, 155)
    assert [end - start for start, end in TWO_ENDS.parts(65 * 60, 155 * 60)] == [300, 67 * 60, 480]


def test_r4_3_a_change_over_only_happens_when_work_goes_on(step: Make) -> None:
    assert count_active(WALLS, 0, 72 * 60) == 0
    assert count_active(WALLS, 0, 72 * 60 + 1) == 1
    assert fitted(Standing(WALLS, 0, 0), step("train", 10), 61) == (61, 71)


def test_where_the_environment_persists_a_step_that_goes_on_restores_once(step: Make) -> None:
    standing = Standing(Walls(72 * HOUR, 2, 0 * HOUR, 0 * HOUR, restore=HOUR), 0, 1)
    assert fitted(standing, step("train", 10, resumes=True), 65) == (65, 76)
    assert standing.parts(65 * 60, 76 * 60) == ((65 * 60, 72 * 60), (72 * 60, 76 * 60))


def test_a_step_does_not_start_for_less_than_its_restore_takes(step: Make) -> None:
    standing = Standing(Walls(72 * HOUR, 2, 0 * HOUR, 0 * HOUR, restore=2 * HOUR), 0, 1)
    assert fitted(standing, step("train", 10, resumes=True), 69) == (69, 81)
    assert fitted(standing, step("train", 10, resumes=True), 70) == (72, 82)
    assert fitted(standing, step("train", 10, resumes=True), 71) == (72, 82)


def test_change_overs_are_listed_with_their_times() -> None:
    assert [
        (change.start / HOUR, change.wall / HOUR, change.end / HOUR) for change in TWO_ENDS.change_overs()
    ] == [
        (70, 72, 75),
        (142, 144, 147),
    ]
