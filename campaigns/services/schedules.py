"""Solved schedules: the same input is solved once in an installation and its answer never changes."""

from collections.abc import Sequence

from django.db import connection, transaction
from django.utils import timezone

from campaigns.domain.schedule import Closed, Lanes, Schedule, Step, Walls, from_json, to_json
from campaigns.domain.solver import input_digest, solve, solver_version
from campaigns.domain.vocabulary import WindowOpening
from campaigns.models import SolvedSchedule

LIMIT_SECONDS = 8.0


def solved(
    steps: Sequence[Step],
    lanes: Lanes,
    closed: Closed = (),
    walls: Walls | None = None,
    *,
    opening: WindowOpening = WindowOpening.FIRST_STEP,
) -> Schedule:
    """Return the stored answer, or solve and store it. Raises ``ImpossiblePlan`` when no schedule exists.

    Two who ask for the same input at once get one solve: the second waits for the first one's answer.
    """
    digest = input_digest(steps, lanes, closed, walls, opening)
    if stored := SolvedSchedule.objects.filter(digest=digest).values_list("answer", flat=True).first():
        return from_json(stored)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [digest])
        if stored := SolvedSchedule.objects.filter(digest=digest).values_list("answer", flat=True).first():
            return from_json(stored)
        answer = solve(steps, lanes, closed, walls, LIMIT_SECONDS, opening=opening)
        SolvedSchedule.objects.create(
            digest=digest,
            answer=to_json(answer),
            status=str(answer.status),
            solver=solver_version(),
            solved_at=timezone.now(),
        )
    return answer
