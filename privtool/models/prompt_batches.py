"""The text that a causal model learns to fill from: prompts with words hidden, and their output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from privtool.models.causal_tokens import CausalTokens, Output
from privtool.models.hidden_words import HiddenBatch
from privtool.models.length_batches import batches_by_length
from privtool.models.lm_loss import IGNORED
from privtool.text.markers import lookalike_label, lookalikes
from privtool.text.words import words

_LEAST = 0.7  # what of a batch is text at least, see `hidden_words`


class _Sample(NamedTuple):
    """A text and where its words are; `first` numbers the first of them among all."""

    text: str
    spans: list[tuple[int, int]]
    first: int


class PromptBatches(torch.utils.data.Dataset[dict[str, torch.Tensor]]):
    """Batches of prompts of about equal length (Vats 2023, section 4.2.4), with their outputs.

    A share of `rate` of a text's words is hidden in the input, at least one, others in each epoch;
    the draws depend on the seed, the epoch and the place of the text. Only the output has labels,
    which are the tokens that follow; what looks like a marker has none. A text that is too long is
    cut in two, again and again, down to a word by itself; one without words is left out, and so is
    a word too long for the model.
    """

    def __init__(
        self, texts: Sequence[str], tokens: CausalTokens, rate: float, cells: int, seed: int
    ) -> None:
        self._tokens, self._rate, self._seed = tokens, rate, seed
        self._samples: list[_Sample] = []
        self.epoch = 0
        self.words = self.pieces = 0
        sizes: list[int] = []
        for text in texts:
            self._add(text, sizes)
        self._batches, self.padding_share = batches_by_length(
            np.array(sizes, np.int64), cells, seed, _LEAST
        )

    def _add(self, text: str, sizes: list[int]) -> None:
        spans = [
            (start, end)
            for start, end, _ in words(text)
            if lookalike_label(text[start:end]) is None
        ]
        if not spans:
            return
        output = self._tokens.output(text)
        size = len(self._tokens.prompt([text])) + len(output.ids)
        # A hidden word may be shorter than its marker.
        if size + 4 * len(spans) > self._tokens.room:
            start, end = spans[len(spans) // 2]
            if len(spans) > 1:
                self._add(text[:start].rstrip(), sizes)
                self._add(text[start:], sizes)
            elif (start, end) != (0, len(text)):
                self._add(text[start:end], sizes)
            return
        self._samples.append(_Sample(text, spans, self.words))
        self.words += len(spans)
        self.pieces += len(output.ids) - len(_of_markers(text, output))
        sizes.append(size)

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        """What is trained on; `epoch` says which words are hidden."""
        batch = self.batch(index)._asdict()
        del batch["words"]
        return batch

    def batch(self, index: int) -> HiddenBatch:
        """A batch as it is in this epoch: in `words` are the words that the input hides."""
        made = [self._row(int(number)) for number in self._batches[index]]
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

    def _row(self, number: int) -> tuple[list[int], int, list[int], list[int]]:
        """The ids of prompt, output and end, where the output begins, the word of each of its
        ids, and which of these are of what looks like a marker."""
        sample = self._samples[number]
        chosen = self._chosen(number, len(sample.spans))
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

    def _chosen(self, number: int, count: int) -> list[int]:
        random = np.random.default_rng((self._seed, self.epoch, number))
        chosen = np.flatnonzero(random.random(count) < self._rate)
        if not len(chosen):
            chosen = random.integers(count, size=1)
        return [int(word) for word in chosen]


def _of_markers(text: str, output: Output) -> list[int]:
    """The tokens of what looks like a marker: to be read, but never to be predicted."""
    return [place for span in lookalikes(text) for place in output.within(span.start, span.end)]
