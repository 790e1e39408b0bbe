"""Corpora of a few tokens, for tests of language models."""

from collections.abc import Sequence

import numpy as np

from privtool.models.lm.dataset import Corpus


def corpus_of(*sentences: Sequence[int]) -> Corpus:
    """Return the corpus of some sentences, whose tokens all count."""
    flat = np.array([token for sentence in sentences for token in sentence], np.int32)
    bounds = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    return Corpus(flat, bounds, len(flat))
