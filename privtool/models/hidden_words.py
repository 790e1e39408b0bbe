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

from privtool.models.length_batches import batches_by_length
from privtool.models.lm_loss import IGNORED
from privtool.models.masked_tokens import MaskedTokens, WordPieces
from privtool.models.windows import windows

# What of a batch is text at least. In a small corpus few texts are equally long, and small batches
# cost as many steps; in a large one there is next to no padding all the same.
_LEAST = 0.7


class WordCorpus(NamedTuple):
    """Texts as pieces: text `i` is `ids[bounds[i]:bounds[i + 1]]`.

    Its words are those from `word_bounds[i]` to `word_bounds[i + 1]`; word `n` has the pieces
    `ids[starts[n]:ends[n]]`.
    """

    ids: NDArray[np.int32]
    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    word_bounds: NDArray[np.int64]

    @property
    def words(self) -> int:
        """How many words there are."""
        return len(self.starts)


def word_corpus(texts: Iterable[WordPieces]) -> WordCorpus:
    """The corpus of some texts."""
    ids, bounds = array("i"), array("q", [0])
    starts, ends, word_bounds = array("q"), array("q"), array("q", [0])
    for text in texts:
        base = len(ids)
        ids.extend(text.ids)
        starts.extend(base + place for place in text.starts)
        ends.extend(base + place for place in text.ends)
        bounds.append(len(ids))
        word_bounds.append(len(starts))
    places = (np.array(part, np.int64) for part in (bounds, starts, ends, word_bounds))
    return WordCorpus(np.array(ids, np.int32), *places)


class _Row(NamedTuple):
    """What a model sees at a time: the pieces `start:end`, of which it may hide some words."""

    start: int
    end: int
    first_word: int
    last_word: int


class HiddenBatch(NamedTuple):
    """Rows of one padded length: (rows, length) each.

    `labels` are the pieces that are hidden, `IGNORED` elsewhere; `words` numbers them by the word
    that they belong to, -1 elsewhere.
    """

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    labels: torch.Tensor
    words: torch.Tensor


class HidingBatches(torch.utils.data.Dataset[dict[str, torch.Tensor]]):
    """Batches of texts of about equal length, each of at most `cells` tokens with padding.

    A share of `rate` of the words is hidden, in each text at least one, and others in each epoch;
    the draws depend on the seed, the epoch and the place of a text in the corpus. A text without
    words is left out. One that is too long is cut into windows that overlap, and each of its words
    is hidden in one of them only.
    """

    def __init__(
        self, corpus: WordCorpus, tokens: MaskedTokens, rate: float, cells: int, seed: int
    ) -> None:
        self._corpus, self._tokens, self._rate, self._seed = corpus, tokens, rate, seed
        self._rows = list(_rows(corpus, tokens.room))
        self.epoch = 0
        self.words, self.pieces = corpus.words, len(corpus.ids)
        sizes = np.array([row.end - row.start + 2 for row in self._rows], np.int64)
        self._batches, self.padding_share = batches_by_length(sizes, cells, seed, _LEAST)

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        """What is trained on; `epoch` says which words are hidden."""
        batch = self.batch(index)._asdict()
        del batch["words"]
        return batch

    def batch(self, index: int) -> HiddenBatch:
        """A batch as it is in this epoch."""
        chosen = [int(number) for number in self._batches[index]]
        tokens = self._tokens
        width = 2 + max(self._rows[n].end - self._rows[n].start for n in chosen)
        ids = np.full((len(chosen), width), tokens.padding, np.int64)
        attention = np.zeros_like(ids)
        labels, words = np.full_like(ids, IGNORED), np.full_like(ids, -1)
        for place, number in enumerate(chosen):
            row = self._rows[number]
            size = row.end - row.start + 2
            own = self._corpus.ids[row.start : row.end]
            ids[place, :size] = [tokens.before, *own, tokens.after]
            attention[place, :size] = 1
            for word in self._hidden(number, row):
                start, end = (int(part[word]) for part in (self._corpus.starts, self._corpus.ends))
                hidden = slice(start - row.start + 1, end - row.start + 1)
                labels[place, hidden] = ids[place, hidden]
                words[place, hidden] = word
                ids[place, hidden] = tokens.mask
        return HiddenBatch(*map(torch.from_numpy, (ids, attention, labels, words)))

    def _hidden(self, number: int, row: _Row) -> list[int]:
        """The words of a row that are hidden in this epoch."""
        random = np.random.default_rng((self._seed, self.epoch, number))
        count = row.last_word - row.first_word
        chosen = np.flatnonzero(random.random(count) < self._rate)
        if not len(chosen):
            chosen = random.integers(count, size=1)
        return [row.first_word + int(place) for place in chosen]


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
