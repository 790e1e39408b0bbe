"""BERT's encoder as an ONNX graph, with its linear layers computed in one way or another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from onnx import TensorProto
from onnx_graph import FUSED, Graph, Stored

LEAST_GELU = 0.17  # its minimum is -0.16997


class Products(Protocol):
    """How linear layers are computed."""

    def __call__(self, graph: Graph, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        ...


class Encoder:
    """The graph of an encoder."""

    def __init__(
        self, config: dict[str, Any], weights: dict[str, Stored], products: Products
    ) -> None:
        self.config, self.graph, self._products = config, Graph(weights), products
        self.inputs_of: dict[str, str] = {}

    @property
    def layers(self) -> list[str]:
        """The names of the layers."""
        return [f"bert.encoder.layer.{n}" for n in range(self.config["num_hidden_layers"])]

    def token_types(self) -> str:
        """Add the embeddings of token types: by default, those of the first one."""
        table = "bert.embeddings.token_type_embeddings.weight"
        return self.rows_of(table, self.graph.constant(0, np.int64))

    def embedded(self, ids: str) -> str:
        """Add the embeddings of tokens."""
        graph, base = self.graph, "bert.embeddings"
        length = graph.node("Squeeze", [graph.node("Shape", [ids], start=1, end=2)])
        positions = graph.node("Range", [self.whole(0), length, self.whole(1)])
        types = self.token_types()
        words = self.rows_of(f"{base}.word_embeddings.weight", ids)
        both = graph.node("Add", [words, types])
        places = self.rows_of(f"{base}.position_embeddings.weight", positions)
        return self.normalized([both, places], f"{base}.LayerNorm")

    def hidden(self, ids: str, layers: Sequence[str]) -> tuple[str, str]:
        """Add embeddings of tokens and layers; return the states, flat, and their shape before."""
        embedded = self.embedded(ids)
        shape, states = self.graph.node("Shape", [embedded]), self.flat(embedded)
        for layer in layers:
            states = self.layer(layer, states, shape)
        return states, shape

    def whole(self, number: int) -> str:
        """Add a bound of the positions."""
        return self.graph.constant(number, np.int64)

    def layer(self, layer: str, hidden: str, shape: str) -> str:
        """Add a layer; `shape` is that of the hidden states before they were made `flat`."""
        graph = self.graph
        parts = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
        three = graph.nodes("Split", [self.dense(hidden, parts)], 3, axis=1, num_outputs=3)
        three = [graph.node("Reshape", [part, shape]) for part in three]
        return self.after_attention(layer, self.attended(*three), hidden)

    def attended(self, query: str, key: str, value: str) -> str:
        """Add the attention of heads, flat."""
        heads, inputs = self.config["num_attention_heads"], [query, key, value]
        attended = self.graph.node("MultiHeadAttention", inputs, FUSED, num_heads=heads)
        return self.flat(attended)

    def after_attention(self, layer: str, attended: str, hidden: str) -> str:
        """Add the rest of a layer."""
        attended = self.dense(attended, [f"{layer}.attention.output.dense"])
        hidden = self.normalized([attended, hidden], f"{layer}.attention.output.LayerNorm")
        wide = self.graph.node("Gelu", [self.dense(hidden, [f"{layer}.intermediate.dense"])])
        narrow = self.dense(wide, [f"{layer}.output.dense"])
        return self.normalized([narrow, hidden], f"{layer}.output.LayerNorm")

    def dense(self, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        self.inputs_of[layers[0]] = inputs
        return self._products(self.graph, inputs, layers)

    def rows_of(self, table: str, ids: str) -> str:
        """Add the rows of a table that is stored in int8 with one scale per row."""
        graph = self.graph
        codes = graph.node("Gather", [graph.weight(table), ids])
        scales = graph.node("Gather", [graph.floats(f"{table}.scale"), ids])
        return graph.node("Mul", [graph.node("Cast", [codes], to=TensorProto.FLOAT), scales])

    def vector(self, name: str) -> str:
        """Add a weight or bias of a layer norm."""
        return self.graph.floats(name)

    def normalized(self, terms: Sequence[str], layer: str) -> str:
        """Add the layer norm of a sum."""
        graph = self.graph
        affine = [self.vector(f"{layer}.{part}") for part in ("weight", "bias")]
        total = graph.node("Add", terms) if len(terms) > 1 else terms[0]
        epsilon = self.config["layer_norm_eps"]
        return graph.node("LayerNormalization", [total, *affine], epsilon=epsilon)

    def flat(self, hidden: str) -> str:
        """Add hidden states as a matrix."""
        shape = self.graph.constant([-1, self.config["hidden_size"]], np.int64)
        return self.graph.node("Reshape", [hidden, shape])

    def by_piece(self, scores: str, shape: str) -> str:
        """Add scores in the `shape` that hidden states had before they were made `flat`."""
        graph = self.graph
        both = graph.node("Slice", [shape, *(graph.constant([n], np.int64) for n in (0, 2))])
        ends = graph.node("Concat", [both, graph.constant([-1], np.int64)], axis=0)
        return graph.node("Reshape", [scores, ends])


def config_of(folder: Path) -> dict[str, Any]:
    """Return the configuration in a folder."""
    config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return config


def has_signs(layer: str) -> bool:
    """Return whether the inputs of a layer are not those of GELU."""
    return "attention" in layer or not layer.endswith(".output.dense")


def by_row(
    graph: Graph, inputs: str, weights: Sequence[str], bias: str, *, signs: bool = True
) -> str:
    """Add a linear layer whose inputs are rounded to 8 bits by rows.

    `weights` are int8 codes by input and output, their scales by output and zero points. Inputs
    without `signs` are those of GELU, and `bias` is that of what they exceed `-LEAST_GELU` by.
    """
    one, zero = graph.constant(1.0), graph.constant(128 if signs else 0, np.uint8)
    if not signs:
        inputs = graph.node("Add", [inputs, graph.constant(LEAST_GELU)])
    sizes = graph.node("Abs", [inputs]) if signs else inputs
    peaks = graph.node("ReduceMax", [sizes, graph.constant([1], np.int64)], keepdims=1)
    steps = graph.node("Mul", [peaks, graph.constant(1 / (127 if signs else 255))])
    codes = graph.node("QuantizeLinear", [graph.node("Div", [inputs, steps]), one, zero])
    rounded, scales, none = weights
    operands = [codes, rounded, one, scales, zero, none]
    counts = graph.node("MatMulIntegerToFloat", operands, FUSED)
    return graph.node("Add", [graph.node("Mul", [counts, steps]), bias])
