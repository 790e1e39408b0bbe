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
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx_encoder import LEAST_GELU, Encoder, Products, by_row, config_of, has_signs
from onnx_graph import FUSED, Graph, stored_tensors
from tagger_text import VIEWS
from tokenizers import Tokenizer
from written_lines import written_lines

from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.token_classifier import case_shapes
from privtool.models.taggers.torch_labeler import load_mini_ner
from privtool.models.taggers.windowing import PieceTokenizer

_EVERY = 10  # one of so many written lines is measured
_SMOOTH = 0.8  # how far the range of a channel moves from its inputs to its weights
_INPUTS = ("input_ids", "token_type_ids")
Floats = NDArray[np.float32]


class Tagger(Encoder):
    """The graph of the tagger."""

    def __init__(self, folder: Path, products: Products) -> None:
        """`folder` holds `mini` and `mini-ner`."""
        name = "mini-ner/adapter_model.safetensors"
        weights = stored_tensors(folder, "mini/model.safetensors")
        weights |= stored_tensors(folder, name, "base_model.model.")
        super().__init__(config_of(folder / "mini-ner"), weights, products)

    def token_types(self) -> str:
        """Add the embeddings of the shapes of words."""
        table = self.graph.floats("bert.embeddings.token_type_embeddings.weight")
        return self.graph.node("Gather", [table, _INPUTS[1]])

    @cached_property
    def logits(self) -> str:
        """The scores of all labels."""
        graph = self.graph
        hidden, shape = self.hidden(_INPUTS[0], self.layers)
        weight = graph.node("Transpose", [graph.floats("classifier.weight")])
        scores = graph.node("MatMul", [hidden, weight])
        scores = graph.node("Add", [scores, graph.floats("classifier.bias")])
        return self.by_piece(scores, shape)

    def model(self, outputs: dict[str, str]) -> bytes:
        """Return the file of the model, with more outputs than the scores if given."""
        made: bytes = self.graph.model(_INPUTS, {"logits": self.logits} | outputs)
        return made.SerializeToString()


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
        bias = bias - LEAST_GELU * weight.sum(axis=0)
        return by_row(graph, inputs, _rounded(graph, weight), graph.constant(bias), signs=False)


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


def _rounded(graph: Graph, weight: Floats) -> tuple[str, str, str]:
    """Add int8 weights, their scales by column and zero points."""
    scales = np.abs(weight).max(axis=0) / 127
    codes = graph.constant(np.round(weight / scales), np.int8)
    return codes, graph.constant(scales), graph.constant(np.zeros(len(scales)), np.int8)


def measured(folder: Path) -> Int8:
    """Return products with the ranges that the inputs of layers have on written lines."""
    encoder = Tagger(folder, Exact(folder))
    assert encoder.logits
    seen = [layer for layer in encoder.inputs_of if has_signs(layer)]
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
    weights = load_mini_ner(folder / "mini-ner").state_dict()
    return Int8(
        {name: weight.numpy() for name, weight in weights.items()},
        dict(zip(seen, peaks, strict=True)),
    )


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
        model = Tagger(folder, products).model({})
        (folder / f"mini-ner{end}.onnx").write_bytes(model)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=EMBEDDED, help="holds mini and mini-ner")
    export(parser.parse_args().folder)


if __name__ == "__main__":
    main()
