"""Language models over the tokens of a recogniser, as the beam search asks them."""

from __future__ import annotations

from typing import Protocol

import torch

from privtool.models.transducer import State


class TokenLm(Protocol):
    """What may be said next, by what was said. All log-probabilities are natural ones.

    A row of what comes back depends on the same row of what is given alone, to the last bit. The
    values of `step` need not sum to one: a look-ahead over words and a difference of two models
    are such models, too. States are good until `start` is called again.
    """

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """Log-probabilities (count, tokens) of the first token, and the state there."""

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Those of the next token (hypotheses, tokens) after one more token each, and the state."""

    def finish(self, state: State) -> torch.Tensor:
        """The log-probabilities (hypotheses) that all ends here."""
