"""Write `mini-ner` as ONNX graphs over the packaged weights.

`mini-ner.onnx` computes in single precision. It holds no weights: when a session is created, it
restores the int8 weights of `mini` and merges the adapter. `mini-ner-int8.onnx`, which reads a text
first, has 8-bit products and its own rounded matrices: weights are rounded by output, inputs by
ranges that are measured on written lines, or, after GELU, by rows; channels with large inputs are
scaled down, and their weights up (Xiao et al. 2023, SmoothQuant). Thus the result for a row does
not depend on others. Rows have no padding.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto
from onnx_graph import FUSED, Graph, stored_tensors
from tagger_text import VIEWS
from tokenizers import Tokenizer
from written_lines import written_lines

from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.case_shapes import case_shapes
from privtool.models.taggers.mini_ner_weights import load_classifier
from privtool.models.taggers.tokenization import PieceTokenizer

_EVERY = 10  # one of so many written lines is measured
_SMOOTH = 0.8  # how far the range of a channel moves from its inputs to its weights
_LEAST_GELU = 0.17  # its minimum is -0.16997
_INPUTS = ("input_ids", "token_type_ids")
Floats = NDArray[np.float32]


class Products(Protocol):
    """How linear layers are computed."""

    def __call__(self, graph: Graph, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        ...


class Encoder:
    """The graph of the tagger, with the linear layers computed in one way or another."""

    def __init__(self, folder: Path, products: Products) -> None:
        """`folder` holds `mini` and `mini-ner`."""
        tagger = folder / "mini-ner"
        self._config = json.loads((tagger / "config.json").read_text(encoding="utf-8"))
        name = "mini-ner/adapter_model.safetensors"
        self._graph = Graph(
            stored_tensors(folder, "mini/model.safetensors")
            | stored_tensors(folder, name, "base_model.model.")
        )
        self._products = products
        self.inputs_of: dict[str, str] = {}

    @cached_property
    def logits(self) -> str:
        """The scores of all labels."""
        graph = self._graph
        embedded = self._embedded()
        shape = graph.node("Shape", [embedded])
        hidden = self._flat(embedded)
        for number in range(self._config["num_hidden_layers"]):
            hidden = self._layer(f"bert.encoder.layer.{number}", hidden, shape)
        weight = graph.node("Transpose", [graph.floats("classifier.weight")])
        scores = graph.node("MatMul", [hidden, weight])
        scores = graph.node("Add", [scores, graph.floats("classifier.bias")])
        both = graph.node("Slice", [shape, *(graph.constant([n], np.int64) for n in (0, 2))])
        ends = graph.node("Concat", [both, graph.constant([-1], np.int64)], axis=0)
        return graph.node("Reshape", [scores, ends])

    def model(self, outputs: dict[str, str]) -> bytes:
        """Return the file of the model, with more outputs than the scores if given."""
        made: bytes = self._graph.model(_INPUTS, {"logits": self.logits} | outputs)
        return made.SerializeToString()

    def _embedded(self) -> str:
        graph, base = self._graph, "bert.embeddings"
        ids, types = _INPUTS
        length = graph.node("Squeeze", [graph.node("Shape", [ids], start=1, end=2)])
        first, step = (graph.constant(n, np.int64) for n in (0, 1))
        positions = graph.node("Range", [first, length, step])
        shapes = graph.node("Gather", [graph.floats(f"{base}.token_type_embeddings.weight"), types])
        words = self._rows_of(f"{base}.word_embeddings.weight", ids)
        both = graph.node("Add", [words, shapes])
        places = self._rows_of(f"{base}.position_embeddings.weight", positions)
        return self._normalized([both, places], f"{base}.LayerNorm")

    def _layer(self, layer: str, hidden: str, shape: str) -> str:
        graph, attention = self._graph, f"{layer}.attention"
        parts = [f"{attention}.self.{part}" for part in ("query", "key", "value")]
        three = graph.nodes("Split", [self._dense(hidden, parts)], 3, axis=1, num_outputs=3)
        three = [graph.node("Reshape", [part, shape]) for part in three]
        heads = self._config["num_attention_heads"]
        attended = self._flat(graph.node("MultiHeadAttention", three, FUSED, num_heads=heads))
        attended = self._dense(attended, [f"{attention}.output.dense"])
        hidden = self._normalized([attended, hidden], f"{attention}.output.LayerNorm")
        wide = graph.node("Gelu", [self._dense(hidden, [f"{layer}.intermediate.dense"])])
        narrow = self._dense(wide, [f"{layer}.output.dense"])
        return self._normalized([narrow, hidden], f"{layer}.output.LayerNorm")

    def _dense(self, inputs: str, layers: Sequence[str]) -> str:
        self.inputs_of[layers[0]] = inputs
        return self._products(self._graph, inputs, layers)

    def _rows_of(self, table: str, ids: str) -> str:
        """Add the rows of a table that is stored in int8 with one scale per row."""
        graph = self._graph
        codes = graph.node("Gather", [graph.weight(table), ids])
        scales = graph.node("Gather", [graph.floats(f"{table}.scale"), ids])
        return graph.node("Mul", [graph.node("Cast", [codes], to=TensorProto.FLOAT), scales])

    def _normalized(self, both: Sequence[str], layer: str) -> str:
        graph = self._graph
        affine = [graph.floats(f"{layer}.{part}") for part in ("weight", "bias")]
        total = graph.node("Add", both)
        epsilon = self._config["layer_norm_eps"]
        return graph.node("LayerNormalization", [total, *affine], epsilon=epsilon)

    def _flat(self, hidden: str) -> str:
        shape = self._graph.constant([-1, self._config["hidden_size"]], np.int64)
        return self._graph.node("Reshape", [hidden, shape])


class Exact:
    """Linear layers in single precision, with the adapter merged."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds `mini-ner`."""
        file = folder / "mini-ner" / "adapter_config.json"
        adapter = json.loads(file.read_text(encoding="utf-8"))
        self._scale = adapter["lora_alpha"] / adapter["r"]

    def __call__(self, graph: Graph, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        weight = graph.node("Concat", [self._merged(graph, layer) for layer in layers], axis=1)
        bias = graph.node("Concat", [graph.floats(f"{layer}.bias") for layer in layers], axis=0)
        return graph.node("Add", [graph.node("MatMul", [inputs, weight]), bias])

    def _merged(self, graph: Graph, layer: str) -> str:
        """Add the weight of a layer with its adapter, transposed."""
        weight = f"{layer}.weight"
        rows = graph.node("Mul", [graph.floats(weight), graph.floats(f"{weight}.scale")])
        last, first = (graph.floats(f"{layer}.lora_{part}.weight") for part in "BA")
        scaled = graph.node("Mul", [last, graph.constant(self._scale)])
        merged = graph.node("Add", [rows, graph.node("MatMul", [scaled, first])])
        return graph.node("Transpose", [merged])


class Int8:
    """Linear layers with 8-bit products."""

    def __init__(self, weights: dict[str, Floats], peaks: dict[str, Floats]) -> None:
        """Take the merged weights, and the largest inputs of layers by channel.

        Layers without these are rounded by rows; their inputs are those of GELU.
        """
        self._weights, self._peaks = weights, peaks

    def __call__(self, graph: Graph, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        weight = np.concatenate([self._weights[f"{layer}.weight"] for layer in layers]).T
        bias = np.concatenate([self._weights[f"{layer}.bias"] for layer in layers])
        if layers[0] in self._peaks:
            return _by_range(graph, inputs, weight, bias, self._peaks[layers[0]])
        return _by_row(graph, inputs, weight, bias)


def _by_range(graph: Graph, inputs: str, weight: Floats, bias: Floats, peaks: Floats) -> str:
    shrink = np.abs(weight).max(axis=1) ** (1 - _SMOOTH) / peaks**_SMOOTH
    shrink /= np.median(shrink)
    step = graph.constant((peaks * shrink).max() / 127)
    zero = graph.constant(128, np.uint8)
    inputs = graph.node("Mul", [inputs, graph.constant(shrink)])
    codes = graph.node("QuantizeLinear", [inputs, step, zero])
    rounded, scales, none = _rounded(graph, weight / shrink[:, None])
    operands = [codes, rounded, step, scales, zero, none, graph.constant(bias)]
    return graph.node("MatMulIntegerToFloat", operands, FUSED)


def _by_row(graph: Graph, inputs: str, weight: Floats, bias: Floats) -> str:
    one, zero = graph.constant(1.0), graph.constant(0, np.uint8)
    inputs = graph.node("Add", [inputs, graph.constant(_LEAST_GELU)])
    peaks = graph.node("ReduceMax", [inputs, graph.constant([1], np.int64)], keepdims=1)
    steps = graph.node("Mul", [peaks, graph.constant(1 / 255)])
    codes = graph.node("QuantizeLinear", [graph.node("Div", [inputs, steps]), one, zero])
    rounded, scales, none = _rounded(graph, weight)
    operands = [codes, rounded, one, scales, zero, none]
    counts = graph.node("MatMulIntegerToFloat", operands, FUSED)
    shifted = graph.constant(bias - _LEAST_GELU * weight.sum(axis=0))
    return graph.node("Add", [graph.node("Mul", [counts, steps]), shifted])


def _rounded(graph: Graph, weight: Floats) -> tuple[str, str, str]:
    """Add int8 weights, their scales by column and zero points."""
    scales = np.abs(weight).max(axis=0) / 127
    codes = graph.constant(np.round(weight / scales), np.int8)
    return codes, graph.constant(scales), graph.constant(np.zeros(len(scales)), np.int8)


def measured(folder: Path) -> Int8:
    """Return products with the ranges that the inputs of layers have on written lines."""
    encoder = Encoder(folder, Exact(folder))
    assert encoder.logits
    seen = [layer for layer in encoder.inputs_of if _has_signs(layer)]
    options = onnxruntime.SessionOptions()
    key = "session.model_external_initializers_file_folder_path"
    options.add_session_config_entry(key, str(folder))
    session = onnxruntime.InferenceSession(
        encoder.model({layer: encoder.inputs_of[layer] for layer in seen}),
        options,
        providers=["CPUExecutionProvider"],
    )
    peaks = [np.zeros(0, np.float32)] * len(seen)
    for row in _rows(folder):
        values = (np.abs(inputs).max(axis=0) for inputs in session.run(seen, row))
        peaks = [np.maximum(p, v) if len(p) else v for p, v in zip(peaks, values, strict=True)]
    weights = load_classifier(folder / "mini-ner").state_dict()
    return Int8(
        {name: weight.numpy() for name, weight in weights.items()},
        dict(zip(seen, peaks, strict=True)),
    )


def _has_signs(layer: str) -> bool:
    """Return whether the inputs of a layer are not those of GELU."""
    return "attention" in layer or "intermediate" in layer


def _rows(folder: Path) -> Any:
    """Yield the inputs for written lines."""
    tokenizer = PieceTokenizer(Tokenizer.from_file(str(folder / "mini/tokenizer.json")))
    lines = [line.text for line in written_lines(held_out=False)][::_EVERY]
    for view in ("written", "lower", "spoken"):
        for text in map(VIEWS[view], lines):
            pieces = tokenizer.pieces([text])
            spans = zip(pieces.word_from.tolist(), pieces.word_to.tolist(), strict=True)
            lengths = np.diff(np.append(pieces.word_starts, len(pieces.ids)))
            shapes = np.repeat(case_shapes(text, spans), lengths)
            ids = [*tokenizer.prefix, *pieces.ids.tolist(), *tokenizer.suffix]
            types = [0] * len(tokenizer.prefix) + shapes.tolist() + [0] * len(tokenizer.suffix)
            yield dict(zip(_INPUTS, np.array([[ids], [types]], np.int64), strict=True))


def export(folder: Path) -> None:
    """Write both graphs next to the folders of the weights."""
    for end, products in (("", Exact(folder)), ("-int8", measured(folder))):
        model = Encoder(folder, products).model({})
        (folder / f"mini-ner{end}.onnx").write_bytes(model)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=EMBEDDED, help="holds mini and mini-ner")
    export(parser.parse_args().folder)


if __name__ == "__main__":
    main()
