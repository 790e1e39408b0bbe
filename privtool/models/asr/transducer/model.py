"""A transducer (Graves 2012): an encoder of frames, a predictor of tokens, and a joiner.

The blank is the last token, so that all others keep their ids of the tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import torch
from torch import nn

from privtool.models.asr.transducer.layers import FeatureScaling
from privtool.models.lm.incremental import State

CONFORMER, EMFORMER = "conformer", "emformer"
LSTM, ATTENTION = "lstm", "attention"


class TransducerShape(NamedTuple):
    """All sizes of a transducer; those of another kind of encoder or predictor are zero.

    Encoder blocks have `layers`, `width`, `heads` and `feed_forward`; `kernel` is the conformer's
    convolution, `channels` the subsampling's. The Emformer has `segment`, `left` and `right`, in
    frames of the encoder. `output` is the width of frames, predictions, attention in
    the predictor and the joiner. `predictor_width` is the width of the LSTM predictor's embeddings
    and layers, `context` the number of tokens that the attention predictor sees.
    """

    encoder: str
    layers: int
    width: int
    heads: int
    feed_forward: int
    output: int
    kernel: int = 0
    channels: int = 0
    segment: int = 0
    left: int = 0
    right: int = 0
    predictor: str = LSTM
    predictor_layers: int = 1
    predictor_width: int = 256
    predictor_heads: int = 0
    context: int = 0
    dropout: float = 0.1
    ctc: bool = True


class Encoded(NamedTuple):
    """Encoded clips: `frames` (clips, frames, width), `lengths` (clips)."""

    frames: torch.Tensor
    lengths: torch.Tensor


class Encoder(Protocol):
    """Maps features to frames. The frames of a clip must not depend on the rest of its batch."""

    width: int  # of a frame
    scaling: FeatureScaling

    def __call__(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        """Encode features (clips, frames, features); what follows `lengths` is padding."""


class Predictor(Protocol):
    """A language model of tokens. `step` over a sequence equals one call on all of it."""

    width: int  # of a prediction

    def start(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        """Return predictions (count, width) before the first token, and the state there."""

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Return predictions (hypotheses, width) after one more token each, and the new state.

        A row depends only on its own token and its own row of the state.
        """

    def __call__(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return predictions (rows, tokens + 1, width) before each token and after the last."""


Layer = Callable[[torch.Tensor], torch.Tensor]


class Joiner(Protocol):
    """Maps a frame and a prediction to scores of all tokens.

    In evaluation mode that is `join(from_frame(frames), from_prediction(predictions))`.
    """

    from_frame: Layer
    from_prediction: Layer

    def join(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """Return the scores of projected frames and predictions."""

    def __call__(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """Return unnormalized scores (..., tokens + 1); the inputs are broadcast."""


class Transducer(nn.Module):
    """Encoder, predictor and joiner; `tokens` is the vocabulary size without the blank.

    `ctc` is a linear layer from frames to scores of tokens and blank, or None.
    """

    def __init__(
        self, encoder: Any, predictor: Any, joiner: Any, tokens: int, ctc: nn.Linear | None = None
    ) -> None:
        """Each part is a module that implements the protocol of its name."""
        super().__init__()
        self.encoder: Encoder = encoder
        self.predictor: Predictor = predictor
        self.joiner: Joiner = joiner
        self.ctc = ctc
        self.tokens = tokens

    @property
    def blank(self) -> int:
        return self.tokens
