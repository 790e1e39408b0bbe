"""Language models over the tokens of a recognizer, which are fused into its search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.lm.checkpoint import load_lm
from privtool.models.lm.incremental import IncrementalLm, State, incremental_lm


class PieceLm:
    """A language model over the recognizer's own tokens, read token by token, for shallow fusion.

    The first token is predicted from the end-of-sentence token. All log-probabilities are natural
    logarithms. A row of an output depends only on the same row of the inputs, to the last bit.
    States are valid until `start` is called again.
    """

    def __init__(
        self, lm: IncrementalLm, ids: Sequence[int], end: int, device: torch.device
    ) -> None:
        """`ids` are the tokens' ids in the model, `end` is the end of sentence's."""
        self._lm, self._end = lm, end
        self._ids = torch.tensor([*ids, end], device=device)

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """Return log-probabilities (count, tokens) of the first token, and the state there."""
        self._lm.reset()
        first = torch.full((1,), self._end, device=self._ids.device)
        logprobs, state = self._run(first, self._lm.initial_state(1))
        state = tuple(part.expand(count, *part.shape[1:]) for part in state)
        return logprobs.expand(count, -1), state

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Read one token per hypothesis.

        Return log-probabilities (hypotheses, tokens) of the next token, and the new state, whose
        first part is the log-probability of the end.
        """
        return self._run(self._ids[tokens], state[1:])

    def finish(self, state: State) -> torch.Tensor:
        """Return the log-probabilities (hypotheses) of the end of the sentence."""
        return state[0]

    def _run(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        logprobs, after = self._lm.step(ids, state)
        logprobs = logprobs[:, self._ids]
        return logprobs[:, :-1], (logprobs[:, -1], *after)


def fused_lm(lm: Path, tokens: AsrTokens, device: torch.device) -> PieceLm:
    """Load the language model over these tokens for the search of a recognizer.

    Raise `UnavailableError` for one that cannot be loaded.
    """
    folder = load_lm(lm)
    folder.model.to(device)
    ids = folder.tokens.ids
    token_ids = [ids[piece] for piece in tokens.pieces]
    return PieceLm(incremental_lm(folder.model), token_ids, folder.tokens.specials.end, device)
