"""safetensors: an 8-byte header length, a JSON header, and tensors that cover the rest exactly."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, BinaryIO

from simpul_recorder.checks.content import size_of
from simpul_recorder.checks.json_strict import StrictJsonError, loads_strict
from simpul_recorder.finding import Finding, Reporter, gettext_noop, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_HEADER = 100_000_000
BITS = {
    "BOOL": 8, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
    "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "I16": 16, "U16": 16, "F16": 16, "BF16": 16, "I32": 32, "U32": 32,
    "F32": 32, "I64": 64, "U64": 64, "F64": 64, "C64": 64,
}  # fmt: skip


@dataclass(frozen=True)
class Tensor:
    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True)
class SafetensorsReport:
    """The findings, and the tensors' names and shapes where the header could be read."""

    findings: tuple[Finding, ...]
    tensors: Mapping[str, Tensor]


def check_safetensors(path: str, stream: BinaryIO) -> SafetensorsReport:
    """Check the file from its header alone; no tensor is loaded.

    A file of 10 bytes with the header ``{}`` is accepted by the library and refused here: it holds nothing.
    """
    report = Reporter(path)
    size = size_of(stream)
    header, data_size = _header(stream, size, report)
    tensors: dict[str, Tensor] = {}
    for name, entry in header.items():
        if name == "__metadata__":
            _check_metadata(entry, report)
        elif (tensor := _tensor(name, entry, report)) is not None:
            tensors[name] = tensor
    if not report.has_error:
        _check_coverage(tensors, data_size, report)
        _check_not_hollow(tensors, report)
    return SafetensorsReport(report.findings, tensors)


def _header(stream: BinaryIO, size: int, report: Reporter) -> tuple[Mapping[str, object], int]:
    stream.seek(0)
    length = int.from_bytes(stream.read(8), "little")
    if size < 8:
        report.error("cut", gettext_noop("The file ends inside its first 8 bytes."))
    elif length > LARGEST_HEADER:
        report.error(
            "header-length", gettext_noop("The first 8 bytes are no header length: no safetensors file.")
        )
    elif 8 + length > size:
        report.error(
            "cut",
            gettext_noop("The file ends inside its header: %(size)s bytes of at least %(needed)s."),
            size=size,
            needed=8 + length,
        )
    if report.has_error:
        return {}, 0
    return _parsed(stream.read(length), report), size - 8 - length


def _parsed(raw: bytes, report: Reporter) -> Mapping[str, object]:
    if not raw.startswith(b"{"):
        report.error("header", gettext_noop("The header does not start with {: no safetensors file."))
        return {}
    try:
        header = loads_strict(raw.decode("utf-8"))
    except UnicodeDecodeError:
        report.error("not-utf-8", gettext_noop("The header is not UTF-8."))
        return {}
    except StrictJsonError as error:
        error.tell(report)
        return {}
    return header if isinstance(header, dict) else {}


def _check_metadata(entry: object, report: Reporter) -> None:
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        report.error("metadata", gettext_noop("__metadata__ may hold texts only."))


def _tensor(name: str, entry: object, report: Reporter) -> Tensor | None:
    if not isinstance(entry, dict):
        report.error("tensor", gettext_noop("The entry of tensor %(name)s is no object."), name=shown(name))
        return None
    dtype, shape, offsets = (
        entry.get("dtype"),
        _counts(entry.get("shape")),
        _counts(entry.get("data_offsets")),
    )
    if not isinstance(dtype, str) or dtype not in BITS:
        report.error(
            "tensor-type",
            gettext_noop("Tensor %(name)s has the unknown type %(dtype)s."),
            name=shown(name),
            dtype=shown(str(dtype)),
        )
        return None
    if shape is None or offsets is None or len(offsets) != 2 or offsets[0] > offsets[1]:
        report.error(
            "tensor", gettext_noop("Tensor %(name)s has no usable shape or offsets."), name=shown(name)
        )
        return None
    tensor = Tensor(dtype, shape, offsets[0], offsets[1])
    if prod(tensor.shape) * BITS[dtype] != (tensor.end - tensor.begin) * 8:
        report.error(
            "tensor-size",
            gettext_noop("Tensor %(name)s has %(found)s bytes, which its shape and type do not give."),
            name=shown(name),
            found=tensor.end - tensor.begin,
        )
    return tensor


def _counts(value: object) -> tuple[int, ...] | None:
    if isinstance(value, list) and all(type(item) is int and item >= 0 for item in value):
        return tuple(value)
    return None


def _check_coverage(tensors: Mapping[str, Tensor], data_size: int, report: Reporter) -> None:
    """Tensors follow each other without a hole, and end where the file ends."""
    place = 0
    for name, tensor in sorted(tensors.items(), key=lambda item: (item[1].begin, item[1].end)):
        if tensor.begin != place:
            report.error(
                "offsets",
                gettext_noop("Tensor %(name)s leaves a hole or overlaps the one before."),
                name=shown(name),
            )
            return
        place = tensor.end
    if place > data_size:
        report.error(
            "cut",
            gettext_noop("The file is cut: %(missing)s bytes of tensors are missing."),
            missing=place - data_size,
        )
    elif place < data_size:
        report.error(
            "padded", gettext_noop("%(extra)s bytes follow the last tensor."), extra=data_size - place
        )


def _check_not_hollow(tensors: Mapping[str, Tensor], report: Reporter) -> None:
    if not tensors:
        report.error("no-tensor", gettext_noop("The file is valid and holds no tensor at all."))
    elif all(tensor.begin == tensor.end for tensor in tensors.values()):
        report.error("hollow", gettext_noop("Every tensor of the file has no element: nothing was saved."))
    else:
        hollow = sorted(name for name, tensor in tensors.items() if tensor.begin == tensor.end)
        if hollow:
            report.error(
                "hollow-tensor",
                gettext_noop("Tensors without an element: %(count)s, the first is %(name)s."),
                count=len(hollow),
                name=shown(hollow[0]),
            )
