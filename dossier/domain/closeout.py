"""The close-out as data: what the page shows, what the PDF prints, what is hashed (R11.2, R11.3).

Worked: the same campaign issued twice with the same edition gives the same text and the same SHA-256, and
``from_json(closeout.to_json())`` is the close-out again, with 47.14 USD as money and 3 h as 180 minutes.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from dossier.domain.announced import (
    AnnouncedCheck,
    AnnouncedRule,
    ChangeAfterApproval,
    Conclusion,
    Edition,
    Question,
    Subject,
    Variant,
)
from dossier.domain.exact_json import dump, read
from dossier.domain.recorded import (
    Budget,
    Correction,
    Decision,
    Dossier,
    PlanAgainstActual,
    Results,
    Run,
    StopEvent,
)

SHORT_RUN_LIST = 1500


@dataclass(frozen=True)
class CloseoutData:
    """Everything that R11.2 asks for; frozen once its edition is issued."""

    campaign: Subject
    edition: Edition
    question: Question
    conclusion: Conclusion
    checks: tuple[AnnouncedCheck, ...] = ()
    rules: tuple[AnnouncedRule, ...] = ()
    changes: tuple[ChangeAfterApproval, ...] = ()
    variants: tuple[Variant, ...] = ()
    runs: tuple[Run, ...] = ()
    stop_events: tuple[StopEvent, ...] = ()
    corrections: tuple[Correction, ...] = ()
    plan: PlanAgainstActual = field(default_factory=PlanAgainstActual)
    budget: Budget = field(default_factory=Budget)
    results: Results = field(default_factory=Results)
    decisions: tuple[Decision, ...] = ()
    dossier: Dossier = field(default_factory=Dossier)
    uncertainties: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Write the data as text that is always the same for the same data."""
        return dump(self)

    @property
    def sha256(self) -> str:
        """Hash the text; this is what an issued edition keeps (R11.3)."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    @property
    def listed_runs(self) -> tuple[Run, ...]:
        """The runs that the report prints; all of them are in the attached data."""
        return self.runs[:SHORT_RUN_LIST]

    @property
    def unlisted_runs(self) -> int:
        """How many runs stand in the attached data only."""
        return max(0, len(self.runs) - SHORT_RUN_LIST)


def from_json(stored: str | Mapping[str, object]) -> CloseoutData:
    """Read what ``to_json`` wrote, as text or as a database gives it back."""
    return read(CloseoutData, json.loads(stored) if isinstance(stored, str) else stored)
