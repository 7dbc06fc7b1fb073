"""Properties of small schedules, looked at minute by minute (R3.2-R3.4, R4.3)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.schedule import Closed, Lanes, Schedule, Step, Walls, lane_work_bound, serial_pass
from campaigns.domain.solver import solve
from campaigns.domain.steps import NO_TIME
from campaigns.domain.tasks import expand
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind, WindowOpening

MINUTE = timedelta(minutes=1)
LONGEST = 12
Violations = Callable[..., list[str]]


@dataclass(frozen=True)
class Small:
    """A small plan with all that it must respect."""

    steps: tuple[Step, ...]
    lanes: Lanes
    closed: Closed
    walls: Walls | None


@st.composite
def small_steps(draw: st.DrawFn, lanes: Lanes) -> tuple[Step, ...]:
    steps: list[Step] = []
    for number in range(draw(st.integers(1, 7))):
        earlier = [step.key for step in steps]
        resource = draw(
            st.sampled_from([ResourceKind.GPU, ResourceKind.GPU, ResourceKind.PERSON, ResourceKind.NETWORK])
        )
        steps.append(
            Step(
                key=f"s{number}",
                title="",
                phase=Phase.TRAIN,
                resource=resource,
                duration=draw(st.integers(1, LONGEST)) * MINUTE,
                after=tuple(draw(st.sets(st.sampled_from(earlier), max_size=2))) if earlier else (),
                priority=draw(st.sampled_from(list(Priority))),
                needs_machine=draw(st.booleans()),
                per_batch=draw(st.sampled_from([False, False, True])),
                gpus=draw(st.integers(1, lanes.gpus_per_batch)),
                people=draw(st.integers(1, lanes.people)),
                resumes=draw(st.booleans()),
            )
        )
    return tuple(steps)


@st.composite
def small_plans(draw: st.DrawFn) -> Small:
    lanes = Lanes(draw(st.integers(1, 3)), draw(st.integers(1, 2)), people=draw(st.integers(1, 2)))
    first, pause = draw(st.integers(LONGEST, 20)), draw(st.integers(5, 40))
    working = tuple(
        ((first + number * (pause + LONGEST)) * MINUTE, (first + pause + number * (pause + LONGEST)) * MINUTE)
        for number in range(40)
    )
    walls = Walls(
        length=draw(st.integers(LONGEST + 5, 40)) * MINUTE,
        count=draw(st.integers(2, 3)),
        change_over_before=draw(st.integers(0, 5)) * MINUTE,
        change_over_after=draw(st.integers(0, 5)) * MINUTE,
        opening=draw(st.sampled_from(list(WindowOpening))),
        restore=draw(st.integers(0, 2)) * MINUTE,
    )
    return Small(
        steps=draw(small_steps(lanes)),
        lanes=lanes,
        closed=draw(st.sampled_from([(), working])),
        walls=draw(st.sampled_from([None, walls])),
    )


def previewed(plan: Small) -> Schedule:
    return serial_pass(plan.steps, plan.lanes, plan.closed, plan.walls)


def solved(plan: Small) -> Schedule:
    return solve(plan.steps, plan.lanes, plan.closed, plan.walls)


@settings(max_examples=100, deadline=None)
@given(plan=small_plans())
def test_the_preview_violates_nothing(violations: Violations, plan: Small) -> None:
    assert violations(plan.steps, plan.lanes, previewed(plan), plan.closed, plan.walls) == []


@settings(max_examples=25, deadline=None)
@given(plan=small_plans())
def test_the_solved_schedule_violates_nothing_and_ends_no_later_than_the_preview(
    violations: Violations, plan: Small
) -> None:
    schedule = solved(plan)
    assert violations(plan.steps, plan.lanes, schedule, plan.closed, plan.walls) == []
    assert (schedule.status, schedule.above_bound) == ("optimal", NO_TIME)
    assert schedule.end <= previewed(plan).end


@settings(max_examples=25, deadline=None)
@given(plan=small_plans())
def test_elapsed_time_is_at_least_the_longest_chain_and_the_work_shared_by_all_lanes(plan: Small) -> None:
    schedule = solved(replace(plan, closed=()))
    assert schedule.elapsed >= max(expand(plan.steps, plan.lanes).tails) * MINUTE
    assert schedule.elapsed >= lane_work_bound(plan.steps, plan.lanes)


@settings(max_examples=15, deadline=None)
@given(plan=small_plans(), data=st.data())
def test_a_longer_step_never_shortens_the_schedule(plan: Small, data: st.DataObject) -> None:
    plan = replace(plan, closed=())
    number = data.draw(st.integers(0, len(plan.steps) - 1))
    longer = replace(plan.steps[number], duration=plan.steps[number].duration + 3 * MINUTE)
    steps = (*plan.steps[:number], longer, *plan.steps[number + 1 :])
    assert solved(replace(plan, steps=steps)).elapsed >= solved(plan).elapsed


@settings(max_examples=15, deadline=None)
@given(plan=small_plans())
def test_one_more_gpu_in_every_batch_never_lengthens_the_schedule(plan: Small) -> None:
    plan = replace(plan, closed=())
    more = replace(plan.lanes, gpus_per_batch=plan.lanes.gpus_per_batch + 1)
    assert solved(replace(plan, lanes=more)).elapsed <= solved(plan).elapsed
