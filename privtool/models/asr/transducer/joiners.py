"""Joint networks: what is said in a frame, by what was heard and what was said before."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn

from privtool.models.asr.transducer.dropout import Dropout
from privtool.models.asr.transducer.model import Joiner


class DenseJoiner(nn.Module):
    """Frame and prediction side by side through two dense layers: a `Joiner`.

    Source: Flechl 2022, section 4.2. The first layer is applied to either part by itself and the
    results are added, which is the same as applying it to both side by side, but is done once for
    a frame and once for a prediction instead of once for every pair. So is dropout.
    """

    def __init__(
        self, tokens: int, frame: int, prediction: int, hidden: int, dropout: float
    ) -> None:
        """`frame` and `prediction` are the widths of what is joined."""
        super().__init__()
        self.from_frame = nn.Linear(frame, hidden)
        self.from_prediction = nn.Linear(prediction, hidden, bias=False)
        self.dropout = Dropout(dropout)
        self.output = nn.Linear(hidden, tokens + 1)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """As `Joiner` says."""
        heard = self.from_frame(self.dropout(frames))
        joined = heard + self.from_prediction(self.dropout(predictions))
        return self.output(joined.tanh())  # type: ignore[no-any-return]


class SumJoiner(nn.Module):
    """The sum of frame and prediction, which are of one width, and a dense layer: a `Joiner`.

    Source: Graves 2013 (section 2.2) without its first layer, as in torchaudio.
    """

    def __init__(self, tokens: int, width: int, dropout: float) -> None:
        """`width` is that of frames and of predictions."""
        super().__init__()
        self.dropout = Dropout(dropout)
        self.output = nn.Linear(width, tokens + 1)

    def forward(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """As `Joiner` says."""
        joined = (self.dropout(frames) + self.dropout(predictions)).tanh()
        return self.output(joined)  # type: ignore[no-any-return]


Layer = Callable[[torch.Tensor], torch.Tensor]


class JointParts(NamedTuple):
    """`join(frame(frames), prediction(predictions))` is what the joiner gives."""

    frame: Layer
    prediction: Layer
    join: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def joint_parts(joiner: Joiner) -> JointParts:
    """The parts of a joiner in evaluation mode; one of unknown kind is left whole."""
    if not isinstance(joiner, DenseJoiner):
        return JointParts(_as_it_is, _as_it_is, joiner)
    output = joiner.output

    def join(frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = output((frames + predictions).tanh())
        return found

    return JointParts(joiner.from_frame, joiner.from_prediction, join)


def _as_it_is(value: torch.Tensor) -> torch.Tensor:
    return value
