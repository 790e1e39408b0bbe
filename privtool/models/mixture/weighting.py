"""Weights of corpora: those known before training, and maximum-likelihood weights of a mixture.

The mixture may be of n-gram models: interpolated modified Kneser-Ney over the ids of a corpus, on
arrays. Source: Chen and Goodman 1999, An empirical study of smoothing techniques for language
modeling, section 3. As in KenLM, a sentence starts with a symbol that is never predicted, n-grams
that start with it keep their counts at every order, and discounts fall back to 0.5, 1 and 1.5 where
the counts of counts give none. No library on PyPI estimates such a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import DataError
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.tokenizers import Specials
from privtool.models.mixture.sampler import Weights

PROPORTIONAL, STATIC, NGRAM, ADAPTIVE = "proportional", "static", "ngram-opt", "adaptive"
RECORD, TOKEN = "record", "token"
_FALLBACK = (0.5, 1.0, 1.5)
_MAX_TOKENS = 20_000_000
_TOLERANCE = 1e-9  # of the mean log-probability, in nats
_MAX_STEPS = 20_000
_MIN_WEIGHT = 1e-12  # smaller weights become zero

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Order(NamedTuple):
    """The n-grams of one length, sorted by `keys`: (id of the context) * entries + last token.

    The id of an n-gram is its index; `discounted` are the counts minus their discounts. By context:
    `totals` of the counts, and the share of them that the discounts give to shorter n-grams
    (`backoff`).
    """

    keys: Ints
    discounted: Floats
    totals: Floats
    backoff: Floats


class NgramModel:
    """The probabilities of tokens given up to `order - 1` previous ones."""

    def __init__(self, corpus: Corpus, order: int, entries: int, end: int) -> None:
        """Count and smooth; `entries` is the vocabulary size, `end` the end-of-sentence id.

        In a corpus of more than 20 million tokens only every second, third, ... sentence counts.
        """
        self._entries, self._end = entries, end
        self._orders = _orders(*_stream(_subsample(corpus), entries, end), order, entries + 1)

    def logprobs(self, corpus: Corpus) -> Floats:
        """Return natural log-probabilities of all targets: tokens and ends, in order."""
        tokens, before = _stream(corpus, self._entries, self._end)
        width = self._entries + 1
        probability = np.full(len(tokens), 1 / self._entries)
        context = np.zeros(len(tokens), np.int64)  # the id of the n-gram before t, or -1
        for length, order in enumerate(self._orders, 1):
            positions = np.flatnonzero((context >= 0) & (before >= length - 1))
            contexts = context[positions]
            found, index = _search(order.keys, contexts * width + tokens[positions])
            ending_here = np.full(len(tokens), -1, np.int64)
            ending_here[positions[found]] = index[found]
            context = np.concatenate(([-1], ending_here[:-1]))
            # The start is not a target.
            scored = (order.totals[contexts] > 0) & (before[positions] > 0)
            positions, contexts = positions[scored], contexts[scored]
            counts = np.where(found, order.discounted[index], 0.0)[scored]
            probability[positions] = (
                counts / order.totals[contexts] + order.backoff[contexts] * probability[positions]
            )
        logprobs: Floats = np.log(probability[before > 0])
        return logprobs


def _subsample(corpus: Corpus) -> Corpus:
    """Return a corpus, or every second, third, ... sentence of a very large one."""
    step = -(-len(corpus.ids) // _MAX_TOKENS)
    if step <= 1:
        return corpus
    kept = np.arange(0, corpus.sentences, step)
    sentences = [corpus.ids[corpus.bounds[i] : corpus.bounds[i + 1]] for i in kept]
    bounds = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return Corpus(np.concatenate(sentences), bounds, 0)


def _stream(corpus: Corpus, entries: int, end: int) -> tuple[Ints, Ints]:
    """Return sentences as one stream, and the number of tokens before each in its sentence.

    A sentence is the start symbol, which has the unused id `entries`, its tokens and its end.
    """
    lengths = np.diff(corpus.bounds) + 2
    stop = np.cumsum(lengths)
    start = stop - lengths
    tokens = np.empty(int(lengths.sum()), np.int64)
    inside = np.ones(len(tokens), bool)
    inside[start] = inside[stop - 1] = False
    tokens[inside] = corpus.ids
    tokens[start], tokens[stop - 1] = entries, end
    return tokens, np.arange(len(tokens)) - np.repeat(start, lengths)


def _orders(tokens: Ints, before: Ints, longest: int, width: int) -> list[Order]:
    """Return the n-grams of each length from 1 on. The context of a unigram has the id 0."""
    # Keys and counts of n-grams, their first positions, and the n-gram at the end of each, or -1.
    levels: list[tuple[Ints, Ints, Ints, Ints]] = []
    context = np.zeros(len(tokens), np.int64)
    for length in range(1, longest + 1):
        # The start counts as a context, and so as a unigram, but not as a target.
        positions = np.flatnonzero(before >= length - 1)
        unique, index, inverse, count = np.unique(
            context[positions] * width + tokens[positions],
            return_index=True, return_inverse=True, return_counts=True,
        )  # fmt: skip
        ending_here = np.full(len(tokens), -1, np.int64)
        ending_here[positions] = inverse
        levels.append((unique, count, positions[index], ending_here))
        context = np.concatenate(([-1], ending_here[:-1]))
    orders: list[Order] = []
    contexts = 1
    for level, (keys, counts, first, ids) in enumerate(levels):
        adjusted = counts.astype(np.int64)
        if level + 1 < longest:
            # Shorter n-grams count the distinct tokens before them, except after the start.
            suffix = ids[levels[level + 1][2]]
            preceding = np.bincount(suffix, minlength=len(adjusted))
            starts = before[first] == level
            adjusted = np.where(starts, adjusted, preceding)
        if level == 0:
            adjusted = np.where(keys == width - 1, 0, adjusted)
        orders.append(_smooth(keys, adjusted, contexts, width))
        contexts = len(keys)
    return orders


def _smooth(keys: Ints, adjusted: Ints, contexts: int, width: int) -> Order:
    """Discount the adjusted counts of n-grams that have `contexts` contexts."""
    discount = np.array([0.0, *discounts(adjusted)])[np.minimum(adjusted, 3)]
    context = keys // width
    totals = np.bincount(context, adjusted, contexts).astype(np.float64)
    freed = np.bincount(context, discount, contexts)
    backoff = np.divide(freed, totals, out=np.ones(contexts), where=totals > 0)
    return Order(keys, np.maximum(adjusted - discount, 0.0), totals, backoff)


def discounts(counts: Ints) -> tuple[float, float, float]:
    """Return the discounts of n-grams that occur once, twice and more often (equation 26)."""
    one, two, three, four = (int((counts == number).sum()) for number in range(1, 5))
    if not (one and two and three and four):
        return _FALLBACK
    share = one / (one + 2 * two)
    estimates = (
        1 - 2 * share * two / one,
        2 - 3 * share * three / two,
        3 - 4 * share * four / three,
    )
    # With a discount of 0, unseen words could have a probability of 0.
    valid = all(0 < discount <= number for number, discount in enumerate(estimates, 1))
    return estimates if valid else _FALLBACK


def _search(keys: Ints, queries: Ints) -> tuple[NDArray[np.bool_], Ints]:
    """Return which queries are in the sorted `keys`, and their indices (0 for missing ones)."""
    index = np.searchsorted(keys, queries)
    index[index == len(keys)] = 0
    found = keys[index] == queries
    return found, np.where(found, index, 0)


def mixture_weights(logprobs: Floats) -> Floats:
    """Return weights (models) that sum to one, for log-probabilities (rows, models), maybe -inf.

    The mean log-probability of the mixture is the largest. Rows that are impossible under all
    models are left out. Equal models get equal weights. Raise `DataError` if no row is left, or for
    NaN and positive infinity.
    """
    if np.isnan(logprobs).any() or np.isposinf(logprobs).any():
        raise DataError("a model's probabilities are not finite: weights cannot be estimated")
    rows = logprobs[np.isfinite(logprobs).any(1)]
    if not len(rows):
        raise DataError(
            "the target text is impossible under all models: weights cannot be estimated"
        )
    shares = np.exp(rows - rows.max(1)[:, None])  # (rows, models), the largest of a row is one
    weights = np.full(rows.shape[1], 1 / rows.shape[1])
    _, gains = _value(shares, weights)
    for _ in range(_MAX_STEPS):
        # The objective is concave in the weights, so the steepest gradient bounds what is missing.
        if gains.max() - 1 <= _TOLERANCE:
            break
        weights, gains = _improve(shares, weights, gains)
    kept = np.where(weights < _MIN_WEIGHT, 0.0, weights)
    normalized: Floats = kept / kept.sum()
    return normalized


def _value(shares: Floats, weights: Floats) -> tuple[float, Floats]:
    """Return the mean log-probability of the mixture, and its gradient (whose mean is 1)."""
    mixed = shares @ weights
    return float(np.log(mixed).mean()), (shares / mixed[:, None]).mean(0)


def _improve(shares: Floats, weights: Floats, gains: Floats) -> tuple[Floats, Floats]:
    """Take two EM steps, and extrapolate them as far as that is no worse.

    Return the new weights and the gradient there.

    Source: Varadhan and Roland 2008, Simple and globally convergent methods for accelerating the
    convergence of any EM algorithm, scheme S3.
    """
    one = weights * gains
    two = one * _value(shares, one)[1]
    value, gradient = _value(shares, two)
    change, curvature = one - weights, two - 2 * one + weights
    norm = float(np.linalg.norm(curvature))
    length = float(np.linalg.norm(change)) / norm if norm else 1.0
    while length > 1.0:
        far = weights + 2 * length * change + length**2 * curvature
        if far.min() > 0:  # a weight of zero could never grow again
            far /= far.sum()
            far_value, far_gradient = _value(shares, far)
            if far_value >= value:
                return far, far_gradient
        length = length / 2 if length > 2 else 1.0
    return two, gradient


class TargetText(NamedTuple):
    """The text that the weights are fitted to, and the unit: RECORD or TOKEN."""

    text: Corpus
    specials: Specials
    unit: str


def proportional_weights(corpora: Sequence[Corpus]) -> Weights:
    """Return weights by the number of records, as if all corpora were one."""
    sizes = np.array([corpus.sentences for corpus in corpora], np.float64)
    weights: Weights = sizes / sizes.sum()
    return weights


def ngram_weights(
    corpora: Sequence[Corpus], target: Corpus, order: int, entries: int, end: int, unit: str
) -> Weights:
    """Return the weights of the corpora's n-gram models that fit a text best (Raju 2019)."""
    models = (NgramModel(corpus, order, entries, end) for corpus in corpora)
    columns = [by_unit(model.logprobs(target), target, unit) for model in models]
    return mixture_weights(np.stack(columns, axis=1))


def by_unit(logprobs: Floats, text: Corpus, unit: str) -> Floats:
    """Return log-probabilities of targets, the tokens and the end, or their sums by RECORD."""
    if unit == TOKEN or not text.sentences:
        return logprobs
    starts = text.bounds[:-1] + np.arange(text.sentences)
    sums: Floats = np.add.reduceat(logprobs, starts)
    return sums
