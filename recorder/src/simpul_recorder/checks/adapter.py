"""adapter_config.json: without the exact revision of its base, an adapter cannot be loaded again (R10.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from simpul_recorder.checks.json_strict import read_json
from simpul_recorder.checks.paths import check_paths, is_of_one_machine
from simpul_recorder.finding import Finding, Reporter, gettext_noop, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simpul_recorder.checks.safetensors import Tensor

ADAPTER_CONFIG = "adapter_config.json"
BASE_KEY = "base_model_name_or_path"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")


def check_adapter(
    path: str,
    content: bytes,
    sealed_revision: str | None = None,
    tensors: Mapping[str, Tensor] | None = None,
) -> tuple[Finding, ...]:
    """Check base, revision and rank; ``sealed_revision`` is the commit of the sealed manifest, if any.

    ``"revision": null`` is what the library writes by default, and then nobody can tell which base it was.
    """
    report = Reporter(path)
    config = read_json(content, report)
    if not isinstance(config, dict):
        if not report.found:
            report.error("not-an-object", gettext_noop("The file is no JSON object."))
        return report.findings
    _check_base(config.get(BASE_KEY), report)
    _check_revision(config.get("revision"), sealed_revision, report)
    _check_rank(config, tensors or {}, report)
    check_paths({key: value for key, value in config.items() if key != BASE_KEY}, report)
    return report.findings


def _check_base(base: object, report: Reporter) -> None:
    if not isinstance(base, str) or not base.strip():
        report.error("no-base", gettext_noop("base_model_name_or_path names no base model."))
    elif is_of_one_machine(base) or not _HUB_NAME.fullmatch(base):
        report.error(
            "local-base",
            gettext_noop(
                "The base model is %(found)s, a path of one machine: the adapter loads nowhere else."
            ),
            found=shown(base),
        )


def _check_revision(revision: object, sealed: str | None, report: Reporter) -> None:
    sealed_commit = sealed if sealed is not None and _COMMIT.fullmatch(sealed) else None
    if isinstance(revision, str) and _COMMIT.fullmatch(revision):
        if sealed_commit not in (None, revision):
            report.error(
                "revision-differs",
                gettext_noop("The revision is %(found)s, but the sealed manifest names %(sealed)s."),
                found=revision,
                sealed=str(sealed_commit),
            )
    elif revision is not None and revision != "":
        report.error(
            "revision-branch",
            gettext_noop(
                "The revision is %(found)s, which can move; 40 hexadecimal digits of a commit are needed."
            ),
            found=shown(str(revision)),
        )
    elif sealed_commit:
        report.note(
            "revision-sealed", gettext_noop("The revision is only in the sealed manifest: %(sealed)s."),
            sealed=sealed_commit,
        )  # fmt: skip
    else:
        report.error(
            "revision-missing",
            gettext_noop("The revision is null: which version of the base was used cannot be told."),
        )


def _check_rank(config: Mapping[str, object], tensors: Mapping[str, Tensor], report: Reporter) -> None:
    """Compare r with the first side of every lora_A; a pattern of ranks per layer is left alone."""
    rank = config.get("r")
    if type(rank) is not int or config.get("rank_pattern"):
        return
    for name, tensor in sorted(tensors.items()):
        if ".lora_A." in name and tensor.shape and tensor.shape[0] != rank:
            report.error(
                "rank-differs",
                gettext_noop("The configuration says rank %(rank)s, tensor %(name)s has %(found)s."),
                rank=rank,
                name=shown(name),
                found=tensor.shape[0],
            )
            return
