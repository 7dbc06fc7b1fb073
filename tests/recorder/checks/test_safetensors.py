import io
import json

import pytest

from simpul_recorder.checks.safetensors import Tensor, check_safetensors


def build(header: object, data: bytes = b"", raw: bytes | None = None) -> bytes:
    encoded = raw if raw is not None else json.dumps(header).encode()
    return len(encoded).to_bytes(8, "little") + encoded + data


def tensor(begin: int, end: int, shape: list[int], dtype: str = "F32") -> dict[str, object]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def codes(content: bytes) -> list[str]:
    return [finding.code for finding in check_safetensors("m.safetensors", io.BytesIO(content)).findings]


GOOD = {"__metadata__": {"format": "pt"}, "a": tensor(0, 16, [2, 2]), "b": tensor(16, 20, [2], "BF16")}


def test_a_whole_file_is_well_formed_and_its_shapes_are_known() -> None:
    report = check_safetensors("m.safetensors", io.BytesIO(build(GOOD, b"x" * 20)))
    assert report.findings == ()
    assert report.tensors == {"a": Tensor("F32", (2, 2), 0, 16), "b": Tensor("BF16", (2,), 16, 20)}


def test_a_header_padded_with_blanks_is_well_formed() -> None:
    assert codes(build(None, b"x" * 20, json.dumps(GOOD).encode() + b"   ")) == []


def test_a_tensor_without_a_shape_is_one_number() -> None:
    assert codes(build({"scale": tensor(0, 4, [])}, b"xxxx")) == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (build(GOOD, b"x" * 19), "cut"),
        (build(GOOD, b"x" * 21), "padded"),
        (build(GOOD, b"x" * 20)[:60], "cut"),
        (b"\x08\0\0", "cut"),
        ((100_000_001).to_bytes(8, "little") + b"{}", "header-length"),
        (build(None, raw=b"[]"), "header"),
        (build(None, raw=b'{"a": NaN}'), "not-finite"),
        (build(None, raw=b'{"a": {}, "a": {}}'), "duplicate-key"),
        (build(None, raw=b'{"\xe9": {}}'), "not-utf-8"),
        (build({"__metadata__": {"steps": 3}, "a": tensor(0, 4, [1])}, b"xxxx"), "metadata"),
        (build({"a": 3}), "tensor"),
        (build({"a": tensor(0, 4, [1], "F31")}, b"xxxx"), "tensor-type"),
        (build({"a": tensor(0, 8, [1])}, b"x" * 8), "tensor-size"),
        (build({"a": tensor(4, 0, [1])}, b"x" * 4), "tensor"),
        (build({"a": tensor(0, 4, [-1])}, b"x" * 4), "tensor"),
        (build({"a": tensor(0, 4, [True])}, b"x" * 4), "tensor"),
        (build({"a": tensor(0, 4, [1]), "b": tensor(8, 12, [1])}, b"x" * 12), "offsets"),
        (build({"a": tensor(0, 4, [1]), "b": tensor(0, 4, [1])}, b"x" * 4), "offsets"),
    ],
)
def test_r10_2_a_damaged_file_is_an_error(content: bytes, code: str) -> None:
    assert codes(content) == [code]


def test_r10_2_valid_but_empty_files_are_refused() -> None:
    assert codes(build({})) == ["no-tensor"]
    assert codes(build({"__metadata__": {"format": "pt"}})) == ["no-tensor"]
    assert codes(build({"a": tensor(0, 0, [0]), "b": tensor(0, 0, [3, 0])})) == ["hollow"]
    assert codes(build({"a": tensor(0, 0, [0]), "b": tensor(0, 4, [1])}, b"xxxx")) == ["hollow-tensor"]
