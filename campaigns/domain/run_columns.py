"""What the columns of a tracker's CSV hold: as guessed from their names, then as a person chose.

Worked: ``experiment`` is guessed to be the name of the run, ``total_seconds`` its total time, and
``test_accuracy`` the metric *accuracy* when the campaign has announced a check of that name.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from campaigns.domain.run_csv import Table
from campaigns.domain.run_values import DecimalMark, SpanUnit, ValueRefused, parse_metric
from teams.domain.message import Message, gettext_noop


class ColumnUse(StrEnum):
    """What a column of the file holds."""

    IGNORE = "not used"
    NAME = "name of the run"
    STARTED = "started at"
    ENDED = "ended at"
    SECONDS = "total seconds"
    MINUTES = "total minutes"
    HOURS = "total hours"
    STATUS = "status"
    SEED = "seed"
    CONFIGURATION = "tells variants apart"
    METRIC = "metric"
    FILES = "where its files are"
    NOTE = "note"


MANY = frozenset({ColumnUse.IGNORE, ColumnUse.CONFIGURATION, ColumnUse.METRIC, ColumnUse.NOTE})
SPANS = {
    ColumnUse.SECONDS: SpanUnit.SECONDS,
    ColumnUse.MINUTES: SpanUnit.MINUTES,
    ColumnUse.HOURS: SpanUnit.HOURS,
}
NAMES: dict[ColumnUse, frozenset[str]] = {
    ColumnUse.NAME: frozenset(
        {"experiment", "name", "run", "run name", "run id", "id", "job id", "jobid", "job name"}
    ),
    ColumnUse.STARTED: frozenset({"started at", "start", "started", "start time", "created", "created at"}),
    ColumnUse.ENDED: frozenset({"ended at", "end", "ended", "end time", "finished at"}),
    ColumnUse.SECONDS: frozenset(
        {
            "seconds",
            "total seconds",
            "total time",
            "duration",
            "runtime",
            "elapsed",
            "wall time",
            "train runtime",
        }
    ),
    ColumnUse.MINUTES: frozenset({"minutes", "total minutes", "duration minutes"}),
    ColumnUse.HOURS: frozenset({"hours", "total hours", "duration hours"}),
    ColumnUse.STATUS: frozenset({"status", "state", "exit code", "exitcode"}),
    ColumnUse.SEED: frozenset({"seed", "random seed"}),
    ColumnUse.CONFIGURATION: frozenset({"variant", "configuration"}),
    ColumnUse.FILES: frozenset({"files", "path", "output", "artifact uri", "output dir", "checkpoint"}),
    ColumnUse.NOTE: frozenset({"note", "notes", "error", "comment", "message"}),
}
USUAL_FACTORS = frozenset(
    {"method", "adapter", "rank", "learning rate", "lr", "optimizer", "batch size", "model", "precision"}
)
MEASURED = frozenset({"accuracy", "loss", "score", "f1", "bleu", "rouge", "seconds", "perplexity", "recall"})
PREFIXES = ("metrics ", "metric ", "params ", "param ", "test ", "eval ", "final ", "summary ")


@dataclass(frozen=True)
class ColumnChoice:
    """What a column holds, and the name by which the campaign knows it (of a metric or a factor)."""

    use: ColumnUse
    called: str = ""


def guess_columns(
    table: Table, mark: DecimalMark, metrics: Iterable[str] = (), factors: Iterable[str] = ()
) -> tuple[ColumnChoice, ...]:
    """Suggest what each column holds, with the campaign's own metrics and factors by their names."""
    announced = {_plain(name): name for name in metrics}
    known = {_plain(name): name for name in factors}
    guesses: list[ColumnChoice] = []
    for place, header in enumerate(table.header):
        guess = _guess(header, table.samples(place), mark, announced, known)
        taken = {choice.use for choice in guesses} - MANY
        spans = taken & {ColumnUse.ENDED, *SPANS}
        if guess.use in taken or (spans and guess.use in {ColumnUse.ENDED, *SPANS}):
            guess = ColumnChoice(ColumnUse.IGNORE)
        if guess.called and guess in guesses:
            guess = ColumnChoice(ColumnUse.IGNORE)
        guesses.append(guess)
    return tuple(guesses)


def _guess(
    header: str,
    samples: tuple[str, ...],
    mark: DecimalMark,
    announced: dict[str, str],
    known: dict[str, str],
) -> ColumnChoice:
    plain = _plain(header)
    bare = _without_prefix(plain)
    if not samples:
        return ColumnChoice(ColumnUse.IGNORE)
    for name in (plain, bare):
        if name in known:
            return ColumnChoice(ColumnUse.CONFIGURATION, known[name])
        if name in announced:
            return ColumnChoice(ColumnUse.METRIC, announced[name])
    if not known and bare in USUAL_FACTORS and len(samples) > 1:
        return ColumnChoice(ColumnUse.CONFIGURATION, bare)
    measured = MEASURED & set(plain.split()) and all(_is_number(sample, mark) for sample in samples)
    usual = ColumnUse.METRIC if measured else ColumnUse.IGNORE
    use = next((use for use, names in NAMES.items() if plain in names), usual)
    return ColumnChoice(use, header if use in (ColumnUse.CONFIGURATION, ColumnUse.METRIC) else "")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", name.lower()).strip()


def _without_prefix(plain: str) -> str:
    for prefix in PREFIXES:
        plain = plain.removeprefix(prefix)
    return plain


def _is_number(text: str, mark: DecimalMark) -> bool:
    try:
        parse_metric(text, mark)
    except ValueRefused:
        return False
    return True


def check_columns(columns: tuple[ColumnChoice, ...]) -> tuple[Message, ...]:
    """Say what is wrong with the choice of columns as a whole."""
    found = []
    uses = [column.use for column in columns]
    for use in ColumnUse:
        if use not in MANY and uses.count(use) > 1:
            text = gettext_noop("More than one column is said to be “%(use)s”. Choose one.")
            found.append(Message(text, {"use": use}))
    if len({ColumnUse.ENDED, *SPANS} & set(uses)) > 1:
        found.append(Message(gettext_noop("Choose either the end or one total time, not both.")))
    if ColumnUse.STARTED not in uses:
        found.append(Message(gettext_noop("Say which column holds the start of each run.")))
    for use in (ColumnUse.METRIC, ColumnUse.CONFIGURATION):
        names = [column.called for column in columns if column.use is use]
        for name in sorted({name for name in names if names.count(name) > 1}):
            text = gettext_noop("Two columns are called “%(name)s”. Give each its own name.")
            found.append(Message(text, {"name": name}))
    return tuple(found)


def status_words(table: Table, columns: tuple[ColumnChoice, ...]) -> tuple[str, ...]:
    """The different words of the status column, in the order in which they appear."""
    places = [place for place, column in enumerate(columns) if column.use is ColumnUse.STATUS]
    words = (row.cells[place] for place in places for row in table.rows)
    return tuple(dict.fromkeys(word for word in words if word))


def guess_mark(table: Table) -> DecimalMark:
    """The decimal mark: a comma when more cells are numbers with a comma than with a point."""
    cells = [cell for row in table.rows[:200] for cell in row.cells]
    commas = sum(1 for cell in cells if re.fullmatch(r"-?\d+,\d+([eE]-?\d+)?", cell))
    points = sum(1 for cell in cells if re.fullmatch(r"-?\d+\.\d+([eE]-?\d+)?", cell))
    return DecimalMark.COMMA if commas > points else DecimalMark.POINT
