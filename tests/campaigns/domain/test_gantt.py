"""The Gantt of small plans: rows, bars, names and the window's line, worked out by hand."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.gantt import GUTTER, Gantt, WindowLine, gantt
from campaigns.domain.steps import Lanes, Step
from campaigns.domain.timetable import ChangeOver, Schedule, ScheduledStep, ScheduleStatus
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind
from teams.domain.message import Message

KINDS = {"p": ResourceKind.PERSON, "g": ResourceKind.GPU, "n": ResourceKind.NETWORK}


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def step(key: str, kind: str = "g", title: str = "", gpus: int = 1) -> Step:
    return Step(
        key, title or key, Phase.TRAIN, KINDS[kind], hours(1), (), Priority.ESSENTIAL, kind == "g", gpus=gpus
    )


def placed(key: str, start: float, end: float, batch: int | None = None, *lanes: int) -> ScheduledStep:
    first = lanes[0] if lanes else None
    return ScheduledStep(key, batch, first, hours(start), hours(end), lanes[1:])


def schedule(*rows: ScheduledStep, change_overs: tuple[ChangeOver, ...] = ()) -> Schedule:
    return Schedule(rows, ScheduleStatus.OPTIMAL, hours(0), change_overs)


def labels(chart: Gantt) -> list[str]:
    return [str(row.label) for row in chart.rows]


def test_rows_are_people_then_lanes_then_network() -> None:
    steps = [step("home", "n"), step("train"), step("think", "p")]
    plan = schedule(placed("train", 1, 9, 0, 0), placed("think", 0, 1), placed("home", 9, 10))
    assert labels(gantt(steps, plan, Lanes(1, 1))) == ["Person 1", "Lane 1", "Network"]


def test_r4_3_lanes_are_named_with_their_batch() -> None:
    plan = schedule(placed("a", 0, 1, 0, 0))
    assert labels(gantt([step("a")], plan, Lanes(2, 1))) == ["Batch 1", "Batch 2"]
    assert labels(gantt([step("a")], plan, Lanes(2, 2)))[2] == "Batch 2, lane 1"


def test_overlapping_steps_of_people_stand_on_two_rows() -> None:
    steps = [step("a", "p"), step("b", "p"), step("c", "p")]
    chart = gantt(
        steps, schedule(placed("a", 0, 3), placed("b", 2, 4), placed("c", 3, 5)), Lanes(1, 1, people=2)
    )
    assert labels(chart) == ["Person 1", "Person 2"]
    assert [[bar.key for bar in row.bars] for row in chart.rows] == [["a", "c"], ["b"]]


def test_r3_2_step_on_two_gpus_stands_on_both_lanes_and_is_named_once() -> None:
    chart = gantt([step("wide", gpus=2)], schedule(placed("wide", 0, 40, 1, 0, 1)), Lanes(2, 2))
    drawn = [[bar.name is not None for bar in row.bars] for row in chart.rows]
    assert drawn == [[], [], [True], [False]]


def test_r3_5_window_line_stands_at_its_end_with_the_verdict() -> None:
    words = Message("Fits the 72 h window and leaves 24 h unused")
    chart = gantt(
        [step("a")],
        schedule(placed("a", 0, 48, 0, 0)),
        Lanes(1, 1),
        window=WindowLine(hours(0), hours(72), words, exceeded=False),
        width=GUTTER + 8 + 720 * 1.04,
    )
    assert chart.window is not None
    assert (chart.window.x, chart.window.is_outside) == (GUTTER + 720, False)
    assert (str(chart.window.words), chart.window.anchor) == (str(words), "end")
    assert chart.rows[0].bars[0].box.right == GUTTER + 480


def test_window_that_ends_far_away_is_an_arrow() -> None:
    window = WindowLine(hours(0), hours(720), Message("Fits"), exceeded=False)
    chart = gantt([step("a")], schedule(placed("a", 0, 48, 0, 0)), Lanes(1, 1), window=window)
    assert chart.window is not None
    assert (chart.window.is_outside, chart.window.x) == (True, chart.right)


def test_critical_chain_is_hatched_and_named() -> None:
    steps = [step("a", title="Train A"), step("b", "p")]
    chart = gantt(steps, schedule(placed("a", 0, 9, 0, 0), placed("b", 0, 1)), Lanes(1, 1), critical=("a",))
    person, lane = (row.bars[0] for row in chart.rows)
    assert (lane.is_critical, person.is_critical, person.hatch) == (True, False, "")
    assert lane.hatch.startswith("M")
    assert chart.chain == ("Train A",)


def test_r3_8_baseline_is_a_thin_bar_under_the_live_one() -> None:
    live, frozen = schedule(placed("a", 0, 20, 0, 0)), schedule(placed("a", 0, 10, 0, 0))
    bar = gantt([step("a")], live, Lanes(1, 1), baseline=frozen).rows[0].bars[0]
    assert bar.baseline is not None
    assert (bar.baseline.y, bar.baseline.height) == (bar.box.bottom + 2, 4)
    assert bar.baseline.width == round(bar.box.width / 2, 1)


def test_change_over_between_batches_is_drawn_through_all_rows() -> None:
    plan = schedule(placed("a", 0, 9, 0, 0), change_overs=(ChangeOver(hours(4), hours(5), hours(6)),))
    chart = gantt([step("a")], plan, Lanes(1, 1))
    assert [(span.y, span.bottom) for span in chart.change_overs] == [(chart.top, chart.bottom)]


def test_names_that_do_not_fit_stand_under_the_bar_without_touching() -> None:
    steps = [step("a", title="Data check"), step("b", title="Pilot run"), step("c", title="A long training")]
    plan = schedule(placed("a", 0, 1, 0, 0), placed("b", 1, 2, 0, 0), placed("c", 2, 60, 0, 0))
    first, second, third = (bar.name for bar in gantt(steps, plan, Lanes(1, 1)).rows[0].bars)
    assert first is not None
    assert second is not None
    assert third is not None
    assert (first.is_inside, second.is_inside, third.is_inside) == (False, False, True)
    assert second.y - first.y == 13


def test_table_holds_every_step_once_in_time_order_with_its_row() -> None:
    plan = schedule(placed("wide", 0, 4, 0, 0, 1), placed("b", 4, 5))
    table = gantt([step("wide", gpus=2), step("b", "p")], plan, Lanes(1, 2)).table
    assert [(row.title, str(row.where), row.end) for row in table] == [
        ("wide", "Lane 1", hours(4)),
        ("b", "Person 1", hours(5)),
    ]


def test_empty_plan_draws_nothing() -> None:
    chart = gantt([], schedule(), Lanes(1, 1))
    assert (chart.rows, chart.table) == ((), ())


@given(st.lists(st.integers(1, 30), min_size=1, max_size=60))
def test_names_under_a_lane_never_overlap(lengths: list[int]) -> None:
    steps = [step(f"s{number}", title=f"Step number {number}") for number in range(len(lengths))]
    begin = 0
    rows = []
    for one, length in zip(steps, lengths, strict=True):
        rows.append(placed(one.key, begin, begin + length, 0, 0))
        begin += length
    chart = gantt(steps, schedule(*rows), Lanes(1, 1))
    names = [bar.name for bar in chart.rows[0].bars if bar.name and not bar.name.is_inside]
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            assert one.y != other.y or one.x + one.width <= other.x or other.x + other.width <= one.x
