"""Write `mini` as an ONNX graph with 8-bit products over the packaged weights.

The graph holds no weights. The int8 weights have one scale by output and are multiplied as they are
stored; inputs are rounded by rows, so the result for a row does not depend on others. Rows have no
padding. Only the slot of a row goes through the last layer and the head.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from onnx import TensorProto
from onnx_encoder import LEAST_GELU, Encoder, by_row, config_of, has_signs
from onnx_graph import Graph, stored_tensors

from privtool.models.catalog import EMBEDDED

_HEAD, _TOKENS = "cls.predictions", "bert.embeddings.word_embeddings"


class StoredInt8:
    """Linear layers whose stored codes are multiplied."""

    def __call__(self, graph: Graph, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        return self.product(graph, inputs, layers, [f"{layer}.bias" for layer in layers])

    def product(
        self, graph: Graph, inputs: str, layers: Sequence[str], biases: Sequence[str]
    ) -> str:
        """Add linear layers with biases of these names."""
        weights = [f"{layer}.weight" for layer in layers]
        codes = graph.node("Concat", [graph.weight(weight) for weight in weights], axis=0)
        parts = [graph.floats(f"{weight}.scale") for weight in weights]
        column = graph.node("Concat", parts, axis=0)
        bias = graph.node("Concat", [graph.floats(bias) for bias in biases], axis=0)
        minus_one, last = graph.constant([-1], np.int64), graph.constant([1], np.int64)
        if not has_signs(layers[0]):
            sums = graph.node("Cast", [codes], to=TensorProto.FLOAT)
            sums = graph.node("ReduceSum", [graph.node("Mul", [sums, column]), last], keepdims=0)
            bias = graph.node("Sub", [bias, graph.node("Mul", [sums, graph.constant(LEAST_GELU)])])
        scales = graph.node("Reshape", [column, minus_one])
        rounded = graph.node("Transpose", [codes]), scales, graph.constant(0, np.int8)
        return by_row(graph, inputs, rounded, bias, signs=has_signs(layers[0]))


class Filler(Encoder):
    """The graph of the filler."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds `mini`."""
        mini = folder / "mini"
        weights = stored_tensors(mini, "model.safetensors")
        super().__init__(config_of(mini), weights, StoredInt8())

    def model(self) -> bytes:
        """Return the file of the model: the scores of all tokens at the slot of each row."""
        graph = self.graph
        *layers, last = self.layers
        hidden, shape = self.hidden("input_ids", layers)
        states = self._at_slots(last, hidden, shape)
        states = graph.node("Gelu", [self.dense(states, [f"{_HEAD}.transform.dense"])])
        states = self.normalized([states], f"{_HEAD}.transform.LayerNorm")
        logits = StoredInt8().product(graph, states, [_TOKENS], [f"{_HEAD}.bias"])
        made: bytes = graph.model(["input_ids"], {"logits": logits}, ["slots"]).SerializeToString()
        return made

    def _at_slots(self, layer: str, hidden: str, shape: str) -> str:
        """Add the last layer at the slots."""
        graph, attention = self.graph, f"{layer}.attention.self"
        last = graph.constant([1], np.int64)
        slots = graph.node("Unsqueeze", ["slots", last])
        rows = graph.node("Reshape", [hidden, shape])
        selected = graph.node("GatherND", [rows, slots], batch_dims=1)
        query = graph.node("Unsqueeze", [self.dense(selected, [f"{attention}.query"]), last])
        both = self.dense(hidden, [f"{attention}.key", f"{attention}.value"])
        both = graph.nodes("Split", [both], 2, axis=1, num_outputs=2)
        key, value = (graph.node("Reshape", [part, shape]) for part in both)
        return self.after_attention(layer, self.attended(query, key, value), selected)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=EMBEDDED, help="holds mini")
    folder = parser.parse_args().folder
    (folder / "mini" / "int8.onnx").write_bytes(Filler(folder).model())


if __name__ == "__main__":
    main()
