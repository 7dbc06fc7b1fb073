"""The identifiers of a corpus, one a line: counted and hashed here, so that nobody types a hash (R1.5)."""

import hashlib
from collections import Counter
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 300
NAMED = 5


@dataclass(frozen=True)
class IdentifierList:
    """Identifiers in their order, and the SHA-256 of the content they were read from."""

    identifiers: tuple[str, ...]
    sha256: str

    @property
    def count(self) -> int:
        """Count the items."""
        return len(self.identifiers)


def parse_identifiers(content: bytes) -> IdentifierList:
    """Read the content of a list, and hash it as it is. Raises ``ValidationError`` with all problems."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValidationError(_("The list is not text in UTF-8.")) from error
    lines = [line.strip() for line in text.split("\n")]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    problems = _too_long(numbered) + _repeated(numbered)
    if not numbered:
        problems = [_("The list has no identifier: write one on each line.")]
    if "\x00" in text:
        problems = [_("A character in this list cannot be stored.")]
    if problems:
        raise ValidationError(problems)
    return IdentifierList(tuple(line for _number, line in numbered), hashlib.sha256(content).hexdigest())


def parse_pasted(text: str) -> IdentifierList:
    """Read a list from a text field: browsers send CR LF, so it is hashed with LF and one at the end."""
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return parse_identifiers("".join(f"{line}\n" for line in lines if line).encode())


def _too_long(numbered: list[tuple[int, str]]) -> list[str]:
    message = _("Line %(line)d has more than %(most)d characters.")
    return [message % {"line": number, "most": LONGEST} for number, line in numbered if len(line) > LONGEST][
        :NAMED
    ]


def _repeated(numbered: list[tuple[int, str]]) -> list[str]:
    counts = Counter(line for _number, line in numbered)
    message = _("“%(identifier)s” stands in the list %(times)d times.")
    return [message % {"identifier": line, "times": times} for line, times in counts.items() if times > 1][
        :NAMED
    ]
