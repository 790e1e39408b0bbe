"""Perplexity of a text under a language model, and under word counts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import DEFAULT_CONTEXT, Corpus, LmBatches
from privtool.models.lm.loss import row_losses
from privtool.models.lm.presets import hidden_states
from privtool.models.runtime.weights import evaluating, not_finite
from privtool.models.training.objectives import IGNORED
from privtool.models.training.unigram import unigram_losses

_MAX_TOKENS = 8192


class Perplexity(NamedTuple):
    """Sums over a text: negative natural log-probabilities of all tokens and of unknown ones.

    `tokens` and `words` do not count the ends of sentences.
    """

    loss: float
    unknown_loss: float
    tokens: int
    unknown: int
    words: int
    sentences: int

    @property
    def mean(self) -> float:
        """The loss per token, ends of sentences included."""
        return self.loss / max(1, self.tokens + self.sentences)

    def shown(self, unigram_loss: float) -> dict[str, Any]:
        """Return the reported values.

        `perplexity` is per word, with the end of sentence as a word and unknown words as `<unk>`.
        `perplexity_known` excludes unknown words; it is None for a model over pieces.
        `perplexity_token` is per token, `perplexity_unigram` per word for the loss of word counts.
        """
        known = self.tokens + self.sentences - self.unknown if self.tokens == self.words else 0
        return {
            "perplexity": _exp(self.loss, self.words + self.sentences),
            "perplexity_known": _exp(self.loss - self.unknown_loss, known),
            "perplexity_token": _exp(self.loss, self.tokens + self.sentences),
            "perplexity_unigram": _exp(unigram_loss, self.words + self.sentences),
            "unknown_rate": self.unknown / max(1, self.tokens),
            "records": self.sentences,
            "words": self.words,
            "tokens": self.tokens,
        }


def context_length(model: Any) -> int:
    """Return the maximum number of tokens that a model sees at a time."""
    return int(getattr(model.config, "n_positions", 0) or DEFAULT_CONTEXT)


def target_losses(model: Any, corpus: Corpus, end: int, padding: int) -> NDArray[np.float64]:
    """Return the negative natural log-probability of every target: tokens and ends, in order.

    Sentences longer than the context are split into segments that overlap by half. Raise
    `UnavailableError` if the model's scores are not finite.
    """
    context = context_length(model)
    batches = LmBatches(corpus, end, padding, context, _MAX_TOKENS, overlap=context // 2)
    all_losses = np.zeros(corpus.targets)
    with evaluating(model):
        for number in range(len(batches)):
            batch = {name: tensor.to(model.device) for name, tensor in batches[number].items()}
            kept = batch["labels"] != IGNORED
            hidden = hidden_states(model, batch["input_ids"])[kept]
            losses = row_losses(hidden, model.lm_head.weight, batch["labels"][kept])
            all_losses[batches.target_indices(number)] = losses.cpu().double().numpy()
    if not np.isfinite(all_losses).all():
        raise not_finite()
    return all_losses


def perplexity(model: Any, corpus: Corpus, end: int, padding: int, unknown: int) -> Perplexity:
    """Return the sums for a text; `end`, `padding` and `unknown` are ids. See `target_losses`."""
    losses = target_losses(model, corpus, end, padding)
    unknowns = np.flatnonzero(corpus.ids == unknown)
    sentence = np.searchsorted(corpus.bounds, unknowns, side="right") - 1
    unknown_loss = float(losses[unknowns + sentence].sum())  # an end follows each sentence
    return Perplexity(
        float(losses.sum()), unknown_loss, len(corpus.ids), len(unknowns), corpus.words,
        corpus.sentences,
    )  # fmt: skip


class UnigramModel:
    """Probabilities of words without context, from the counts of training texts.

    The simplest language model: what a trained one must surpass.
    """

    def __init__(
        self,
        texts: Iterable[Corpus],
        vocabulary: Mapping[str, int],
        end: int,
        without: Sequence[int] = (),
    ) -> None:
        """`vocabulary` has the ids of tokens, `end` is that of the end of a sentence.

        Tokens in `without` are not counted.
        """
        size = max(vocabulary.values()) + 1
        counts = np.zeros(size)
        for text in texts:
            counts += np.bincount(text.ids, minlength=size)
            counts[end] += text.sentences
        counts[list(without)] = 0
        self._losses = unigram_losses(counts)
        self._end = end
        self.training_loss = float(counts @ self._losses / max(1.0, counts.sum()))  # per token

    def loss(self, text: Corpus) -> float:
        """Return the negative natural log-probability of a text, ends of sentences included."""
        losses: NDArray[np.float64] = self._losses[text.ids]
        return float(losses.sum() + text.sentences * self._losses[self._end])


def record_sums(values: NDArray[np.float64], corpus: Corpus) -> NDArray[np.float64]:
    """Sum the values of targets, the tokens and the end, for each sentence."""
    starts = np.asarray(corpus.bounds[:-1]) + np.arange(corpus.sentences)
    sums: NDArray[np.float64] = np.add.reduceat(values, starts) if len(starts) else np.zeros(0)
    return sums


def _exp(loss: float, count: int) -> float | None:
    """Return the perplexity of a mean loss, or None without tokens or if it overflows."""
    try:
        return math.exp(loss / count) if count else None
    except OverflowError:
        return None
