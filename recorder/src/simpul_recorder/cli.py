"""The command ``simpul-recorder``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from simpul_recorder import __version__
from simpul_recorder.checks.by_name import Context
from simpul_recorder.checks.predictions import Corpus
from simpul_recorder.finding import Finding, Severity, shown
from simpul_recorder.folder import check_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FINE, ERRORS_FOUND, CANNOT_CHECK = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the answer is its exit code."""
    options = _parser().parse_args(arguments)
    try:
        findings = check_folder(
            _folder(options.folder),
            Context(corpus=_corpus(options.corpus), identifier_field=options.identifier),
            options.manifest,
            _progress(),
        )
    except (OSError, ValueError) as error:
        sys.stderr.write(f"simpul-recorder: {error}\n")
        return CANNOT_CHECK
    _print(findings, as_json=options.json)
    return ERRORS_FOUND if any(finding.is_error for finding in findings) else FINE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="simpul-recorder", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    check = verbs.add_parser("check", help="check a folder of outputs, offline and without loading them")
    check.add_argument("folder", type=Path, metavar="DIR")
    check.add_argument(
        "--corpus", type=Path, metavar="FILE", help="identifiers of the frozen corpus, one a line"
    )
    check.add_argument(
        "--identifier", metavar="FIELD", help="field that holds the identifier of a prediction"
    )
    check.add_argument("--manifest", type=Path, metavar="FILE", help="manifest in the format of sha256sum")
    check.add_argument("--json", action="store_true", help="print the findings as JSON")
    return parser


def _folder(path: Path) -> Path:
    if not path.is_dir():
        raise ValueError(f"{shown(str(path))} is no folder.")
    return path


def _corpus(path: Path | None) -> Corpus | None:
    """Read identifiers, one a line; an empty line is none, and the same one twice is refused."""
    if path is None:
        return None
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    identifiers = tuple(line.rstrip("\r") for line in lines if line.strip())
    if len(set(identifiers)) != len(identifiers):
        raise ValueError(f"{shown(str(path))} names an identifier twice.")
    return Corpus(len(identifiers), identifiers)


def _progress() -> Callable[[str, int, int], None]:
    """Show the file at work on a terminal; say nothing into a log."""

    def show(path: str, number: int, count: int) -> None:
        if sys.stderr.isatty():
            end = "\r\x1b[K" if number == count else ""
            sys.stderr.write(f"\r\x1b[K{number}/{count} {shown(path)[:60]}{end}")
            sys.stderr.flush()

    return show


def _print(findings: Sequence[Finding], as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps([finding.as_dict() for finding in findings], indent=2) + "\n")
        return
    for finding in findings:
        place = shown(finding.path) + (f":{finding.line}" if finding.line else "")
        sys.stdout.write(f"{place}: {finding.severity.value}: {finding.message} [{finding.code}]\n")
    errors = sum(finding.is_error for finding in findings)
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    sys.stdout.write(f"errors: {errors}, warnings: {warnings}\n")


if __name__ == "__main__":
    sys.exit(main())
