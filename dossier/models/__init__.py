from dossier.models.closeout import CloseoutEdition, ClosingNotes, DeviationExplanation
from dossier.models.files import Evidence, EvidenceKind, ExpectedFile, Manifest, ManifestEntry, StoredFile

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
