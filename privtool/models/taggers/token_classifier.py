"""A tagger over any model that labels the pieces of a tokenizer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.spans import Span
from privtool.models.taggers.bioes import bioes_decoder
from privtool.models.taggers.labels import LabeledSpans, LabelMap, label_columns
from privtool.models.taggers.windowing import PieceLabeler, Pieces, PieceTokenizer, RowMaker
from privtool.models.text_windows import Window
from privtool.text.letter_case import is_spoken
from privtool.text.unicode import without_emoji

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from privtool.text.word_scores import WordScores

NO_CAPITAL, TITLE, CAPITALS, MIXED, ONE_CAPITAL = range(5)


def case_shapes(text: str, spans: Iterable[tuple[int, int]]) -> list[int]:
    """Return the shape of each word `text[start:end]`."""
    return [_case_shape(text[start:end]) for start, end in spans]


@lru_cache(maxsize=1 << 16)
def _case_shape(word: str) -> int:
    """Return one of the shapes above; a word with a single letter is never `CAPITALS`."""
    cased = [letter for letter in word if letter.isupper() or letter.islower()]
    capitals = sum(map(str.isupper, cased))
    if not capitals:
        return NO_CAPITAL
    if capitals == len(cased):
        return CAPITALS if capitals > 1 else ONE_CAPITAL
    return TITLE if capitals == 1 and cased[0].isupper() else MIXED


AUTO_BATCH_SIZE = 64
_USUAL_PIECES = 32  # of a record: what the batch size counts
_CHARACTERS_AT_A_TIME = 1 << 19  # bounds memory
# A screen is trusted where a threshold this many times lower or higher changes no private word, and
# the likeliest label of each leads by this share of its score.
_MARGIN, _LEAD = 1.25, 0.08


class ScoredWord(NamedTuple):
    """A word of a text in offsets, its score and its most likely label."""

    start: int
    end: int
    score: float
    label: str


class Words(NamedTuple):
    """The words of texts: the score of each, and its probability of each of our labels."""

    texts: list[str]
    pieces: Pieces
    scores: NDArray[np.float32]
    masses: NDArray[np.float32]

    def text_of(self, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of the text of each of some words."""
        starts = self.pieces.word_starts[words]
        return np.searchsorted(self.pieces.text_bounds, starts, side="right") - 1


class TokenTagger:
    """Finds private words by the probability that a model assigns to all labels but `O`.

    A word is private when that probability, the maximum over its pieces, reaches the threshold.
    Its label is the one with the largest mean over its pieces. Neighboring private words of one
    label are one span with their lowest score. Spans do not depend on other texts of the batch.
    Where a model has BIOES labels, their likeliest legal sequence says which label a private word
    has, and which one begins another span.
    """

    def __init__(
        self,
        model: PieceLabeler,
        tokenizer: Tokenizer,
        id2label: Mapping[int, str],
        threshold: float,
        *,
        screen: PieceLabeler | None = None,
        batch_size: int = AUTO_BATCH_SIZE,
        of_words: bool = False,
        spoken_threshold: float | None = None,
        label_map: LabelMap | None = None,
        needed: WordScores | None = None,
    ) -> None:
        """Take over a model and its tokenizer.

        `screen` is a faster model with nearly the same scores: only texts with a word that it
        leaves in doubt are read by `model`. `batch_size` counts records of 32 pieces. A model
        `of_words` was trained as `mini-ner` was: token types are the case shapes of words, their
        first piece classifies them, and rows are `short`, see `RowMaker`. `spoken_threshold`
        replaces the threshold in texts without capitals and signs; `needed` replaces both.
        `label_map` is that of `label_columns`. Raise `UsageError` if no label is `O`.
        """
        self._model, self._screen = model, screen
        self._tokenizer = PieceTokenizer(tokenizer)
        self._threshold = threshold
        self._spoken_threshold = threshold if spoken_threshold is None else spoken_threshold
        self._needed = needed
        self._of_words = of_words
        self._pieces_at_a_time = batch_size * _USUAL_PIECES
        self._labels, self._columns = label_columns(id2label, label_map)
        self._decoder = bioes_decoder(id2label)
        self._column_of = np.zeros(len(id2label), np.int64)  # of each label of the model
        for column, numbers in enumerate(self._columns):
            self._column_of[numbers] = column
        self._rows = RowMaker(self._tokenizer, model, short=of_words)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, sorted and disjoint, in offsets of the text."""
        distinct = dict.fromkeys(texts)
        sized = zip(distinct, accumulate(map(len, distinct)), strict=True)
        spans: dict[str, list[Span]] = {}
        for _, group in groupby(sized, lambda text: text[1] // _CHARACTERS_AT_A_TIME):
            some = [text for text, _ in group]
            spans.update(zip(some, self._tag_group(some), strict=True))
        return [list(spans[text]) for text in texts]

    def words(self, texts: Sequence[str]) -> Iterator[list[ScoredWord]]:
        """Yield the words of each text with their scores, private or not."""
        pieces, types = self._read(texts)
        words, labels, _ = self._scored(list(texts), pieces, types)
        names = [self._labels[number] for number in labels.tolist()]
        ends = pieces.word_from.tolist(), pieces.word_to.tolist()
        found = list(map(ScoredWord, *ends, words.scores.tolist(), names))
        for first, stop in pairwise(np.searchsorted(pieces.word_starts, pieces.text_bounds)):
            yield found[first:stop]

    def _tag_group(self, texts: list[str]) -> list[list[Span]]:
        found = [LabeledSpans(text) for text in texts]
        pieces, types = self._read(texts)
        if not len(pieces.ids):
            return [[] for _ in texts]
        words, labels, begins = self._scored(texts, pieces, types)
        private = self._private(words)
        best = labels[private]
        for number, start, end, label, score, likelihood, first in zip(
            words.text_of(private).tolist(),
            pieces.word_from[private].tolist(),
            pieces.word_to[private].tolist(),
            best.tolist(),
            words.scores[private].tolist(),
            words.masses[private, best].tolist(),
            begins[private].tolist(),
            strict=True,
        ):
            word = Span(start, end, self._labels[label], score)
            found[number].add(word, likelihood, begins=first)
        return [each.spans for each in found]

    def _read(self, texts: Sequence[str]) -> tuple[Pieces, NDArray[np.int64] | None]:
        """Return the pieces of texts, and their token types if the model uses them."""
        inputs = [without_emoji(text) for text in texts]
        pieces = self._tokenizer.pieces(inputs)
        return pieces, self._types(inputs, pieces) if self._of_words else None

    def _scored(
        self, texts: list[str], pieces: Pieces, types: NDArray[np.int64] | None
    ) -> tuple[Words, NDArray[np.int64], NDArray[np.bool_]]:
        """Return the words, the label of each, and whether it begins a span."""
        width = len(self._labels) if self._decoder is None else len(self._column_of)
        masses = np.empty((len(pieces.ids), width), np.float32)
        rows = list(self._rows.rows(pieces))
        if self._screen is not None:
            self._fill(masses, self._screen, rows, pieces.ids, types)
            doubtful = self._doubtful(self._words(texts, pieces, masses))
            starts = np.array([row.start for row in rows])
            of_rows = np.searchsorted(pieces.text_bounds, starts, side="right") - 1
            rows = [row for row, read in zip(rows, doubtful[of_rows].tolist(), strict=True) if read]
        self._fill(masses, self._model, rows, pieces.ids, types)
        if self._decoder is None:
            words = self._words(texts, pieces, masses)
            return words, words.masses.argmax(axis=1), np.zeros(len(words.scores), np.bool_)
        labels, begins = self._decoder.of_words(masses, pieces.text_bounds, pieces.word_starts)
        ours = np.stack([masses[:, columns].sum(axis=1) for columns in self._columns], axis=1)
        words = self._words(texts, pieces, ours)
        best = words.masses.argmax(axis=1)
        return words, np.where(labels >= 0, self._column_of[labels], best), begins

    def _doubtful(self, words: Words) -> NDArray[np.bool_]:
        """Return for each text whether scores that are a little wrong would change its spans."""
        most, least = self._private(words, 1 / _MARGIN), self._private(words, _MARGIN)
        second, first = np.sort(np.pad(words.masses[most], ((0, 0), (1, 0))), axis=1)[:, -2:].T
        close = most[first - second < _LEAD * words.scores[most]]
        doubtful = np.zeros(len(words.texts), np.bool_)
        doubtful[words.text_of(np.union1d(np.setxor1d(most, least), close))] = True
        return doubtful

    def _private(self, words: Words, factor: float = 1.0) -> NDArray[np.int64]:
        """Return the private words, if thresholds are multiplied by a factor."""
        return np.flatnonzero(words.scores >= self._needed_scores(words) * np.float32(factor))

    def _needed_scores(self, judged: Words) -> NDArray[np.float32]:
        """Return the score from which each word is private."""
        texts, pieces, _, masses = judged
        if self._needed is not None:
            words = list(zip(pieces.word_from.tolist(), pieces.word_to.tolist(), strict=True))
            labels = [self._labels[number] for number in masses.argmax(axis=1).tolist()]
            bounds = pairwise(np.searchsorted(pieces.word_starts, pieces.text_bounds).tolist())
            own = (
                self._needed.of(text, words[a:b], labels[a:b])
                for text, (a, b) in zip(texts, bounds, strict=True)
            )
            return np.array(list(chain.from_iterable(own)), np.float32)
        of_texts = [
            self._spoken_threshold if is_spoken(text) else self._threshold for text in texts
        ]
        every = np.arange(len(pieces.word_starts))
        return np.array(of_texts, np.float32)[judged.text_of(every)]

    def _words(self, texts: list[str], pieces: Pieces, masses: NDArray[np.float32]) -> Words:
        """Return the words of texts, from the probabilities of the labels of their pieces."""
        private = masses.sum(axis=1).clip(max=1.0)
        starts = pieces.word_starts
        if self._of_words:
            return Words(texts, pieces, private[starts], masses[starts])
        sums = np.add.reduceat(masses, starts, axis=0)
        counts = np.diff(np.append(starts, len(masses)))
        means = (sums / counts[:, None]).astype(np.float32)
        return Words(texts, pieces, np.maximum.reduceat(private, starts), means)

    def _types(self, texts: list[str], pieces: Pieces) -> NDArray[np.int64]:
        """Return the case shape of the word of each piece."""
        spans = list(zip(pieces.word_from.tolist(), pieces.word_to.tolist(), strict=True))
        bounds = np.searchsorted(pieces.word_starts, pieces.text_bounds).tolist()
        shapes: list[int] = []
        for text, (first, last) in zip(texts, pairwise(bounds), strict=True):
            shapes += case_shapes(text, spans[first:last])
        ends = np.append(pieces.word_starts[1:], len(pieces.ids))
        return np.repeat(np.array(shapes, np.int64), ends - pieces.word_starts)

    def _fill(
        self,
        masses: NDArray[np.float32],
        model: PieceLabeler,
        rows: Sequence[Window],
        ids: NDArray[np.int64],
        types: NDArray[np.int64] | None,
    ) -> None:
        """Write the mean probability of each label for the pieces of rows into `masses`.

        Labels are ours, or those of the model if they are decoded. Raise `UnavailableError` for a
        model whose scores are not finite.
        """
        columns_of: Sequence[Sequence[int]] = self._columns
        if self._decoder is not None:
            columns_of = [[number] for number in range(masses.shape[1])]
        weights = np.zeros(len(masses), np.float32)
        for row in rows:
            masses[row.start : row.end] = 0
        first = len(self._rows.prefix)
        for batch in self._rows.batches(rows, self._pieces_at_a_time):
            probabilities = model.probabilities(self._rows.inputs(batch, ids, types))
            ours = np.stack([probabilities[..., some].sum(axis=-1) for some in columns_of], axis=-1)
            for row, values in zip(batch, ours, strict=True):
                own = self._rows.weights(row)
                weights[row.start : row.end] += own
                masses[row.start : row.end] += own[:, None] * values[first : first + len(own)]
        read = weights > 0
        masses[read] /= weights[read, None]
        if not np.isfinite(masses[read]).all():  # no word would reach the threshold
            from privtool.models.runtime.numerics import not_finite

            raise not_finite()
