"""File names that are unsafe, that collide, or that mark an unfinished transfer."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from simpul_recorder.finding import Finding, Reporter, gettext_noop, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_COMPONENT = 255
RESERVED = frozenset(
    ["CON", "PRN", "AUX", "NUL"] + [f"COM{n}" for n in range(1, 10)] + [f"LPT{n}" for n in range(1, 10)]
)
BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LEFTOVER_ENDINGS = (".incomplete", ".part", ".partial", ".tmp", ".~tmp~", ".lock", ".aria2", ".crdownload")


def unsafe_reasons(path: str) -> tuple[str, ...]:
    """Say why a name cannot be taken as it stands; an empty answer means that it can.

    ``../x`` leaves its folder, ``/x`` and ``C:x`` are absolute, ``a/CON.txt`` cannot exist on Windows.
    """
    if not path:
        return (gettext_noop("it is empty"),)
    reasons = []
    if path.startswith("/"):
        reasons.append(gettext_noop("it is absolute"))
    if re.match(r"[A-Za-z]:", path):
        reasons.append(gettext_noop("it names a drive"))
    if "\\" in path:
        reasons.append(gettext_noop("it holds a backslash, which separates folders on other systems"))
    if any(_is_control(char) for char in path):
        reasons.append(gettext_noop("it holds a control character"))
    if any("\ud800" <= char <= "\udfff" for char in path):
        reasons.append(gettext_noop("it is not UTF-8"))
    for component in path.lstrip("/").split("/"):
        reasons.extend(reason for reason in _component_reasons(component) if reason not in reasons)
    return tuple(reasons)


def _is_control(char: str) -> bool:
    return unicodedata.category(char) == "Cc" or char in BIDIRECTIONAL


def _component_reasons(component: str) -> list[str]:
    if component in (".", ".."):
        return [gettext_noop("it leaves its folder with . or ..")]
    if not component:
        return [gettext_noop("it holds an empty folder name")]
    reasons = []
    if component[-1] in ". ":
        reasons.append(gettext_noop("a part of it ends with a dot or a space"))
    if component.split(".")[0].rstrip(" ").upper() in RESERVED:
        reasons.append(gettext_noop("a part of it is reserved on Windows"))
    if len(component.encode("utf-8", "surrogateescape")) > LONGEST_COMPONENT:
        reasons.append(gettext_noop("a part of it is longer than 255 bytes"))
    return reasons


def check_name(path: str) -> tuple[Finding, ...]:
    """Look at one name by itself."""
    report = Reporter(path)
    for reason in unsafe_reasons(path):
        report.error("unsafe-name", gettext_noop("The name is unsafe: %(reason)s."), reason=reason)
    if path.lower().endswith(LEFTOVER_ENDINGS):
        report.warning(
            "leftover", gettext_noop("The name is that of an unfinished transfer: is the file complete?")
        )
    return report.findings


def check_collisions(paths: Iterable[str]) -> tuple[Finding, ...]:
    """Find names that are one file where case or the form of accents does not count.

    ``Report.md`` beside ``report.md`` loses one of them on such a file system.
    """
    first: dict[str, str] = {}
    findings: list[Finding] = []
    for path in paths:
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
        other = first.setdefault(folded, path)
        if other != path:
            report = Reporter(path)
            report.error(
                "colliding-name",
                gettext_noop("The name differs from %(other)s only by case or the form of accents."),
                other=shown(other),
            )
            findings.extend(report.findings)
    return tuple(findings)
