"""The text that a causal model learns to fill from: prompts with words hidden, and their output."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.fillers.causal.inputs import CausalTokens, Output
from privtool.models.fillers.tuning.word_masking import HiddenBatch, Hiding, HidingBatches
from privtool.models.training.objectives import IGNORED
from privtool.text.markers import lookalike_label, lookalikes
from privtool.text.words import words


class _Sample(NamedTuple):
    """A text, where its words are and which of them may be hidden.

    `first` numbers the first of its words among all.
    """

    text: str
    spans: list[tuple[int, int]]
    may_hide: NDArray[np.bool_]
    first: int


class PromptBatches(HidingBatches):
    """Batches of prompts with words hidden (Vats 2023, section 4.2.4), and their outputs.

    Only the output has labels, which are the tokens that follow; what looks like a marker has none.
    A text comes with the starts of the words that may be hidden, if not all may. One that is too
    long is cut in two, again and again, down to a word by itself; one without words to hide is left
    out, and so is a word too long for the model.
    """

    def __init__(
        self,
        texts: Sequence[tuple[str, Collection[int] | None]],
        tokens: CausalTokens,
        how: Hiding,
    ) -> None:
        self._tokens = tokens
        self._samples: list[_Sample] = []
        self._all_words = self.words = self.pieces = 0
        sizes: list[int] = []
        for text, private in texts:
            self._add(text, None if private is None else frozenset(private), sizes)
        super().__init__(np.array(sizes, np.int64), how)

    def _add(self, text: str, private: frozenset[int] | None, sizes: list[int]) -> None:
        spans = [
            (start, end)
            for start, end, _ in words(text)
            if lookalike_label(text[start:end]) is None
        ]
        may_hide = np.array([private is None or start in private for start, _ in spans], np.bool_)
        if not may_hide.any():
            return
        output = self._tokens.output(text)
        size = len(self._tokens.prompt([text])) + len(output.ids)
        # A hidden word may be shorter than its marker.
        if size + 4 * len(spans) > self._tokens.room:
            start, end = spans[len(spans) // 2]
            if len(spans) > 1:
                self._add(text[:start].rstrip(), _within(private, 0, start), sizes)
                self._add(text[start:], _within(private, start, len(text)), sizes)
            elif (start, end) != (0, len(text)):
                self._add(text[start:end], _within(private, start, end), sizes)
            return
        self._samples.append(_Sample(text, spans, may_hide, self._all_words))
        self._all_words += len(spans)
        self.words += int(may_hide.sum())
        self.pieces += len(output.ids) - len(_of_markers(text, output))
        sizes.append(size)

    def _batch(self, numbers: list[int]) -> HiddenBatch:
        """In `words` are the words that the input hides."""
        made = [self._row(number) for number in numbers]
        width = max(len(ids) for ids, *_ in made)
        inputs = np.zeros((len(made), width), np.int64)
        attention, labels = np.zeros_like(inputs), np.full_like(inputs, IGNORED)
        hidden = np.full_like(inputs, -1)
        for place, (ids, start, word_of, unseen) in enumerate(made):
            size = len(ids) - 1  # the last token is only to be predicted
            inputs[place, :size], attention[place, :size] = ids[:-1], 1
            labels[place, start - 1 : size] = ids[start:]
            labels[place, [start - 1 + token for token in unseen]] = IGNORED
            hidden[place, start - 1 : size - 1] = word_of
        return HiddenBatch(*map(torch.from_numpy, (inputs, attention, labels, hidden)))

    def _drawn(self, number: int, may: NDArray[np.bool_]) -> list[int]:
        """Without a rate all that may be: a prompt of `fill` shows every slot open."""
        if self._rate is None:
            return [int(word) for word in np.flatnonzero(may)]
        return super()._drawn(number, may)

    def _row(self, number: int) -> tuple[list[int], int, list[int], list[int]]:
        """The ids of prompt, output and end, where the output begins, the word of each of its
        ids, and which of these are of what looks like a marker."""
        sample = self._samples[number]
        chosen = self._drawn(number, sample.may_hide)
        edges = [0, *(edge for word in chosen for edge in sample.spans[word]), len(sample.text)]
        segments = [sample.text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
        prompt = self._tokens.prompt(segments)
        output = self._tokens.output(sample.text)
        word_of = [-1] * len(output.ids)
        for word in chosen:
            for place in output.within(*sample.spans[word]):
                word_of[place] = sample.first + word
        ids = [*prompt, *output.ids, self._tokens.end]
        return ids, len(prompt), word_of, _of_markers(sample.text, output)


def _within(starts: frozenset[int] | None, first: int, end: int) -> frozenset[int] | None:
    """Starts in a text as those in its part `first:end`."""
    if starts is None:
        return None
    return frozenset(start - first for start in starts if first <= start < end)


def _of_markers(text: str, output: Output) -> list[int]:
    """The tokens of what looks like a marker: to be read, but never to be predicted."""
    return [place for span in lookalikes(text) for place in output.within(span.start, span.end)]
