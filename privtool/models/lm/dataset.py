"""The text of a language model in memory: ids of all sentences, and batches of them.

A sentence is its tokens and the end of sentence, which is also the context of the first token.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.digest import short_digest
from privtool.core.errors import UsageError
from privtool.models.training.batching import batches_by_length
from privtool.models.training.objectives import IGNORED

_HASHED = 1 << 20
LONGEST = 512  # tokens that a model without a limit of its own sees at a time


class Corpus(NamedTuple):
    """`ids[bounds[i]:bounds[i + 1]]` are the tokens of sentence `i`; `words` counts all words."""

    ids: NDArray[np.int32]
    bounds: NDArray[np.int64]
    words: int

    @property
    def sentences(self) -> int:
        """How many there are."""
        return len(self.bounds) - 1

    def digest(self) -> str:
        """A name that changes when any token does."""
        return short_digest(
            part[start : start + _HASHED].tobytes()
            for part in (self.ids, self.bounds)
            for start in range(0, len(part), _HASHED)  # which may be a file larger than memory
        )


class Numbering:
    """Numbers for tokens in the order in which they are met, before their vocabulary is known."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, tokens: Sequence[str]) -> list[int]:
        """The numbers of tokens, new ones for those that are new."""
        numbers = self._numbers
        return [numbers.setdefault(token, len(numbers)) for token in tokens]

    def by_frequency(self, counts: NDArray[np.int64]) -> list[str]:
        """All tokens, the most frequent first, equal ones in code point order."""
        found = counts.tolist()
        return sorted(self._numbers, key=lambda token: (-found[self._numbers[token]], token))

    def ids(self, ids: Mapping[str, int], unknown: int) -> NDArray[np.int32]:
        """The id in a vocabulary of every number; `unknown` is -1 where it has no such token.

        Raises `UsageError` for a token that the vocabulary lacks then.
        """
        place = np.array([ids.get(token, unknown) for token in self._numbers], np.int32)
        if (place < 0).any():
            raise UsageError("the tokenizer has neither a piece for some characters nor <unk>")
        return place


class TokenStore:
    """Takes in sentences of tokens before their vocabulary is known, at four bytes a token."""

    def __init__(self) -> None:
        self._numbering = Numbering()
        self._ids = array("i")
        self._bounds = array("q", [0])
        self._words = 0

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """More sentences, which hold so many words."""
        for tokens in sentences:
            self._ids.extend(self._numbering.of(tokens))
            self._bounds.append(len(self._ids))
        self._words += words

    def by_frequency(self) -> list[str]:
        """All different tokens, the most frequent first, equal ones in code point order."""
        counts = np.bincount(self._given(), minlength=len(self._numbering))
        return self._numbering.by_frequency(counts)

    def corpus(self, ids: Mapping[str, int], unknown: int) -> Corpus:
        """The sentences in the ids of a vocabulary. Raises `UsageError` as `Numbering.ids` does."""
        place = self._numbering.ids(ids, unknown)
        found = place[self._given()] if len(place) else np.zeros(0, np.int32)
        return Corpus(found, np.array(self._bounds, np.int64), self._words)

    def _given(self) -> NDArray[np.int32]:
        return np.array(self._ids, np.int32)


class Piece(NamedTuple):
    """What a model sees of a sentence at a time: targets `start:end`, judged from `first` on.

    Target `i` is token `i`, the end of sentence being the last; its input is the one before it.
    """

    sentence: int
    start: int
    end: int
    first: int


def pieces(lengths: Iterable[int], room: int, overlap: int) -> Iterator[Piece]:
    """Pieces of at most `room` targets that judge every target of every sentence once.

    `lengths` count the end of sentence. A piece sees `overlap` targets before those it judges.
    """
    for sentence, length in enumerate(lengths):
        end = min(length, room)
        yield Piece(sentence, 0, end, 0)
        while end < length:
            first, start = end, end - overlap
            end = min(length, start + room)
            yield Piece(sentence, start, end, first)


class Batches(torch.utils.data.Dataset[dict[str, torch.Tensor]]):
    """Batches of pieces of about equal length, each of at most `cells` tokens with padding.

    An item is a whole batch: `input_ids` and `labels`, both (pieces, longest). Labels are
    `IGNORED` in padding, in what a piece only sees, and for the ids in `without_loss`.
    """

    def __init__(
        self,
        corpus: Corpus,
        end: int,
        padding: int,
        room: int,
        cells: int,
        overlap: int = 0,
        without_loss: Sequence[int] = (),
        seed: int = 0,
    ) -> None:
        self._corpus, self._end, self._padding = corpus, end, padding
        self._without_loss = np.array(without_loss, np.int64)
        lengths = (np.diff(corpus.bounds) + 1).tolist()
        # An array: of a large text there are more pieces than tuples would have room for.
        numbers = chain.from_iterable(pieces(lengths, room, overlap))
        self._pieces = np.fromiter(numbers, np.int32).reshape(-1, len(Piece._fields))
        sizes = (self._pieces[:, 2] - self._pieces[:, 1]).astype(np.int64)
        self._batches, self.padding_share = batches_by_length(sizes, cells, seed)

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        chosen = self._chosen(index)
        inputs, labels = padded(self._corpus, chosen, self._end, self._padding)
        if len(self._without_loss):
            labels[np.isin(labels, self._without_loss)] = IGNORED
        return {"input_ids": torch.from_numpy(inputs), "labels": torch.from_numpy(labels)}

    def places(self, index: int) -> NDArray[np.int64]:
        """Which targets of the text a batch judges, in the order of its labels with weight.

        The targets of the text are the tokens of a sentence and its end, sentence by sentence.
        """
        bounds = self._corpus.bounds
        return np.concatenate(
            [
                bounds[piece.sentence] + piece.sentence + np.arange(piece.first, piece.end)
                for piece in self._chosen(index)
            ]
        )

    def _chosen(self, index: int) -> list[Piece]:
        return [Piece(*row) for row in self._pieces[self._batches[index]].tolist()]


def padded(
    corpus: Corpus, chosen: Sequence[Piece], end: int, padding: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The inputs and labels (pieces, longest) of some pieces; labels of padding are `IGNORED`."""
    width = max(piece.end - piece.start for piece in chosen)
    inputs = np.full((len(chosen), width), padding, np.int64)
    labels = np.full((len(chosen), width), IGNORED, np.int64)
    for row, piece in enumerate(chosen):
        size = piece.end - piece.start
        inputs[row, :size], labels[row, :size] = framed(corpus, piece, end)
    return inputs, labels


def framed(
    corpus: Corpus, piece: Piece, end: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.int64]]:
    """The inputs and labels of a piece; labels of what it only sees are `IGNORED`."""
    sentence = corpus.ids[corpus.bounds[piece.sentence] : corpus.bounds[piece.sentence + 1]]
    around = np.concatenate(([end], sentence, [end]))
    labels = around[piece.start + 1 : piece.end + 1].astype(np.int64)
    labels[: piece.first - piece.start] = IGNORED
    return around[piece.start : piece.end], labels
