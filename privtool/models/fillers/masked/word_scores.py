"""Scores of the whole words of a masked language model at its slots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.interfaces.filling import Candidates, Ranking, Wanted, WordBias
from privtool.models.fillers.masked.slot_model import SlotModel
from privtool.models.fillers.masked.vocabulary import WholeWords
from privtool.models.runtime.weights import not_finite
from privtool.text.filling.word_classes import fits_class
from privtool.text.word_lists import WordList
from privtool.text.words import key_of


class WordScorer:
    """Scores of whole words by the states of a `SlotModel`."""

    def __init__(self, words: WholeWords, model: SlotModel) -> None:
        self.tokens = np.array(words.tokens, np.int64)
        self.scores = model.scores_of(words.tokens)
        self.words = words.words
        self.device = model.device
        self.in_lists = cache(self._compute_in_lists)
        self.bias_of = cache(self._compute_bias)
        self.not_of_class = cache(self._compute_not_of_class)
        self._added = cache(self._compute_added)

    def rank(self, states: torch.Tensor, wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        """Return the `k` best words of each row and the best unlisted ones."""
        scores = self.scores(states)
        for row, want in enumerate(wanted):
            added = self._added(want.bias, want.label)
            if added is not None:
                scores[row] += added
        values, indices = (part.cpu().numpy() for part in scores.topk(min(k, scores.shape[1])))
        rankings: list[Ranking] = []
        for row, want in enumerate(wanted):
            listed = self.in_lists(want.avoid) if want.avoid else None
            best = self._candidates(values[row], indices[row], listed)
            if best is None:
                raise not_finite()
            unlisted = None
            if listed is not None and best.avoided.all():
                unlisted = self._best_unlisted(scores[row], listed, k)
            rankings.append(Ranking(best, unlisted))
        return rankings

    def _candidates(
        self,
        values: NDArray[np.float32],
        indices: NDArray[np.int64],
        listed: NDArray[np.bool_] | None,
    ) -> Candidates | None:
        """Return the words with finite scores, or None if there are none."""
        kept = values > -np.inf
        indices = indices[kept]
        if not len(indices):
            return None
        avoided = np.zeros(len(indices), np.bool_) if listed is None else listed[indices]
        words = self.words
        scores = values[kept].astype(np.float64)
        return Candidates(self.tokens[indices], scores, avoided, lambda at: words[indices[at]])

    def _best_unlisted(
        self, scores: torch.Tensor, listed: NDArray[np.bool_], k: int
    ) -> Candidates | None:
        unlisted = scores.masked_fill(torch.from_numpy(listed).to(scores.device), -torch.inf)
        values, indices = (part.cpu().numpy() for part in unlisted.topk(min(k, len(scores))))
        return self._candidates(values, indices, None)

    def _compute_in_lists(self, lists: tuple[WordList, ...]) -> NDArray[np.bool_]:
        keys = map(key_of, self.words)
        return np.array([any(listed.keeps(word) for listed in lists) for word in keys])

    def _compute_bias(self, bias: WordBias) -> torch.Tensor:
        """Return what is added to the score of each word."""
        values = [bias.words.get(key_of(word), bias.other) for word in self.words]
        return torch.tensor(values, dtype=torch.float32, device=self.device)

    def _compute_added(self, bias: WordBias | None, label: str | None) -> torch.Tensor | None:
        """Return what is added to the score of each word: minus infinity if not of a class."""
        excluded = None if label is None else self.not_of_class(label)
        added = None if bias is None else self.bias_of(bias)
        if excluded is None:
            return added
        return (
            torch.zeros_like(excluded, dtype=torch.float32) if added is None else added
        ).masked_fill(excluded, -torch.inf)

    def _compute_not_of_class(self, label: str) -> torch.Tensor | None:
        """Return which words are not of a class; None if the model has no word of it."""
        others = torch.tensor([not fits_class(word, label) for word in self.words])
        return None if others.all() else others.to(self.device)
