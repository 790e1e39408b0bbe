"""Training set of a causal filler: prompts with masked words, and their outputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.fillers.causal.inputs import CausalTokens, Output
from privtool.models.fillers.tuning.word_masking import (
    MaskedWordBatch,
    MaskedWordBatches,
    WordMasking,
)
from privtool.models.training.objectives import IGNORED
from privtool.text.markers import lookalike_label, lookalikes
from privtool.text.words import words


class _Sample(NamedTuple):
    """A text, the spans of its words, and which of these are maskable.

    `first` is the number of its first word among those of all texts.
    """

    text: str
    spans: list[tuple[int, int]]
    maskable: NDArray[np.bool_]
    first: int


class PromptBatches(MaskedWordBatches):
    """Batches of prompts with masked words (Vats 2023, section 4.2.4), and their outputs.

    Only outputs have labels, the next tokens; text that looks like a marker has none. A text comes
    with the starts of its maskable words, None for all. Texts that are too long are halved
    repeatedly, down to single words. Texts without maskable words, and words too long for the
    model, are left out.
    """

    def __init__(
        self,
        texts: Sequence[tuple[str, Collection[int] | None]],
        tokens: CausalTokens,
        masking: WordMasking,
    ) -> None:
        self._tokens = tokens
        self._samples: list[_Sample] = []
        self._all_words = self.words = self.pieces = 0
        self._counted: Counter[int] = Counter()
        sizes: list[int] = []
        for text, private in texts:
            self._add(text, None if private is None else frozenset(private), sizes)
        self.counts = np.zeros(max(self._counted, default=0) + 1, np.int64)
        self.counts[list(self._counted)] = list(self._counted.values())
        super().__init__(np.array(sizes, np.int64), masking)

    def _add(self, text: str, private: frozenset[int] | None, sizes: list[int]) -> None:
        spans = [
            (start, end)
            for start, end, _ in words(text)
            if lookalike_label(text[start:end]) is None
        ]
        maskable = np.array([private is None or start in private for start, _ in spans], np.bool_)
        if not maskable.any():
            return
        output = self._tokens.output(text)
        size = len(self._tokens.prompt([text])) + len(output.ids)
        # A masked word may be shorter than its marker.
        if size + 4 * len(spans) > self._tokens.context_length:
            start, end = spans[len(spans) // 2]
            if len(spans) > 1:
                self._add(text[:start].rstrip(), _starts_in(private, 0, start), sizes)
                self._add(text[start:], _starts_in(private, start, len(text)), sizes)
            elif (start, end) != (0, len(text)):
                self._add(text[start:end], _starts_in(private, start, end), sizes)
            return
        self._samples.append(_Sample(text, spans, maskable, self._all_words))
        self._all_words += len(spans)
        self.words += int(maskable.sum())
        markers = set(_marker_tokens(text, output))
        self.pieces += len(output.ids) - len(markers)
        self._counted.update(piece for n, piece in enumerate(output.ids) if n not in markers)
        self._counted[self._tokens.end] += 1
        sizes.append(size)

    def _batch(self, numbers: list[int]) -> MaskedWordBatch:
        """Return a batch; `words` has the words that are masked in the prompt."""
        rows = [self._row(number) for number in numbers]
        width = max(len(ids) for ids, *_ in rows)
        inputs = np.zeros((len(rows), width), np.int64)
        attention, labels = np.zeros_like(inputs), np.full_like(inputs, IGNORED)
        words_of = np.full_like(inputs, -1)
        for row, (ids, start, word_of, markers) in enumerate(rows):
            size = len(ids) - 1  # the last token is only to be predicted
            inputs[row, :size], attention[row, :size] = ids[:-1], 1
            labels[row, start - 1 : size] = ids[start:]
            labels[row, [start - 1 + token for token in markers]] = IGNORED
            words_of[row, start - 1 : size - 1] = word_of
        return MaskedWordBatch(*map(torch.from_numpy, (inputs, attention, labels, words_of)))

    def _draw_words(self, number: int, maskable: NDArray[np.bool_]) -> list[int]:
        """Draw words to mask; without a rate all, as prompts of `fill` have every slot open."""
        if self._rate is None:
            return [int(word) for word in np.flatnonzero(maskable)]
        return super()._draw_words(number, maskable)

    def _row(self, number: int) -> tuple[list[int], int, list[int], list[int]]:
        """Return the ids of prompt, output and end, and the length of the prompt.

        Then, for the output, the masked word of each id, and the ids of marker lookalikes.
        """
        sample = self._samples[number]
        drawn = self._draw_words(number, sample.maskable)
        edges = [0, *(edge for word in drawn for edge in sample.spans[word]), len(sample.text)]
        segments = [sample.text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
        prompt = self._tokens.prompt(segments)
        output = self._tokens.output(sample.text)
        word_of = [-1] * len(output.ids)
        for word in drawn:
            for token in output.overlapping(*sample.spans[word]):
                word_of[token] = sample.first + word
        ids = [*prompt, *output.ids, self._tokens.end]
        return ids, len(prompt), word_of, _marker_tokens(sample.text, output)


def _starts_in(starts: frozenset[int] | None, first: int, end: int) -> frozenset[int] | None:
    """Return the starts that are in the part `first:end` of a text, relative to it."""
    if starts is None:
        return None
    return frozenset(start - first for start in starts if first <= start < end)


def _marker_tokens(text: str, output: Output) -> list[int]:
    """Return the tokens of marker lookalikes, which are input but never labels."""
    return [
        token for span in lookalikes(text) for token in output.overlapping(span.start, span.end)
    ]
