"""trainer_state.json: what the training loop wrote about itself."""

from __future__ import annotations

import json
import math

from simpul_recorder.checks.json_strict import StrictJsonError, loads_strict
from simpul_recorder.finding import Finding, Reporter, gettext_noop, shown

TRAINER_STATE = "trainer_state.json"


def check_trainer_state(path: str, content: bytes, was_stopped: bool = False) -> tuple[Finding, ...]:
    """Look for what the log hides: NaN is left out of the logged loss by default, but not of grad_norm.

    A logged loss of exactly 0.0 beside ``"grad_norm": NaN`` is a training that has blown up.
    """
    report = Reporter(path)
    state = _state(content, report)
    if state is None:
        return report.findings
    history = state.get("log_history")
    if not isinstance(history, list) or not history:
        report.error("no-log-history", gettext_noop("log_history is missing or empty."))
    else:
        _check_history([entry for entry in history if isinstance(entry, dict)], report)
    _check_end(state.get("global_step"), state.get("max_steps"), was_stopped, report)
    return report.findings


def _state(content: bytes, report: Reporter) -> dict[str, object] | None:
    """Parse strictly; numbers that are not finite are reported with their line and then read all the same."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        report.error("not-utf-8", gettext_noop("The file is not UTF-8."))
        return None
    try:
        state = loads_strict(text)
    except StrictJsonError as error:
        error.tell(report, error.line)
        if error.code not in ("not-finite", "overflow"):
            return None
        state = _read_all_the_same(text)
    if isinstance(state, dict):
        return state
    if not report.found:
        report.error("not-an-object", gettext_noop("The file is no JSON object."))
    return None


def _read_all_the_same(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _check_history(history: list[dict[str, object]], report: Reporter) -> None:
    told: set[str] = set()
    for entry in history:
        step = entry.get("step")
        at = step if isinstance(step, int) else "?"
        for key in sorted(set(entry) - told):
            if _is_not_finite(entry[key]):
                told.add(key)
                report.error(
                    "not-finite-logged",
                    gettext_noop("%(key)s is not finite at step %(step)s."),
                    key=shown(key),
                    step=at,
                )
        if entry.get("loss") == 0.0 and _is_not_finite(entry.get("grad_norm")) and "blown-up" not in told:
            told.add("blown-up")
            report.error(
                "blown-up",
                gettext_noop(
                    "The loss is exactly 0 with a grad_norm that is not finite at step %(step)s: NaN hidden."
                ),
                step=at,
            )


def _is_not_finite(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _check_end(step: object, last: object, was_stopped: bool, report: Reporter) -> None:
    if not isinstance(step, int) or not isinstance(last, int) or last <= 0 or step == last or was_stopped:
        return
    report.error(
        "not-at-end",
        gettext_noop("The training stands at step %(step)s of %(last)s, and no stop was recorded."),
        step=step,
        last=last,
    )
