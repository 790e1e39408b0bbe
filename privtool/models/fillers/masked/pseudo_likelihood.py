"""Scores of the tokens of a text by a masked language model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from privtool.models.fillers.masked.inputs import TokenDraft
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.runtime.weights import not_finite

_AT_A_TIME = 1 << 14  # tokens whose drafts are held in memory


class PseudoLikelihoodScorer:
    """Scores each token of a text by a masked LM that sees all others.

    The sum is the pseudo-log-likelihood of the text (Salazar et al. 2020, section 2). It takes one
    row of the model per token.
    """

    def __init__(self, model: MaskedLM) -> None:
        self._model, self._tokens = model, model.tokens
        unknown = self._tokens.unknown
        self.unknown = -1 if unknown is None else unknown

    def check(self, text: str) -> None:
        """Accept any text."""

    def framed(self, text: str) -> list[int]:
        """Return the ids of a text after the special token before it."""
        return [self._tokens.before, *self._tokens.ids_of(text)]

    def token_losses(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Return the negative natural log-probabilities of all ids of `framed` but the first.

        Raise `UnavailableError` if they are not finite.
        """
        losses: list[list[float]] = []
        waiting: list[tuple[int, int, TokenDraft, int]] = []
        for number, text in enumerate(texts):
            losses.append([])
            for place, (draft, token) in enumerate(self._tokens.one_slot_drafts(text)):
                losses[number].append(np.nan)
                waiting.append((number, place, draft, token))
                if len(waiting) >= _AT_A_TIME:
                    self._score(waiting, losses)
        self._score(waiting, losses)
        found = [np.array(each) for each in losses]
        if not all(np.isfinite(each).all() for each in found):
            raise not_finite()
        return found

    def _score(
        self, waiting: list[tuple[int, int, TokenDraft, int]], losses: list[list[float]]
    ) -> None:
        """Put the losses of drafts in their places, and empty the list."""
        by_key: dict[int, list[tuple[int, int, TokenDraft, int]]] = defaultdict(list)
        for each in waiting:
            by_key[self._model.batch_key(each[2])].append(each)
        waiting.clear()
        for key, rows in by_key.items():
            size = self._model.batch_size(key)
            for start in range(0, len(rows), size):
                numbers, places, drafts, tokens = zip(*rows[start : start + size], strict=True)
                scored = self._model.losses(drafts, tokens)
                for number, place, loss in zip(numbers, places, scored, strict=True):
                    losses[number][place] = float(loss)
