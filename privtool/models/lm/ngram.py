"""Interpolated modified Kneser-Ney n-gram models over the ids of a corpus, on arrays.

Source: Chen and Goodman 1999, An empirical study of smoothing techniques for language modeling,
section 3. As in KenLM, a sentence starts with a symbol that is never predicted, n-grams that start
with it keep their counts at every order, and discounts fall back to 0.5, 1 and 1.5 where the counts
of counts give none. No library on PyPI estimates such a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import Corpus

_FALLBACK = (0.5, 1.0, 1.5)
_MAX_TOKENS = 20_000_000

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class TokenStream(NamedTuple):
    """Sentences as one stream: each is the start symbol, its tokens and the end of sentence.

    `before[t]` is the number of tokens before position `t` in its sentence.
    """

    tokens: Ints
    before: Ints


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
        stream = _stream(_subsample(corpus), entries, end)
        self._orders = _orders(stream, order, entries + 1)

    def logprobs(self, corpus: Corpus) -> Floats:
        """Return natural log-probabilities of all targets: tokens and ends, in order."""
        stream = _stream(corpus, self._entries, self._end)
        width = self._entries + 1
        probability = np.full(len(stream.tokens), 1 / self._entries)
        context = np.zeros(len(stream.tokens), np.int64)  # the id of the n-gram before t, or -1
        for length, order in enumerate(self._orders, 1):
            positions = np.flatnonzero((context >= 0) & (stream.before >= length - 1))
            contexts = context[positions]
            found, index = _search(order.keys, contexts * width + stream.tokens[positions])
            ending_here = np.full(len(stream.tokens), -1, np.int64)
            ending_here[positions[found]] = index[found]
            context = np.concatenate(([-1], ending_here[:-1]))
            # The start is not a target.
            scored = (order.totals[contexts] > 0) & (stream.before[positions] > 0)
            positions, contexts = positions[scored], contexts[scored]
            counts = np.where(found, order.discounted[index], 0.0)[scored]
            probability[positions] = (
                counts / order.totals[contexts] + order.backoff[contexts] * probability[positions]
            )
        logprobs: Floats = np.log(probability[stream.before > 0])
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


def _stream(corpus: Corpus, entries: int, end: int) -> TokenStream:
    """Return the stream of a corpus. The start symbol has the id `entries`, which is unused."""
    lengths = np.diff(corpus.bounds) + 2
    stop = np.cumsum(lengths)
    start = stop - lengths
    tokens = np.empty(int(lengths.sum()), np.int64)
    inside = np.ones(len(tokens), bool)
    inside[start] = inside[stop - 1] = False
    tokens[inside] = corpus.ids
    tokens[start], tokens[stop - 1] = entries, end
    return TokenStream(tokens, np.arange(len(tokens)) - np.repeat(start, lengths))


def _orders(stream: TokenStream, longest: int, width: int) -> list[Order]:
    """Return the n-grams of each length from 1 on. The context of a unigram has the id 0."""
    keys: list[Ints] = []
    counts: list[Ints] = []
    first: list[Ints] = []  # the first position of each n-gram
    ids: list[Ints] = []  # of the n-gram that ends at a position, or -1
    context = np.zeros(len(stream.tokens), np.int64)
    for length in range(1, longest + 1):
        # The start counts as a context, and so as a unigram, but not as a target.
        positions = np.flatnonzero(stream.before >= length - 1)
        unique, index, inverse, count = np.unique(
            context[positions] * width + stream.tokens[positions],
            return_index=True, return_inverse=True, return_counts=True,
        )  # fmt: skip
        ending_here = np.full(len(stream.tokens), -1, np.int64)
        ending_here[positions] = inverse
        keys.append(unique)
        counts.append(count)
        first.append(positions[index])
        ids.append(ending_here)
        context = np.concatenate(([-1], ending_here[:-1]))
    orders: list[Order] = []
    for level in range(longest):
        adjusted = counts[level].astype(np.int64)
        if level + 1 < longest:
            # Shorter n-grams count the distinct tokens before them, except after the start.
            suffix = ids[level][first[level + 1]]
            before = np.bincount(suffix, minlength=len(adjusted))
            starts = stream.before[first[level]] == level
            adjusted = np.where(starts, adjusted, before)
        if level == 0:
            adjusted = np.where(keys[0] == width - 1, 0, adjusted)
        contexts = len(keys[level - 1]) if level else 1
        orders.append(_smooth(keys[level], adjusted, contexts, width))
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


def ngram_logprobs(
    sources: Sequence[Corpus], target: Corpus, order: int, entries: int, end: int
) -> Floats:
    """Return log-probabilities (targets, sources) of a text under a model of each source."""
    models = (NgramModel(source, order, entries, end) for source in sources)
    return np.stack([model.logprobs(target) for model in models], axis=1)
