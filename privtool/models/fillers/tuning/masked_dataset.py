"""Training set of a masked language model: ids of texts, and batches with whole words masked.

Words are those of `text/words.py`: all pieces of a masked word become the mask token and are
labels. BERT keeps a tenth of the pieces and replaces another tenth by random ones, as downstream
tasks never show it the mask token; a filler sees nothing else in its slots.
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
from privtool.models.fillers.tuning.word_masking import (
    MaskedWordBatch,
    MaskedWordBatches,
    WordMasking,
)
from privtool.models.text_windows import windows
from privtool.models.training.objectives import IGNORED


class WordPieceCorpus(NamedTuple):
    """Texts as pieces: text `i` is `ids[bounds[i]:bounds[i + 1]]`.

    Its words are numbered from `word_bounds[i]` to `word_bounds[i + 1]`; word `n` has the pieces
    `ids[starts[n]:ends[n]]`, and may be masked if `maskable[n]`.
    """

    ids: NDArray[np.int32]
    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    word_bounds: NDArray[np.int64]
    maskable: NDArray[np.bool_]


def word_piece_corpus(texts: Iterable[WordPieces]) -> WordPieceCorpus:
    ids, bounds = array("i"), array("q", [0])
    starts, ends, word_bounds = array("q"), array("q"), array("q", [0])
    maskable = array("b")
    for text in texts:
        base = len(ids)
        ids.extend(text.ids)
        starts.extend(base + start for start in text.starts)
        ends.extend(base + end for end in text.ends)
        bounds.append(len(ids))
        word_bounds.append(len(starts))
        maskable.extend(text.maskable)
    columns = map(np.array, (ids, bounds, starts, ends, word_bounds))
    return WordPieceCorpus._make([*columns, np.array(maskable, np.bool_)])


class _Row(NamedTuple):
    """A model input: the pieces `start:end`, and the words that may be masked in it."""

    start: int
    end: int
    first_word: int
    last_word: int


class MaskedLmBatches(MaskedWordBatches):
    """Batches of a corpus for a masked language model.

    Texts without maskable words are left out. Longer ones than the model reads are cut into
    overlapping windows, and each word is masked in one window only.
    """

    def __init__(self, corpus: WordPieceCorpus, tokens: MaskedTokens, masking: WordMasking) -> None:
        self._corpus, self._tokens = corpus, tokens
        self._rows = [
            row
            for row in _rows(corpus, tokens.context_length)
            if corpus.maskable[row.first_word : row.last_word].any()
        ]
        self.words = sum(int(corpus.maskable[r.first_word : r.last_word].sum()) for r in self._rows)
        self.pieces = len(corpus.ids)
        self.split_words = int((corpus.maskable & (corpus.ends - corpus.starts > 1)).sum())
        self.counts = np.bincount(corpus.ids, minlength=tokens.mask + 1)
        self.counts[tokens.mask] = 0  # slots
        super().__init__(np.array([r.end - r.start + 2 for r in self._rows], np.int64), masking)

    def _batch(self, numbers: list[int]) -> MaskedWordBatch:
        tokens = self._tokens
        width = 2 + max(self._rows[n].end - self._rows[n].start for n in numbers)
        ids = np.full((len(numbers), width), tokens.padding, np.int64)
        attention = np.zeros_like(ids)
        labels, words = np.full_like(ids, IGNORED), np.full_like(ids, -1)
        for row_number, number in enumerate(numbers):
            row = self._rows[number]
            size = row.end - row.start + 2
            pieces = self._corpus.ids[row.start : row.end]
            ids[row_number, :size] = [tokens.before, *pieces, tokens.after]
            attention[row_number, :size] = 1
            maskable = self._corpus.maskable[row.first_word : row.last_word]
            for drawn in self._draw_words(number, maskable):
                word = row.first_word + drawn
                start, end = (int(part[word]) for part in (self._corpus.starts, self._corpus.ends))
                masked = slice(start - row.start + 1, end - row.start + 1)
                labels[row_number, masked] = ids[row_number, masked]
                words[row_number, masked] = word
                ids[row_number, masked] = tokens.mask
        return MaskedWordBatch(*map(torch.from_numpy, (ids, attention, labels, words)))


def _rows(corpus: WordPieceCorpus, room: int) -> Iterable[_Row]:
    texts, words = pairwise(corpus.bounds.tolist()), pairwise(corpus.word_bounds.tolist())
    for (start, end), (first, last) in zip(texts, words, strict=True):
        if first == last:
            continue
        if end - start <= room:
            yield _Row(start, end, first, last)
            continue
        offsets = corpus.starts[first:last] - start
        boundaries = offsets.tolist() if offsets[0] == 0 else [0, *offsets.tolist()]
        for window in windows(boundaries, end - start, room, room // 4):
            first_word, last_word = (first + int(n) for n in np.searchsorted(offsets, window[2:]))
            # A word that its window cuts off cannot be masked as a whole.
            while last_word > first_word and corpus.ends[last_word - 1] > start + window.end:
                last_word -= 1
            if first_word < last_word:
                yield _Row(start + window.start, start + window.end, first_word, last_word)
