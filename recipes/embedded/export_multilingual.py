"""Write `multi-ner` as an ONNX graph that holds its weights in 4 bits."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from multilingual_model import BLOCK, ZERO, four_bits, weights_of
from numpy.typing import NDArray
from onnx import TensorProto
from onnx_encoder import LEAST_GELU, Encoder, by_row, has_signs
from onnx_graph import FUSED, Graph
from transformers import BertForTokenClassification

GRAPH = "onnx/model_q4.onnx"
_MOST = 64  # of products in 8 bits: twice 255 times it fits 16 bits, which older processors add in
_BLOCK_OF_PIECES = 32  # as multilingual-e5-small is bundled
_KEPT = (  # of the configuration
    *("architectures", "model_type", "vocab_size", "hidden_size", "num_hidden_layers"),
    *("num_attention_heads", "intermediate_size", "max_position_embeddings", "layer_norm_eps"),
    *("hidden_act", "pad_token_id", "type_vocab_size", "id2label", "label2id"),
)
Floats = NDArray[np.float32]


def packed(weight: Floats, block: int) -> tuple[NDArray[np.uint8], Floats]:
    """Return the codes of a matrix, two a byte, and the scales of its blocks, both by output."""
    codes, scales = four_bits(torch.from_numpy(weight), block)
    whole = codes.numpy().astype(np.uint8).reshape(len(weight), -1)
    return whole[:, 0::2] | (whole[:, 1::2] << 4), scales.numpy().reshape(len(weight), -1)


def in_eight_bits(graph: Graph, codes: NDArray[np.int8], scales: Floats) -> tuple[str, str, str]:
    """Add int8 weights, their scales by output and zero points; computed as a model is loaded.

    The largest weight of a block is its scale times `ZERO`. onnxruntime would dequantize in each
    run, so a cast stands for that.
    """
    steps = np.abs(scales).max(axis=1) * (ZERO / _MOST)
    exact = graph.node("Cast", [graph.int4(codes.T)], to=TensorProto.FLOAT)
    ratios = (steps[:, None] / scales).T
    operands = [exact, graph.constant(ratios), graph.constant(np.zeros(ratios.shape), np.int8)]
    wide = graph.node("QuantizeLinear", operands, axis=0, block_size=BLOCK)
    none = graph.constant(np.zeros(len(steps)), np.int8)
    return wide, graph.constant(steps), none


class FourBitProducts:
    """Linear layers with matrices in 4 bits, multiplied in 8."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._weights = weights

    def __call__(self, graph: Graph, inputs: str, layers: Sequence[str]) -> str:
        """Add linear layers of the same inputs, side by side."""
        weight = np.concatenate([self._weights[f"{layer}.weight"] for layer in layers])
        bias = np.concatenate([self._weights[f"{layer}.bias"] for layer in layers])
        found, blocks = four_bits(torch.from_numpy(weight), BLOCK)
        codes = found.numpy().astype(np.int8).reshape(weight.shape) - ZERO
        scales = blocks.numpy().reshape(len(weight), -1)
        signs = has_signs(layers[0])
        if not signs:
            bias = bias - LEAST_GELU * (codes * scales.repeat(BLOCK, axis=1)).sum(axis=1)
        wide = in_eight_bits(graph, codes, scales)
        return by_row(graph, inputs, wide, graph.constant(bias), signs=signs)


class Tagger(Encoder):
    """The graph of the tagger."""

    def __init__(self, config: dict[str, Any], weights: dict[str, Floats]) -> None:
        super().__init__(config, {}, FourBitProducts(weights))
        self._weights = weights

    def token_types(self) -> str:
        """Add the embedding of the first token type, which all pieces have."""
        return self.graph.constant(self._weights["bert.embeddings.token_type_embeddings.weight"][0])

    def whole(self, number: int) -> str:
        """Add a bound of the positions; the optimizer takes it for a scalar here."""
        return self.graph.scalar(number)

    def rows_of(self, table: str, ids: str) -> str:
        """Add the rows of a table: of pieces in 4 bits, of positions in half precision."""
        graph, rows = self.graph, self._weights[table]
        if "word" not in table:
            found = graph.node("Gather", [graph.constant(rows, np.float16), ids])
            return graph.node("Cast", [found], to=TensorProto.FLOAT)
        codes, scales = packed(rows, _BLOCK_OF_PIECES)
        operands = [graph.constant(codes, np.uint8), ids, graph.constant(scales, np.float16)]
        sizes = {"bits": 4, "block_size": _BLOCK_OF_PIECES, "gather_axis": 0, "quantize_axis": 1}
        found = graph.node("GatherBlockQuantized", operands, FUSED, **sizes)
        return graph.node("Cast", [found], to=TensorProto.FLOAT)

    def vector(self, name: str) -> str:
        """Add a bias or the like."""
        return self.graph.constant(self._weights[name])

    def logits(self) -> str:
        """Add the scores of all labels."""
        hidden, shape = self.hidden("input_ids", self.layers)
        return self.by_piece(self.dense(hidden, ["classifier"]), shape)


def write_tagger(model: BertForTokenClassification, start: Path, folder: Path) -> None:
    """Write the graph, the configuration and the tokenizer, which is that of `start`."""
    config = {key: value for key, value in model.config.to_dict().items() if key in _KEPT}
    tagger = Tagger(config, {name: value.numpy() for name, value in weights_of(model).items()})
    made = tagger.graph.model(["input_ids"], {"logits": tagger.logits()})
    (folder / GRAPH).parent.mkdir(parents=True, exist_ok=True)
    (folder / GRAPH).write_bytes(made.SerializeToString())
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    shutil.copyfile(start / "tokenizer.json", folder / "tokenizer.json")
