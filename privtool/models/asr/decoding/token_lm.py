"""Language models over the tokens of a recognizer, as the beam search asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch

from privtool.models.lm.incremental import LmSteps, State


class TokenLm(Protocol):
    """What may be said next, by what was said. All log-probabilities are natural ones.

    A row of what comes back depends on the same row of what is given alone, to the last bit. The
    values of `step` need not sum to one: a look-ahead over words and a difference of two models
    are such models, too. States are good until `start` is called again. `never_positive` says that
    no value of `step` ever is.
    """

    never_positive: bool

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """Log-probabilities (count, tokens) of the first token, and the state there."""

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Those of the next token (hypotheses, tokens) after one more token each, and the state."""

    def finish(self, state: State) -> torch.Tensor:
        """The log-probabilities (hypotheses) that all ends here."""


class PieceLm:
    """A language model over the recognizer's own tokens, for shallow fusion: a `TokenLm`.

    The end of the sentence is the context of the first token.
    """

    never_positive = True

    def __init__(self, steps: LmSteps, ids: Sequence[int], end: int, device: torch.device) -> None:
        """`ids` are the entries of the model that the tokens are, `end` that of the end."""
        self._steps, self._end = steps, end
        self._ids = torch.tensor([*ids, end], device=device)

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says."""
        self._steps.reset()
        first = torch.full((1,), self._end, device=self._ids.device)
        logs, state = self._asked(first, self._steps.empty(1))
        return logs.expand(count, -1), tuple(part.expand(count, *part.shape[1:]) for part in state)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says; the first part of the state is that all ends here."""
        return self._asked(self._ids[tokens], state[1:])

    def finish(self, state: State) -> torch.Tensor:
        """As `TokenLm` says."""
        return state[0]

    def _asked(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        logs, after = self._steps.step(ids, state)
        logs = logs[:, self._ids]
        return logs[:, :-1], (logs[:, -1], *after)


class Difference:
    """A language model less a share of another one: a `TokenLm`.

    With the other one trained on the transcripts of the recognizer it takes out what the
    recognizer has learned of its language itself (LODR: Zheng 2022, An empirical study of language
    model integration for transducer based speech recognition).
    """

    never_positive = False

    def __init__(self, lm: TokenLm, other: TokenLm, share: float) -> None:
        self._lm, self._other, self._share = lm, other, share
        self._parts = 0  # of the state of `lm`

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says."""
        logs, state = self._lm.start(count)
        self._parts = len(state)
        less, other = self._other.start(count)
        return logs - self._share * less, (*state, *other)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says."""
        logs, after = self._lm.step(tokens, state[: self._parts])
        less, other = self._other.step(tokens, state[self._parts :])
        return logs - self._share * less, (*after, *other)

    def finish(self, state: State) -> torch.Tensor:
        """As `TokenLm` says."""
        ends = self._lm.finish(state[: self._parts])
        return ends - self._share * self._other.finish(state[self._parts :])
