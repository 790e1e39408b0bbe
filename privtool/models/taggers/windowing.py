"""The pieces of texts, grouped into words, and batches of padded rows for windows over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from privtool.models.text_windows import Window, windows

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
    """Return the pieces that start a word or follow a space; for some tokenizers a text is one."""
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


# Pieces of a row and of an overlap. Longer rows cost `mini-ner` more and find no more names; a
# model with sliding attention over 8 layers of 128 pieces sees a thousand.
_SHORT, _SHORT_OVERLAP = 256, 32
_LONG, _LONG_OVERLAP = 1024, 256
_ROUND_TO = 4

Inputs = dict[str, NDArray[np.int64]]  # of a model, by the names of its parameters


class PieceLabeler(Protocol):
    """A model that labels pieces.

    `longest_input` is its longest row in pieces, special tokens included, `pad` the id of padding
    and `pads` whether rows of different lengths may be in one batch.
    """

    longest_input: int
    pad: int
    pads: bool

    def probabilities(self, inputs: Inputs) -> NDArray[np.float32]:
        """Return the probabilities of the model's own labels: (rows, pieces, labels)."""
        ...


class RowMaker:
    """Splits texts into rows, windows over all pieces, and adds the special tokens of a model.

    The padded length of a row depends on the row alone, and there is always padding, or never: the
    model's result for a row depends on both, as some attention kernels are for unpadded batches.
    """

    def __init__(self, tokenizer: PieceTokenizer, model: PieceLabeler, short: bool) -> None:
        """With `short`, rows are short and a piece is classified in one of them alone."""
        self._pads, self._pad, self._short = model.pads, model.pad, short
        self.prefix, self.suffix = tokenizer.prefix, tokenizer.suffix
        self._frame = len(self.prefix) + len(self.suffix)
        self._longest = min(_SHORT if short else _LONG, model.longest_input)
        self._size = self._longest - self._frame - model.pads
        self._overlap = min(_SHORT_OVERLAP if short else _LONG_OVERLAP, self._size // 4)

    def batches(self, rows: Iterable[Window], pieces_at_a_time: int) -> Iterator[list[Window]]:
        """Yield batches of rows of one padded length, short ones first.

        A batch holds at most `pieces_at_a_time`, padding included, or is a single row.
        """
        for length, group in groupby(sorted(rows, key=self._padded_length), self._padded_length):
            some, size = list(group), max(1, pieces_at_a_time // length)
            yield from (some[start : start + size] for start in range(0, len(some), size))

    def inputs(
        self, rows: Sequence[Window], ids: NDArray[np.int64], types: NDArray[np.int64] | None
    ) -> Inputs:
        """Return the inputs of a model for rows of one padded length, by parameter name."""
        shape = (len(rows), self._padded_length(rows[0]))
        inputs = {
            "input_ids": np.full(shape, self._pad, np.int64),
            "attention_mask": np.zeros(shape, np.int64),
        }
        if types is not None:
            inputs["token_type_ids"] = np.zeros(shape, np.int64)
        first = len(self.prefix)
        for number, row in enumerate(rows):
            last = first + row.end - row.start
            framed = inputs["input_ids"][number]
            framed[:first], framed[first:last] = self.prefix, ids[row.start : row.end]
            framed[last : last + len(self.suffix)] = self.suffix
            inputs["attention_mask"][number, : last + len(self.suffix)] = 1
            if types is not None:
                inputs["token_type_ids"][number, first:last] = types[row.start : row.end]
        return inputs

    def weights(self, row: Window) -> NDArray[np.float32]:
        """Return the weight of each piece of a row: it falls to the edges, which see one side.

        Where rows overlap, each counts by its weight, so a result changes smoothly.
        """
        if self._short:
            weights = np.zeros(row.end - row.start, np.float32)
            weights[row.core_start - row.start : row.core_end - row.start] = 1
            return weights
        places = np.arange(1, row.end - row.start + 1, dtype=np.float32)
        return np.minimum(places, places[::-1])

    def rows(self, pieces: Pieces) -> Iterator[Window]:
        """Yield the rows of all texts, in order."""
        bounds = pieces.text_bounds.tolist()
        for first, last in pairwise(bounds):
            length = last - first
            starts: list[int] = []
            if length > self._size:
                inside = slice(*np.searchsorted(pieces.word_starts, (first, last)).tolist())
                starts = (pieces.word_starts[inside] - first).tolist()
            for window in windows(starts, length, self._size, self._overlap):
                yield Window(*(first + piece for piece in window))

    def _padded_length(self, row: Window) -> int:
        """Return the length with special tokens; with padding, at least one, it is rounded up."""
        length = row.end - row.start + self._frame
        return min((length // _ROUND_TO + 1) * _ROUND_TO, self._longest) if self._pads else length
