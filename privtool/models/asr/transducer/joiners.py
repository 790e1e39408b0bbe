"""Joint networks: token scores from an encoder frame and a prediction."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn

from privtool.models.asr.transducer.layers import Dropout
from privtool.models.asr.transducer.model import Joiner


class DenseJoiner(nn.Module):
    """Frame and prediction concatenated, then two dense layers: a `Joiner`.

    Source: Flechl 2022, section 4.2. Each half of the first layer is applied to its own part and
    the results are added: the same as a layer on the concatenation, but computed once per frame
    and once per prediction instead of once per pair. So is dropout.
    """

    def __init__(self, tokens: int, width: int, dropout: float) -> None:
        """`width` is the width of frames and of predictions."""
        super().__init__()
        self.from_frame = nn.Linear(width, width)
        self.from_prediction = nn.Linear(width, width, bias=False)
        self.dropout = Dropout(dropout)
        self.output = nn.Linear(width, tokens + 1)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        projected = self.from_frame(self.dropout(frames))
        return self.join(projected, self.from_prediction(self.dropout(predictions)))

    def join(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """Return the scores of projected frames and predictions."""
        return self.output((frames + predictions).tanh())  # type: ignore[no-any-return]


class SumJoiner(nn.Module):
    """The sum of frame and prediction, and a dense layer: a `Joiner`.

    Source: Graves 2013 (section 2.2) without its first layer, as in torchaudio.
    """

    def __init__(self, tokens: int, width: int, dropout: float) -> None:
        """`width` is the width of frames and of predictions."""
        super().__init__()
        self.dropout = Dropout(dropout)
        self.output = nn.Linear(width, tokens + 1)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        joined = (self.dropout(frames) + self.dropout(predictions)).tanh()
        return self.output(joined)  # type: ignore[no-any-return]


Layer = Callable[[torch.Tensor], torch.Tensor]


class JoinerParts(NamedTuple):
    """A joiner in parts: `join(frame(frames), prediction(predictions))`."""

    frame: Layer
    prediction: Layer
    join: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def joiner_parts(joiner: Joiner) -> JoinerParts:
    """Split a joiner in evaluation mode; only a `DenseJoiner` has layers to compute in advance."""
    if not isinstance(joiner, DenseJoiner):
        return JoinerParts(nn.Identity(), nn.Identity(), joiner)
    return JoinerParts(joiner.from_frame, joiner.from_prediction, joiner.join)
