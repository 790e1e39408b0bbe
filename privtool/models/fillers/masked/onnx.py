"""`mini` in onnxruntime, with 8-bit products."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from privtool.models.runtime.onnx import cpu_session

_GRAPH = "int8.onnx"  # in the folder of the weights, which it reads


class OnnxSlotModel:
    """A `SlotModel` on the CPU whose states are the scores of all tokens."""

    device = torch.device("cpu")
    pads = False
    tokens_at_once = 512  # more leave the cache

    def __init__(self, folder: Path) -> None:
        """Load the graph; raise what onnxruntime raises."""
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.padding: int = config["pad_token_id"]
        self.positions: int | None = config["max_position_embeddings"]
        self._session = cpu_session(folder / _GRAPH)

    def states(
        self, ids: torch.Tensor, _attention: torch.Tensor, slots: torch.Tensor, /
    ) -> torch.Tensor:
        """Return the scores of all tokens: (rows, tokens)."""
        fed = {"input_ids": ids.numpy(), "slots": slots.numpy()}
        return torch.from_numpy(self._session.run(None, fed)[0])

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        return states

    def scores_of(self, tokens: Sequence[int]) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return a function that selects some tokens."""
        index = torch.tensor(tokens)
        return lambda states: states.index_select(1, index)
