"""A transducer (Graves 2012): an encoder of frames, a predictor of tokens, and what joins them.

The blank is the last token, so that all others have the numbers that the tokenizer gives them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import torch
from torch import nn

from privtool.models.lm.incremental import State


class Encoded(NamedTuple):
    """What an encoder made of clips: `frames` (clips, frames, width), `lengths` (clips)."""

    frames: torch.Tensor
    lengths: torch.Tensor


class Encoder(Protocol):
    """From features to frames. What comes of a clip must not depend on the rest of its batch."""

    @property
    def width(self) -> int:
        """How many numbers a frame is."""

    @property
    def hop(self) -> int:
        """How many frames of features there are to a frame that comes out."""

    def __call__(self, features: torch.Tensor, lengths: torch.Tensor) -> Encoded:
        """Encode features (clips, frames, features), of which `lengths` count."""


class Predictor(Protocol):
    """A language model of tokens. `step` over a sequence gives what a call on all of it does."""

    @property
    def width(self) -> int:
        """How many numbers a prediction is."""

    def first(self, count: int, device: torch.device) -> tuple[torch.Tensor, State]:
        """What is predicted where nothing was said yet (count, width), and the state there."""

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Predictions (hypotheses, width) after one more token each, and the new state.

        A row depends on its own token and its own row of the state alone.
        """

    def __call__(self, tokens: torch.Tensor) -> torch.Tensor:
        """Predictions (rows, tokens + 1, width) before each token and after the last one."""


class Joiner(Protocol):
    """From a frame and a prediction to scores of all tokens."""

    def __call__(self, frames: torch.Tensor, predictions: torch.Tensor) -> torch.Tensor:
        """Scores (..., tokens + 1), not normalized; the two are broadcast against each other."""


class Transducer(nn.Module):
    """Scores of token sequences for clips; `tokens` counts them without the blank.

    `ctc` is a linear layer from frames to scores of tokens and blank, or None.
    """

    def __init__(
        self, encoder: Any, predictor: Any, joiner: Any, tokens: int, ctc: nn.Linear | None = None
    ) -> None:
        """Each part is a module that follows the protocol of its name."""
        super().__init__()
        self.encoder: Encoder = encoder
        self.predictor: Predictor = predictor
        self.joiner: Joiner = joiner
        self.ctc = ctc
        self.tokens = tokens

    @property
    def blank(self) -> int:
        """The number of the blank."""
        return self.tokens
