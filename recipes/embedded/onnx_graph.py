"""ONNX graphs whose weights stay in safetensors files next to them."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

FUSED = "com.microsoft"  # the domain of onnxruntime's own operators
_TYPES = {"I8": TensorProto.INT8, "F16": TensorProto.FLOAT16, "F32": TensorProto.FLOAT}
_USUAL, _WITH_INT4 = (20, 9), (21, 10)  # the version of operators, and of the format


class Stored(NamedTuple):
    """Where a tensor is: its file, type, shape, offset and size."""

    file: str
    kind: int
    shape: list[int]
    offset: int
    size: int


def stored_tensors(folder: Path, file: str, prefix: str = "") -> dict[str, Stored]:
    """Return the tensors of a safetensors file in a folder, without a prefix of their names."""
    with open(folder / file, "rb") as opened:
        (size,) = struct.unpack("<Q", opened.read(8))
        header = json.loads(opened.read(size))
    header.pop("__metadata__", None)
    return {
        name.removeprefix(prefix): Stored(
            file,
            _TYPES[entry["dtype"]],
            entry["shape"],
            8 + size + entry["data_offsets"][0],
            entry["data_offsets"][1] - entry["data_offsets"][0],
        )
        for name, entry in header.items()
    }


class Graph:
    """Nodes and constants; a tensor is named by what computes it."""

    def __init__(self, stored: dict[str, Stored]) -> None:
        """`stored` are the weights."""
        self._stored = stored
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._versions = _USUAL

    def node(self, kind: str, inputs: Sequence[str], domain: str = "", **attributes: Any) -> str:
        """Add a node with one output, and return the name of that."""
        return self.nodes(kind, inputs, 1, domain, **attributes)[0]

    def nodes(
        self, kind: str, inputs: Sequence[str], outputs: int, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Add a node, and return the names of its outputs."""
        names = [f"{kind}{len(self._nodes)}.{number}" for number in range(outputs)]
        self._nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names

    def constant(self, value: Any, kind: type[np.generic] = np.float32) -> str:
        """Add a constant of one dimension or more, if it is not there yet."""
        return self._added(np.ascontiguousarray(value, kind))

    def scalar(self, value: int) -> str:
        """Add a whole number without dimensions."""
        return self._added(np.asarray(value, np.int64))

    def int4(self, codes: NDArray[np.int8]) -> str:
        """Add a matrix of whole numbers from -8 to 7, two a byte."""
        self._versions = _WITH_INT4
        pairs = (codes.reshape(-1, 2) & 15).astype(np.uint8)
        name, kind = f"int4.{len(self._constants)}", TensorProto.INT4
        halves = (pairs[:, 0] | (pairs[:, 1] << 4)).tobytes()
        self._constants[name] = helper.make_tensor(name, kind, codes.shape, halves, raw=True)
        return name

    def _added(self, array: NDArray[Any]) -> str:
        tensor = numpy_helper.from_array(array)
        name = f"{array.dtype}{array.shape}{array.tobytes().hex()}"
        tensor.name = f"constant{len(self._constants)}"
        return str(self._constants.setdefault(name, tensor).name)

    def weight(self, name: str) -> str:
        """Add a tensor as it is stored."""
        place = self._stored[name]
        tensor = TensorProto(name=name, data_type=place.kind, dims=place.shape)
        tensor.data_location = TensorProto.EXTERNAL
        entries = {"location": place.file, "offset": place.offset, "length": place.size}
        for key, value in entries.items():
            tensor.external_data.add(key=key, value=str(value))
        self._constants[name] = tensor
        return name

    def floats(self, name: str) -> str:
        """Add a tensor in single precision."""
        return self.node("Cast", [self.weight(name)], to=TensorProto.FLOAT)

    def model(
        self, inputs: Sequence[str], outputs: dict[str, str], by_row: Sequence[str] = ()
    ) -> Any:
        """Return the model: ids in, or one number `by_row`, and tensors out by their new names."""
        for new, old in outputs.items():
            self._nodes.append(helper.make_node("Identity", [old], [new]))
        shapes = {name: ["rows", "n"] for name in inputs} | {name: ["rows"] for name in by_row}
        ids = [helper.make_tensor_value_info(i, TensorProto.INT64, s) for i, s in shapes.items()]
        scores = [helper.make_tensor_value_info(o, TensorProto.FLOAT, None) for o in outputs]
        constants = list(self._constants.values())
        graph = helper.make_graph(self._nodes, "tagger", ids, scores, constants)
        opset, version = self._versions
        opsets = [helper.make_opsetid("", opset), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=version)
