"""Bars of windows and recorded times: literals worked out by hand."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.chart_shapes import Box, Scale, shortened
from campaigns.domain.charts import ProvidedAndRecorded, WindowOfPlan, recorded_bars, window_bars


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def test_scale_sets_48_of_72_hours_at_two_thirds() -> None:
    scale = Scale(hours(0), hours(72), 100, 720)
    assert [scale.x(hours(count)) for count in (0, 48, 72, 90)] == [100, 580, 820, 820]


def test_ticks_are_at_most_thirteen_steps_of_whole_hours() -> None:
    ticks = Scale(hours(0), hours(72), 0, 720).ticks()
    assert [tick.hours for tick in ticks] == [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72]
    assert ticks[1].x == 60


def test_ticks_of_a_month_are_days_apart() -> None:
    assert [tick.hours for tick in Scale(hours(0), hours(720), 0, 720).ticks()][:3] == [0, 72, 144]


def test_hatch_stays_inside_its_box() -> None:
    assert Box(10, 20, 10, 5).hatch(5) == "M15.0 25.0L10.0 20.0M20.0 25.0L15.0 20.0"


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert shortened("Train adapter A", 60, 10) == "Train ada…"
    assert shortened("Load", 60, 10) == "Load"


def test_r3_5_plan_of_78_h_leaves_a_72_h_window_by_6_h() -> None:
    chart = window_bars([WindowOfPlan("3 days", hours(78), hours(72), "exceeds by 6 h")], width=780)
    bar = chart.bars[0]
    assert bar.window == Box(0, 20, 720, 14)
    assert bar.plan == Box(0, 23, 720, 8)
    assert bar.exceeding == Box(720, 23, 60, 8)


def test_plan_of_48_h_leaves_the_rest_of_its_window_light() -> None:
    bar = window_bars([WindowOfPlan("3 days", hours(48), hours(72), "leaves 24 h")], width=720).bars[0]
    assert (bar.plan, bar.exceeding, bar.is_cut) == (Box(0, 23, 480, 8), None, False)


def test_month_beside_a_short_plan_is_cut_at_four_times_the_plan() -> None:
    bar = window_bars([WindowOfPlan("30 days", hours(10), hours(720), "fits")], width=400).bars[0]
    assert bar.is_cut
    assert bar.plan == Box(0, 23, 100, 8)
    assert bar.window == Box(0, 20, 400, 14)


def test_r4_6_window_that_is_not_stated_draws_no_window() -> None:
    bar = window_bars([WindowOfPlan("B200", hours(35), None, "not stated")]).bars[0]
    assert (bar.window, bar.exceeding) == (None, None)


def test_r4_4_arrangement_that_cannot_run_draws_no_plan() -> None:
    bar = window_bars([WindowOfPlan("12 GB", None, hours(72), "not usable")]).bars[0]
    assert bar.plan is None


def test_no_arrangement_still_has_an_axis() -> None:
    assert window_bars([]).bars == ()


def test_r11_1_recorded_time_says_its_difference() -> None:
    rows = [
        ProvidedAndRecorded("prepare", hours(3), hours(2.5)),
        ProvidedAndRecorded("control", hours(8), hours(9.25)),
        ProvidedAndRecorded("load", hours(1), hours(1)),
    ]
    words = [str(bar.words) for bar in recorded_bars(rows).bars]
    assert words == ["30 min shorter", "1 h 15 min longer", "as provided"]


def test_r11_1_missing_record_stays_not_recorded() -> None:
    bar = recorded_bars([ProvidedAndRecorded("wipe", hours(1), None)]).bars[0]
    assert (bar.recorded, bar.difference, str(bar.words)) == (None, None, "not recorded")


def test_recorded_bars_share_one_scale() -> None:
    rows = [ProvidedAndRecorded("a", hours(10), hours(20)), ProvidedAndRecorded("b", hours(5), hours(5))]
    chart = recorded_bars(rows, width=720)
    assert [(bar.provided.width, bar.recorded and bar.recorded.width) for bar in chart.bars] == [
        (200, 400),
        (100, 100),
    ]


@given(st.integers(1, 2000), st.integers(1, 2000))
def test_bars_never_leave_the_drawing(used: int, window: int) -> None:
    bar = window_bars([WindowOfPlan("x", hours(used), hours(window), "")], width=700).bars[0]
    drawn = [box for box in (bar.window, bar.plan, bar.exceeding) if box]
    assert all(box.x >= 0 and box.right <= 701 for box in drawn)
