"""Splitting texts into the pieces of a tokenizer, and grouping pieces into words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# What str.isspace accepts, as code points.
_SPACES = np.array([c for c in range(0x3001) if chr(c).isspace()], np.uint32)


class Pieces(NamedTuple):
    """The piece ids of texts, concatenated; text n has `ids[text_bounds[n]:text_bounds[n + 1]]`.

    Word w has the pieces from `word_starts[w]` to the next word's, and is
    `word_from[w]:word_to[w]` of its text.
    """

    ids: NDArray[np.int64]
    text_bounds: NDArray[np.int64]
    word_starts: NDArray[np.int64]
    word_from: NDArray[np.int64]
    word_to: NDArray[np.int64]


class PieceTokenizer:
    """Splits texts into pieces without truncation; "[SEP]" in a text is text.

    `prefix` and `suffix` are the special tokens that the model expects around a text.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Take over a tokenizer, and change its settings."""
        tokenizer.no_truncation()
        tokenizer.no_padding()
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer
        framed = tokenizer.encode("a")
        special = framed.special_tokens_mask
        first = special.index(0)
        last = len(special) - special[::-1].index(0)
        self.prefix, self.suffix = framed.ids[:first], framed.ids[last:]

    def pieces(self, texts: Sequence[str]) -> Pieces:
        """Tokenize texts; white space has no pieces."""
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        counts = np.fromiter(map(len, encodings), np.int64, len(encodings))
        bounds = np.concatenate(([0], np.cumsum(counts)))
        total = int(bounds[-1])
        ids = np.fromiter(chain.from_iterable(e.ids for e in encodings), np.int64, total)
        offsets = chain.from_iterable(chain.from_iterable(e.offsets for e in encodings))
        begin, end = np.fromiter(offsets, np.int64, 2 * total).reshape(-1, 2).T
        numbers = np.fromiter(
            (-1 if w is None else w for e in encodings for w in e.word_ids), np.int64, total
        )
        text_of = np.repeat(np.arange(len(texts)), counts)
        starts = _word_starts(texts, text_of, numbers, begin, end)
        last = np.append(starts[1:], total) - 1 if total else starts
        return Pieces(ids, bounds, starts, begin[starts], end[last])


def _word_starts(
    texts: Sequence[str],
    text_of: NDArray[np.int64],
    numbers: NDArray[np.int64],
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the pieces that start a word of the tokenizer, or follow white space.

    For some tokenizers a whole text is one word.
    """
    if not len(numbers):
        return np.zeros(0, np.int64)
    characters = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    spaces = np.concatenate((np.isin(characters, _SPACES), [False]))
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    base = np.concatenate(([0], np.cumsum(lengths)))[text_of]
    starts = np.ones(len(numbers), bool)
    starts[1:] = (numbers[1:] != numbers[:-1]) | (text_of[1:] != text_of[:-1])
    starts[1:] |= spaces[(base + begin)[1:]]
    starts[1:] |= (begin[1:] > end[:-1]) & spaces[(base + end)[:-1]]
    return np.flatnonzero(starts)
