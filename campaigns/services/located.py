"""A JSON or YAML document in which every value knows its line, so that every error can name it.

Values keep the text that was written (``1e-4`` stays ``1e-4``, a date stays a date's text): nothing is
guessed from YAML 1.1, where ``no`` is false and ``1:30`` is 90. Nothing is constructed: no tag runs anything.
"""

import json
import re
from dataclasses import dataclass, field

import yaml
from django.utils.translation import gettext as _

LARGEST = 2_000_000
NULLS = frozenset({"", "~", "null", "Null", "NULL"})
BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
# Allowed inside JSON strings; YAML folds some of them as line breaks and refuses the others.
ESCAPED_FOR_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


class CampaignFileError(ValueError):
    """Everything that is wrong with a file, each with its line."""

    def __init__(self, problems: tuple[tuple[int, str], ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{line}: {message}" for line, message in problems))


@dataclass
class Findings:
    """What was found wrong while a document is read to its end."""

    problems: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: int, message: str) -> None:
        """Keep one problem."""
        if (line, message) not in self.problems:
            self.problems.append((line, message))

    def check(self) -> None:
        """Raise all of them, in the order of their lines."""
        if self.problems:
            raise CampaignFileError(tuple(sorted(self.problems, key=lambda problem: problem[0])))


@dataclass(frozen=True)
class Scalar:
    """One written value: its text, whether it stood in quotes, and its line."""

    text: str
    quoted: bool
    line: int

    @property
    def is_null(self) -> bool:
        """Say whether nothing was written, or ``null``."""
        return not self.quoted and self.text in NULLS

    @property
    def flag(self) -> bool | None:
        """Read ``true`` or ``false``, else None."""
        return None if self.quoted else BOOLEANS.get(self.text)


@dataclass(frozen=True)
class Sequence:
    """A list of values."""

    items: tuple["Value", ...]
    line: int


@dataclass(frozen=True)
class Mapping:
    """Keys with their values, each key with its line."""

    entries: dict[str, "Value"]
    key_lines: dict[str, int]
    line: int


Value = Scalar | Sequence | Mapping


def read_document(text: str, name: str, findings: Findings) -> Value:
    """Read the text as JSON when it is, or when ``name`` ends in .json; else as YAML."""
    if len(text) > LARGEST:
        raise CampaignFileError(((1, _("The file is larger than 2 MB.")),))
    try:
        node = _composed(_plain_yaml(text.removeprefix("\ufeff"), name))
        if node is None:
            raise CampaignFileError(((1, _("The file is empty.")),))
        return _Builder(findings).value(node)
    except RecursionError as error:
        raise CampaignFileError(((1, _("The file is nested too deeply.")),)) from error


def _plain_yaml(text: str, name: str) -> str:
    """Give YAML as it is; JSON with what YAML reads otherwise written as escapes, line for line."""
    is_json = name.lower().endswith(".json")
    if not is_json and not text.lstrip().startswith(("{", "[")):
        return text
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if not is_json:
            return text
        message = _("This is not valid JSON: %(what)s (column %(column)d).")
        raise CampaignFileError(
            ((error.lineno, message % {"what": error.msg, "column": error.colno}),)
        ) from error
    # Valid JSON has no raw tab inside a string.
    return ESCAPED_FOR_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\t", " "))


def _composed(text: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        what = error.problem or error.context or ""
        raise CampaignFileError(((line, _("This is not valid YAML: %(what)s.") % {"what": what}),)) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        what = _("a character that may not stand in a text file")
        raise CampaignFileError(((line, _("This is not valid YAML: %(what)s.") % {"what": what}),)) from error


@dataclass
class _Builder:
    """Turns nodes into values; one that an alias repeats is built once."""

    findings: Findings
    built: dict[int, Value] = field(default_factory=dict)
    open: set[int] = field(default_factory=set)

    def value(self, node: yaml.Node) -> Value:
        """Build the value of a node."""
        if id(node) in self.open:
            raise CampaignFileError(((_line(node), _("A value contains itself.")),))
        if id(node) not in self.built:
            self.open.add(id(node))
            self.built[id(node)] = self._new(node)
            self.open.remove(id(node))
        return self.built[id(node)]

    def _new(self, node: yaml.Node) -> Value:
        match node:
            case yaml.MappingNode():
                return self._mapping(node)
            case yaml.SequenceNode():
                return Sequence(tuple(self.value(item) for item in node.value), _line(node))
        return Scalar(self._text(node), bool(getattr(node, "style", "")), _line(node))

    def _mapping(self, node: yaml.MappingNode) -> Mapping:
        entries: dict[str, Value] = {}
        key_lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            value = self.value(value_node)
            if not isinstance(key_node, yaml.ScalarNode):
                self.findings.add(_line(key_node), _("A key is a plain text."))
                continue
            key = self._text(key_node)
            if key in entries:
                message = _("“%(key)s” stands here twice; the first is on line %(line)d.")
                self.findings.add(_line(key_node), message % {"key": key, "line": key_lines[key]})
                continue
            entries[key], key_lines[key] = value, _line(key_node)
        return Mapping(entries, key_lines, _line(node))

    def _text(self, node: yaml.Node) -> str:
        """Join the two halves that JSON writes for a character outside the basic plane."""
        try:
            text = str(node.value).encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            self.findings.add(_line(node), _("A character in this text cannot be stored."))
        return text


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
