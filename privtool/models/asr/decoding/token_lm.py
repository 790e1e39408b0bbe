"""Language models over the tokens of a recognizer, for its beam search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch

from privtool.models.lm.incremental import IncrementalLm, State


class TokenLm(Protocol):
    """A language model in lm of one token. All log-probabilities are natural logarithms.

    A row of an output depends only on the same row of the inputs, to the last bit. The values of
    `step` need not sum to one: look-ahead over words and differences of two models qualify too.
    States are valid until `start` is called again. `never_positive` says that no value of `step`
    is ever above zero.
    """

    never_positive: bool

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

    never_positive = True

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


class LmDifference:
    """The scores of a language model minus the weighted ones of another: a `TokenLm`.

    With the other one trained on the recognizer's transcripts, it removes the language model that
    the recognizer itself has learned (LODR: Zheng 2022, An empirical study of language model
    integration for transducer based speech recognition).
    """

    never_positive = False

    def __init__(self, lm: TokenLm, other: TokenLm, weight: float) -> None:
        self._lm, self._other, self._weight = lm, other, weight
        self._parts = 0  # of the state of `lm`

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """See `TokenLm`."""
        logprobs, state = self._lm.start(count)
        self._parts = len(state)
        subtracted, other = self._other.start(count)
        return logprobs - self._weight * subtracted, (*state, *other)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """See `TokenLm`."""
        logprobs, after = self._lm.step(tokens, state[: self._parts])
        subtracted, other = self._other.step(tokens, state[self._parts :])
        return logprobs - self._weight * subtracted, (*after, *other)

    def finish(self, state: State) -> torch.Tensor:
        """See `TokenLm`."""
        ends = self._lm.finish(state[: self._parts])
        return ends - self._weight * self._other.finish(state[self._parts :])
