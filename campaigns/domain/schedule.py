"""The schedule of a campaign (R3.1-R3.4): what the rest of the product imports.

The words live in ``steps`` and ``timetable``, the check in ``impossible``, the preview in ``serial``, the
explanation in ``chain``; the proven answer comes from ``solver``.
"""

from campaigns.domain.chain import critical_chain, lane_work_bound
from campaigns.domain.impossible import ImpossiblePlan, Problem, find_impossible
from campaigns.domain.reduced import without_priorities
from campaigns.domain.serial import serial_pass
from campaigns.domain.steps import Closed, Lanes, Step, Walls
from campaigns.domain.timetable import (
    ChangeOver,
    Schedule,
    ScheduledStep,
    ScheduleStatus,
    from_json,
    to_json,
)

__all__ = [
    "ChangeOver",
    "Closed",
    "ImpossiblePlan",
    "Lanes",
    "Problem",
    "Schedule",
    "ScheduleStatus",
    "ScheduledStep",
    "Step",
    "Walls",
    "critical_chain",
    "find_impossible",
    "from_json",
    "lane_work_bound",
    "serial_pass",
    "to_json",
    "without_priorities",
]
