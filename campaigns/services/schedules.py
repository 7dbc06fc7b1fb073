"""Solved schedules: the same input is solved once in an installation and its answer never changes."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from campaigns.domain.schedule import Closed, Lanes, Schedule, Step, Walls, from_json, to_json
from campaigns.domain.solver import input_digest, solve, solver_version
from campaigns.domain.vocabulary import WindowOpening
from campaigns.models import SolvedSchedule

LIMIT_SECONDS = 8.0
REMEMBERED = 500
# An answer never changes, so a process need not ask the database for it again.
_remembered: dict[str, dict[str, Any]] = {}


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
    answer = _remembered.get(digest)
    if answer is None:
        answer = _stored_or_solved(digest, steps, lanes, closed, walls, opening)
        _remember(digest, answer)
    return from_json(answer)


def _stored_or_solved(
    digest: str,
    steps: Sequence[Step],
    lanes: Lanes,
    closed: Closed,
    walls: Walls | None,
    opening: WindowOpening,
) -> dict[str, Any]:
    if stored := SolvedSchedule.objects.filter(digest=digest).values_list("answer", flat=True).first():
        return dict(stored)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [digest])
        if stored := SolvedSchedule.objects.filter(digest=digest).values_list("answer", flat=True).first():
            return dict(stored)
        solution = solve(steps, lanes, closed, walls, LIMIT_SECONDS, opening=opening)
        answer = to_json(solution)
        SolvedSchedule.objects.create(
            digest=digest,
            answer=answer,
            status=str(solution.status),
            solver=solver_version(),
            solved_at=timezone.now(),
        )
    return answer


def _remember(digest: str, answer: dict[str, Any]) -> None:
    """Keep the newest answers; the oldest one goes first."""
    _remembered[digest] = answer
    if len(_remembered) > REMEMBERED:
        _remembered.pop(next(iter(_remembered)), None)
