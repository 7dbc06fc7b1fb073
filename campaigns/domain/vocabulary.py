"""The words of a campaign, as they stand in the database, in campaign files and on screen."""

from enum import StrEnum


class CampaignKind(StrEnum):
    RESEARCH_DECISION = "research decision"
    DELIVERABLES = "deliverables"


class CampaignState(StrEnum):
    DRAFT = "draft"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    PILOTING = "piloting"
    DECIDING = "deciding"
    RUNNING = "running"
    CLOSING = "closing"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Priority(StrEnum):
    """Essential is needed to conclude, useful is for when time permits (R1.4)."""

    ESSENTIAL = "essential"
    USEFUL = "useful"
    EXPLORATORY = "exploratory"


class Phase(StrEnum):
    PREPARE = "prepare"
    INSTALL = "install"
    LOAD = "load"
    DATA_CHECK = "data check"
    PILOT = "pilot"
    DECIDE = "decide"
    TRAIN = "train"
    LONG_INPUTS = "long inputs"
    VALIDATE = "validate"
    REPEAT_CHECK = "repeat check"
    WRITE_OUTPUTS = "write outputs"
    CHECKPOINT = "checkpoint"
    TRANSFER = "transfer"
    RESTORE = "restore"
    ANALYSE = "analyse"
    RELOAD_CHECK = "reload check"
    RETRIEVE = "retrieve"
    WIPE = "wipe"


class ResourceKind(StrEnum):
    """Who or what does a step (R3.1)."""

    PERSON = "person"
    GPU = "gpu"
    NETWORK = "network"


class WindowOpening(StrEnum):
    """What opens the window (R3.4)."""

    FIRST_STEP = "first step"
    FIRST_MACHINE_STEP = "first machine step"


class VariantRole(StrEnum):
    CONTROL = "control"
    ISOLATING_CONTROL = "isolating control"
    VARIANT = "variant"


class Direction(StrEnum):
    """How a metric is compared with its threshold."""

    AT_LEAST = "at least"
    AT_MOST = "at most"


class DeliverableKind(StrEnum):
    PREDICTIONS = "predictions"
    ARTEFACT = "artefact"
    ERROR_ANALYSIS = "error analysis"
    RELOAD_INSTRUCTIONS = "reload instructions"
    RAW_MEASUREMENTS = "raw measurements"
    PARAMETERS = "parameters"
    OTHER = "other"


class DeliverableScope(StrEnum):
    """Whom an expected deliverable belongs to."""

    CAMPAIGN = "campaign"
    EVERY_VARIANT = "every variant"


class StopRuleKind(StrEnum):
    """The kinds of R5.1."""

    NON_FINITE_LOSS = "non-finite loss"
    QUALITY_BELOW_THRESHOLD = "quality below threshold"
    ESSENTIAL_INPUT_TRUNCATED = "essential input truncated"
    NO_USABLE_RECOVERY = "no usable recovery"
    TIME_LIMIT = "time limit"
    OTHER = "other"


class ProposalKind(StrEnum):
    """The three choices after a pilot (R6.2)."""

    CONTINUE = "continue"
    REDUCE = "reduce"
    REVISIT = "revisit"


class RunPurpose(StrEnum):
    PILOT = "pilot"
    MAIN = "main"
    REPEAT = "repeat"
    TIMING = "timing"


class RunState(StrEnum):
    """The states of R7.2."""

    PLANNED = "planned"
    RUNNING = "running"
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"
    UNKNOWN = "unknown"


class Verdict(StrEnum):
    """What a variant's result says against its threshold (R2.3)."""

    MEETS = "meets"
    DOES_NOT_MEET = "does not meet"
    INCONCLUSIVE = "inconclusive"
