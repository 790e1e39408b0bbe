"""The training text of a language model in memory: token ids of sentences, and batches of them.

A sentence is its tokens and an end-of-sentence token, which is also the context of its first token.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import UsageError
from privtool.core.rng import short_digest
from privtool.models.training.batches import IGNORED, batches_by_length

DEFAULT_CONTEXT = 512  # tokens, for a model without a limit of its own


class Corpus(NamedTuple):
    """`ids[bounds[i]:bounds[i + 1]]` are the tokens of sentence `i`; `words` counts all words."""

    ids: NDArray[np.int32]
    bounds: NDArray[np.int64]
    words: int

    @property
    def sentences(self) -> int:
        return len(self.bounds) - 1

    @property
    def targets(self) -> int:
        """The number of tokens and ends of sentences."""
        return len(self.ids) + self.sentences

    def counts(self, unknown: int, markers: Sequence[int]) -> dict[str, Any]:
        """Return the entries of a run card, for the ids of unknown tokens and markers."""
        total = max(1, len(self.ids))
        return {
            "records": self.sentences,
            "words": self.words,
            "tokens": len(self.ids),
            "unknown_rate": int((self.ids == unknown).sum()) / total,
            "marker_rate": int(np.isin(self.ids, markers).sum()) / total,
        }

    def digest(self) -> str:
        """Return a hash of all tokens and sentence bounds."""
        return short_digest(part.tobytes() for part in (self.ids, self.bounds))


class Numbering:
    """Provisional ids for tokens in order of appearance, before their vocabulary is known."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._counts: Counter[str] = Counter()

    def of(self, tokens: Sequence[str]) -> list[int]:
        """Count tokens and return their numbers, assigning new ones to new tokens."""
        self._counts.update(tokens)
        numbers = self._numbers
        return [numbers.setdefault(token, len(numbers)) for token in tokens]

    def by_frequency(self) -> list[str]:
        """Return all distinct tokens, most frequent first, ties in code point order."""
        return sorted(self._counts, key=lambda token: (-self._counts[token], token))

    def ids(self, ids: Mapping[str, int], unknown: int) -> NDArray[np.int32]:
        """Return the vocabulary id of every number; `unknown` is -1 without an unknown token.

        In that case raise `UsageError` for a token that is not in the vocabulary.
        """
        table = np.array([ids.get(token, unknown) for token in self._numbers], np.int32)
        if (table < 0).any():
            raise UsageError("the tokenizer has neither a piece for some characters nor <unk>")
        return table


class TokenStore:
    """Collects sentences before their vocabulary is known; stores of a numbering share it."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._ids = array("i")
        self._bounds = array("q", [0])
        self._words = 0

    def add(self, tokens: Sequence[str], words: int) -> None:
        """Add a sentence that has so many words."""
        self._ids.extend(self._numbering.of(tokens))
        self._bounds.append(len(self._ids))
        self._words += words

    def corpus(self, table: NDArray[np.int32]) -> Corpus:
        """Return the sentences in vocabulary ids; `table` is that of `Numbering.ids`."""
        tokens = table[np.asarray(self._ids)]
        return Corpus(tokens, np.array(self._bounds, np.int64), self._words)


class Segment(NamedTuple):
    """The part of a sentence that fits the model: targets `start:end`, scored from `first` on.

    Target `i` is token `i`, the last one being the end of sentence; its input is the token before.
    """

    sentence: int
    start: int
    end: int
    first: int


def segments(lengths: Iterable[int], context: int, overlap: int) -> Iterator[Segment]:
    """Yield segments of at most `context` targets that score every target once.

    `lengths` count the end of sentence. A segment starts `overlap` targets before those it scores.
    """
    for sentence, length in enumerate(lengths):
        end = min(length, context)
        yield Segment(sentence, 0, end, 0)
        while end < length:
            first, start = end, end - overlap
            end = min(length, start + context)
            yield Segment(sentence, start, end, first)


class LmBatches(torch.utils.data.Dataset[dict[str, torch.Tensor]]):
    """Batches of segments of similar length, with at most `max_tokens` tokens, padding included.

    An item is a whole batch: `input_ids` and `labels`, both (segments, longest). Labels are
    `IGNORED` in padding, in overlaps, and for the ids in `without_loss`.
    """

    def __init__(
        self,
        corpus: Corpus,
        end: int,
        padding: int,
        context: int,
        max_tokens: int,
        overlap: int = 0,
        without_loss: Sequence[int] = (),
        seed: int = 0,
    ) -> None:
        self._corpus, self._end, self._padding = corpus, end, padding
        self._without_loss = np.array(without_loss, np.int64)
        lengths = (np.diff(corpus.bounds) + 1).tolist()
        # As an array: tuples of all segments of a large text would not fit into memory.
        numbers = chain.from_iterable(segments(lengths, context, overlap))
        self._segments = np.fromiter(numbers, np.int32).reshape(-1, len(Segment._fields))
        sizes = (self._segments[:, 2] - self._segments[:, 1]).astype(np.int64)
        self._batches, self.padding_share = batches_by_length(sizes, max_tokens, seed)

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        batch = self._segments_of(index)
        rows = [[segment] for segment in batch]
        inputs, labels, _ = fill_rows(self._corpus, rows, self._end, self._padding)
        if len(self._without_loss):
            labels[np.isin(labels, self._without_loss)] = IGNORED
        return {"input_ids": torch.from_numpy(inputs), "labels": torch.from_numpy(labels)}

    def target_indices(self, index: int) -> NDArray[np.int64]:
        """Return the indices of a batch's targets in the text, in the order of its labels.

        The targets of the text are each sentence's tokens and its end.
        """
        bounds = self._corpus.bounds
        return np.concatenate(
            [
                bounds[segment.sentence] + segment.sentence + np.arange(segment.first, segment.end)
                for segment in self._segments_of(index)
            ]
        )

    def _segments_of(self, index: int) -> list[Segment]:
        return [Segment(*row) for row in self._segments[self._batches[index]].tolist()]


def fill_rows(
    corpus: Corpus, rows: Sequence[Sequence[Segment]], end: int, padding: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return inputs, labels and positions (rows, longest) of rows of segments, end to end.

    Labels are `IGNORED` in padding and in overlaps. Positions start at 0 in each segment, and are 0
    in padding.
    """
    shape = len(rows), max(sum(each.end - each.start for each in row) for row in rows)
    inputs, labels = np.full(shape, padding, np.int64), np.full(shape, IGNORED, np.int64)
    positions = np.zeros(shape, np.int64)
    for number, row in enumerate(rows):
        place = 0
        for sentence, start, stop, first in row:
            ids = corpus.ids[corpus.bounds[sentence] : corpus.bounds[sentence + 1]]
            before = ids[start - 1 : start] if start else [end]
            framed = np.concatenate((before, ids[start:stop], [end]))
            size = stop - start
            inputs[number, place : place + size] = framed[:size]
            scored = slice(place + first - start, place + size)
            labels[number, scored] = framed[first - start + 1 : size + 1]
            positions[number, place : place + size] = np.arange(size)
            place += size
    return inputs, labels, positions
