"""The text that a masked language model learns from: ids of texts, and batches with words hidden.

Whole words are hidden, by the rule of `text/words.py`: every piece of such a word becomes the mask
token and is to be predicted. BERT shows a tenth of the pieces as they are and replaces another
tenth by other pieces, as its readers never see the mask token; a filler sees nothing else.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.fillers.masked.inputs import MaskedTokens, WordPieces
from privtool.models.fillers.tuning.word_masking import HiddenBatch, Hiding, HidingBatches
from privtool.models.text_windows import windows
from privtool.models.training.objectives import IGNORED


class WordCorpus(NamedTuple):
    """Texts as pieces: text `i` is `ids[bounds[i]:bounds[i + 1]]`.

    Its words are those from `word_bounds[i]` to `word_bounds[i + 1]`; word `n` has the pieces
    `ids[starts[n]:ends[n]]`, and `may_hide[n]` says whether it may be hidden.
    """

    ids: NDArray[np.int32]
    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    word_bounds: NDArray[np.int64]
    may_hide: NDArray[np.bool_]


def word_corpus(texts: Iterable[WordPieces]) -> WordCorpus:
    """The corpus of some texts."""
    ids, bounds = array("i"), array("q", [0])
    starts, ends, word_bounds = array("q"), array("q"), array("q", [0])
    may_hide = array("b")
    for text in texts:
        base = len(ids)
        ids.extend(text.ids)
        starts.extend(base + place for place in text.starts)
        ends.extend(base + place for place in text.ends)
        bounds.append(len(ids))
        word_bounds.append(len(starts))
        may_hide.extend(text.may_hide)
    places = [np.array(part, np.int64) for part in (bounds, starts, ends, word_bounds)]
    return WordCorpus(
        np.array(ids, np.int32), places[0], places[1], places[2], places[3],
        np.array(may_hide, np.bool_),
    )  # fmt: skip


class _Row(NamedTuple):
    """What a model sees at a time: the pieces `start:end`, of which it may hide some words."""

    start: int
    end: int
    first_word: int
    last_word: int


class WordBatches(HidingBatches):
    """Batches of a corpus for a masked language model.

    A text without words to hide is left out. One that is too long is cut into windows that
    overlap, and each of its words is hidden in one of them only.
    """

    def __init__(self, corpus: WordCorpus, tokens: MaskedTokens, how: Hiding) -> None:
        self._corpus, self._tokens = corpus, tokens
        self._rows = [
            row
            for row in _rows(corpus, tokens.room)
            if corpus.may_hide[row.first_word : row.last_word].any()
        ]
        self.words = sum(int(corpus.may_hide[r.first_word : r.last_word].sum()) for r in self._rows)
        self.pieces = len(corpus.ids)
        super().__init__(np.array([r.end - r.start + 2 for r in self._rows], np.int64), how)

    def _batch(self, numbers: list[int]) -> HiddenBatch:
        tokens = self._tokens
        width = 2 + max(self._rows[n].end - self._rows[n].start for n in numbers)
        ids = np.full((len(numbers), width), tokens.padding, np.int64)
        attention = np.zeros_like(ids)
        labels, words = np.full_like(ids, IGNORED), np.full_like(ids, -1)
        for place, number in enumerate(numbers):
            row = self._rows[number]
            size = row.end - row.start + 2
            own = self._corpus.ids[row.start : row.end]
            ids[place, :size] = [tokens.before, *own, tokens.after]
            attention[place, :size] = 1
            may_hide = self._corpus.may_hide[row.first_word : row.last_word]
            for drawn in self._drawn(number, may_hide):
                word = row.first_word + drawn
                start, end = (int(part[word]) for part in (self._corpus.starts, self._corpus.ends))
                hidden = slice(start - row.start + 1, end - row.start + 1)
                labels[place, hidden] = ids[place, hidden]
                words[place, hidden] = word
                ids[place, hidden] = tokens.mask
        return HiddenBatch(*map(torch.from_numpy, (ids, attention, labels, words)))


def _rows(corpus: WordCorpus, room: int) -> Iterable[_Row]:
    texts, words = pairwise(corpus.bounds.tolist()), pairwise(corpus.word_bounds.tolist())
    for (start, end), (first, last) in zip(texts, words, strict=True):
        if first == last:
            continue
        if end - start <= room:
            yield _Row(start, end, first, last)
            continue
        own = corpus.starts[first:last] - start
        places = own.tolist() if own[0] == 0 else [0, *own.tolist()]
        for window in windows(places, end - start, room, room // 4):
            inside = [first + int(n) for n in np.searchsorted(own, window[2:])]
            # A word that is torn at the edge of its window cannot be hidden whole.
            while inside[1] > inside[0] and corpus.ends[inside[1] - 1] > start + window.end:
                inside[1] -= 1
            if inside[0] < inside[1]:
                yield _Row(start + window.start, start + window.end, *inside)
