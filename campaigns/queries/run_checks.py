"""What each run says to the checks that were announced before it started, as stored values for the domain (R9.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from campaigns.domain.checks import (
    Announcement,
    Judged,
    better,
    checks_in_force,
    finite,
    judge,
    without_difference,
)
from campaigns.domain.question import AcceptanceCheck
from campaigns.domain.results import RESULT_PURPOSES
from campaigns.domain.vocabulary import Direction, Priority, RunState, VariantRole
from campaigns.models import Campaign, Run


@dataclass(frozen=True)
class Judges:
    """The announced checks of a campaign, and the control's metrics by corpus content, to judge run by run."""

    announcements: tuple[Announcement, ...]
    control: Mapping[str, tuple[Mapping[str, Any], ...]]

    def of(self, run: Run) -> tuple[Judged, ...]:
        """What the run says to every check in force when it started; ``variant`` and ``corpus`` are needed."""
        checks = checks_in_force(run.started_at, self.announcements)
        if run.variant.role == VariantRole.CONTROL:
            return tuple(judge(without_difference(check), run.metrics, None) for check in checks)
        of_control = self.control.get(run.corpus.sha256, ())
        return tuple(judge(check, run.metrics, _best(check, of_control)) for check in checks)


def judges_of(campaign: Campaign) -> Judges:
    """The judges of a campaign's runs. Two queries."""
    finished = campaign.runs.filter(
        variant__role=VariantRole.CONTROL,
        variant__dropped_at=None,
        state=RunState.FINISHED,
        purpose__in=list(RESULT_PURPOSES),
    )
    control: dict[str, tuple[Mapping[str, Any], ...]] = {}
    for corpus, metrics in finished.values_list("corpus__sha256", "metrics"):
        control[corpus] = (*control.get(corpus, ()), metrics)
    return Judges(announcements(campaign), control)


def announcements(campaign: Campaign) -> tuple[Announcement, ...]:
    """The checks of every approved plan version, oldest first. One query."""
    versions = campaign.versions.order_by("number").values_list("approved_at", "content__acceptance_checks")
    return tuple(
        Announcement(approved_at, tuple(_announced(check) for check in checks or ()))
        for approved_at, checks in versions
    )


def _announced(check: Mapping[str, str | None]) -> AcceptanceCheck:
    return AcceptanceCheck(
        metric=check["metric"] or "",
        direction=Direction(check["direction"] or ""),
        threshold=_decimal(check["threshold"]),
        minimum_difference=_decimal(check["minimum_difference_to_control"]),
        priority=Priority(check["priority"] or ""),
    )


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _best(check: AcceptanceCheck, of_control: tuple[Mapping[str, Any], ...]) -> Decimal | None:
    values = [value for each in of_control if (value := finite(each.get(check.metric))) is not None]
    best: Decimal | None = None
    for value in values:
        best = value if best is None or better(value, best, check.direction) > 0 else best
    return best
