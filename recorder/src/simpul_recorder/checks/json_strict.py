"""JSON as the standard says: no NaN, no number beyond what a computer holds, no key twice."""

from __future__ import annotations

import json
import math
import re

from simpul_recorder.finding import Reporter, Severity, gettext_noop, shown

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity|\d[\d.eE+-]*)', re.DOTALL)
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


class StrictJsonError(ValueError):
    """Why the text is no strict JSON: a stable code, a sentence with its values, and the line where known."""

    def __init__(self, code: str, template: str, line: int | None = None, **values: str | int) -> None:
        super().__init__(template % values if values else template)
        self.code = code
        self.template = template
        self.line = line
        self.values = values

    def tell(self, report: Reporter, line: int | None = None) -> None:
        """Put it into a report."""
        report.add(Severity.ERROR, self.code, self.template, line, self.values)


def loads_strict(text: str) -> object:
    """Parse one value, refusing what ``json.loads`` lets through.

    ``{"loss": NaN}``, ``{"loss": 1e999}`` and ``{"id": 1, "id": 2}`` each raise, and the error says which.
    """
    if text.startswith("\ufeff"):
        raise StrictJsonError("bom", gettext_noop("The text starts with a byte order mark."), 1)
    try:
        value: object = json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant, parse_float=_finite
        )
    except StrictJsonError as error:
        error.line = _line_of_token(text, str(error.values.get("number", "")))
        raise
    except json.JSONDecodeError as error:
        raise StrictJsonError(
            "json", gettext_noop("It is no JSON: %(reason)s."), error.lineno, reason=error.msg.lower()
        ) from error
    except (ValueError, RecursionError) as error:
        raise StrictJsonError(
            "json", gettext_noop("It is no usable JSON: a number is too long or it is nested too deeply.")
        ) from error
    if _HALF_CHARACTER.search(text) and _has_half_character(value):
        raise StrictJsonError(
            "half-character", gettext_noop("A text in it holds half a character (\\ud800-\\udfff).")
        )
    return value


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise StrictJsonError(
                "duplicate-key", gettext_noop("The key %(key)s stands twice in one object."), key=shown(key)
            )
        result[key] = value
    return result


def _refuse_constant(text: str) -> object:
    raise StrictJsonError("not-finite", gettext_noop("%(number)s is no number in JSON."), number=text)


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise StrictJsonError(
            "overflow", gettext_noop("%(number)s is beyond the largest number."), number=shown(text)
        )
    return value


def _line_of_token(text: str, token: str) -> int | None:
    """Find the line of a number, leaving out texts that only look like it."""
    for matched in _TOKEN.finditer(text):
        if token and matched.group() == token:
            return text.count("\n", 0, matched.start()) + 1
    return None


def _has_half_character(value: object) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str) and any("\ud800" <= char <= "\udfff" for char in item):
            return True
        if isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
    return False


def read_json(content: bytes, report: Reporter) -> object | None:
    """Decode and parse a whole file; what is wrong goes into the report and the answer is ``None``."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        report.error("utf-16", gettext_noop("The file is UTF-16; save it as UTF-8."))
        return None
    try:
        return loads_strict(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        report.error(
            "not-utf-8", gettext_noop("The file is not UTF-8."), content.count(b"\n", 0, error.start) + 1
        )
    except StrictJsonError as error:
        error.tell(report, error.line)
    return None
