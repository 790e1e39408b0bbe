"""The simplest language model, word counts: what a trained one must surpass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import Corpus
from privtool.models.training.unigram import unigram_losses

_COUNTED = 1 << 24  # ids at a time: a corpus may be a file larger than memory


class UnigramModel:
    """Probabilities of words without context, from the counts of training texts."""

    def __init__(
        self,
        texts: Iterable[Corpus],
        vocabulary: Mapping[str, int],
        end: int,
        without: Sequence[int] = (),
    ) -> None:
        """`vocabulary` has the ids of tokens, `end` is that of the end of a sentence.

        Tokens in `without` are not counted.
        """
        size = max(vocabulary.values()) + 1
        counts = np.zeros(size)
        for text in texts:
            for start in range(0, len(text.ids), _COUNTED):
                counts += np.bincount(text.ids[start : start + _COUNTED], minlength=size)
            counts[end] += text.sentences
        counts[list(without)] = 0
        self._losses = unigram_losses(counts)
        self._end = end
        self.training_loss = float(counts @ self._losses / max(1.0, counts.sum()))  # per token

    def loss(self, text: Corpus) -> float:
        """Return the negative natural log-probability of a text, ends of sentences included."""
        losses: NDArray[np.float64] = self._losses[text.ids]
        return float(losses.sum() + text.sentences * self._losses[self._end])
