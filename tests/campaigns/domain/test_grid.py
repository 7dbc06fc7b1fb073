"""Full grids of factors (R2.2)."""

from datetime import timedelta
from itertools import product

from campaigns.domain.grid import Configuration, Grid, full_grid, is_full_grid


def configuration(identifier: str, *, hours: int = 10, **values: str) -> Configuration:
    return Configuration(identifier, values, timedelta(hours=hours))


def grid_of(**levels: list[str]) -> list[Configuration]:
    points = product(*levels.values())
    return [
        Configuration(f"V{number}", dict(zip(levels, point, strict=True)), timedelta(hours=10))
        for number, point in enumerate(points)
    ]


def test_r2_2_three_by_three_by_three_are_27_against_7() -> None:
    found = full_grid(
        grid_of(rank=["8", "16", "32"], rate=["1e-4", "2e-4", "3e-4"], precision=["a", "b", "c"])
    )
    assert found is not None
    assert found.levels == (("precision", 3), ("rank", 3), ("rate", 3))
    assert (len(found.members), len(found.one_at_a_time)) == (27, 7)
    assert (found.lane_time, found.one_at_a_time_lane_time) == (timedelta(hours=270), timedelta(hours=70))
    assert str(found.warning) == (
        "precision, rank, rate form a full grid of 27 configurations, 270 lane hours. One factor at a time "
        "needs 7 of them, 70 lane hours, but misses how the factors act together."
    )


def test_r2_2_the_control_inside_the_grid_is_its_centre() -> None:
    grid = [
        configuration("V0", hours=8, adapter="none", rank="8"),
        configuration("V1", hours=10, adapter="A", rank="8"),
        configuration("V2", hours=11, adapter="none", rank="16"),
        configuration("V3", hours=12, adapter="A", rank="16"),
    ]
    assert full_grid(grid) == Grid(
        levels=(("adapter", 2), ("rank", 2)),
        members=("V0", "V1", "V2", "V3"),
        one_at_a_time=("V0", "V1", "V2"),
        lane_time=timedelta(hours=41),
        one_at_a_time_lane_time=timedelta(hours=29),
    )


def test_r2_2_one_factor_at_a_time_is_no_grid() -> None:
    assert not is_full_grid(grid_of(rank=["8", "16", "32", "64", "128"]))
    assert not is_full_grid(grid_of(rank=["8", "16"], rate=["1", "2"])[:3])
    assert not is_full_grid([])


def test_r2_2_a_grid_beside_other_variants_is_found() -> None:
    beside = [configuration("C", rank="8", rate="9", seed="7"), *grid_of(rank=["8", "16"], rate=["1", "2"])]
    found = full_grid(beside)
    assert found is not None
    assert found.members == ("V0", "V1", "V2", "V3")


def test_r2_2_the_same_number_written_twice_is_one_level() -> None:
    assert not is_full_grid(grid_of(rank=["8", "16"], rate=["1e-4", "0.0001"]))
