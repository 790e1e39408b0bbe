"""Language models over the tokens of a recognizer, for its beam search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch

from privtool.models.lm.incremental import IncrementalLm, State


class TokenLm(Protocol):
    """A language model read token by token. All log-probabilities are natural logarithms.

    A row of an output depends only on the same row of the inputs, to the last bit. States are valid
    until `start` is called again.
    """

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """Return log-probabilities (count, tokens) of the first token, and the state there."""

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Read one token per hypothesis.

        Return log-probabilities (hypotheses, tokens) of the next token, and the new state.
        """

    def finish(self, state: State) -> torch.Tensor:
        """Return the log-probabilities (hypotheses) of the end of the sentence."""


class PieceLm:
    """A language model over the recognizer's own tokens, for shallow fusion: a `TokenLm`.

    The first token is predicted from the end-of-sentence token.
    """

    def __init__(
        self, lm: IncrementalLm, ids: Sequence[int], end: int, device: torch.device
    ) -> None:
        """`ids` are the tokens' ids in the model, `end` is the end of sentence's."""
        self._lm, self._end = lm, end
        self._ids = torch.tensor([*ids, end], device=device)

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """See `TokenLm`."""
        self._lm.reset()
        first = torch.full((1,), self._end, device=self._ids.device)
        logprobs, state = self._run(first, self._lm.initial_state(1))
        state = tuple(part.expand(count, *part.shape[1:]) for part in state)
        return logprobs.expand(count, -1), state

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """See `TokenLm`; the first part of the state is the log-probability of the end."""
        return self._run(self._ids[tokens], state[1:])

    def finish(self, state: State) -> torch.Tensor:
        """See `TokenLm`."""
        return state[0]

    def _run(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        logprobs, after = self._lm.step(ids, state)
        logprobs = logprobs[:, self._ids]
        return logprobs[:, :-1], (logprobs[:, -1], *after)
