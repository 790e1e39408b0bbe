"""A privtool transducer in the form that torchaudio's `RNNTBeamSearch` takes, same weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torchaudio.models import RNNTBeamSearch

from privtool.models.asr.transducer.model import Encoded, Transducer

States = list[list[torch.Tensor]]


class AsRnnt(torch.nn.Module):
    """What the search calls of an `RNNT`; clips are frames of the encoder already."""

    def __init__(self, model: Transducer) -> None:
        super().__init__()
        self.model = model

    def transcribe(
        self, frames: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        return frames, lengths

    def predict(
        self, targets: torch.Tensor, lengths: torch.Tensor, state: States | None
    ) -> tuple[torch.Tensor, torch.Tensor, States]:
        predictor = self.model.predictor
        if state is None:
            prediction, after = predictor.start(1, targets.device)
        else:
            prediction, after = predictor.step(targets[:, 0], tuple(state[0]))
        return prediction[:, None], lengths, [list(after)]

    def join(
        self,
        frames: torch.Tensor,
        _: torch.Tensor,
        predictions: torch.Tensor,
        lengths: torch.Tensor,
    ) -> tuple[torch.Tensor, None, torch.Tensor]:
        scores = self.model.joiner(frames[:, :, None], predictions[:, None])
        return scores, None, lengths


@torch.inference_mode()
def torchaudio_search(
    model: Transducer,
    encoded: Encoded,
    beam: int,
    max_symbols: int,
    key: Callable[[Any], float] | None = None,
) -> list[list[int]]:
    """The best tokens of each clip; `key` orders hypotheses, by default their score by length."""
    search = RNNTBeamSearch(
        AsRnnt(model), model.blank, hypo_sort_key=key, step_max_tokens=max_symbols
    )
    found: list[list[int]] = []
    for frames, length in zip(encoded.frames, encoded.lengths, strict=True):
        best = search(frames[:length], length[None], beam)[0]
        found.append(best[0][1:])  # the first stands before the first token
    return found
