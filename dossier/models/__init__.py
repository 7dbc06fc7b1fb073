from dossier.domain.levels import EvidenceKind
from dossier.models.closeout import CloseoutEdition, ClosingNotes, DeviationExplanation
from dossier.models.files import Evidence, ExpectedFile, Manifest, ManifestEntry, StoredFile

__all__ = [
    "CloseoutEdition",
    "ClosingNotes",
    "DeviationExplanation",
    "Evidence",
    "EvidenceKind",
    "ExpectedFile",
    "Manifest",
    "ManifestEntry",
    "StoredFile",
]
