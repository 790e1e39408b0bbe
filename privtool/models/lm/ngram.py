"""Interpolated modified Kneser-Ney n-gram models over the ids of a corpus, on arrays.

Source: Chen and Goodman 1999, An empirical study of smoothing techniques for language modeling,
section 3. As in KenLM, a sentence starts with a symbol of its own that is never predicted, n-grams
that start with it keep their counts at every order, and discounts that the counts of counts do not
give are 0.5, 1 and 1.5. No library that pip installs estimates such a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import Corpus

_FALLBACK = (0.5, 1.0, 1.5)
_MOST_TOKENS = 20_000_000

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Framed(NamedTuple):
    """Sentences as one stream: each is the start, its tokens and the end of sentence.

    `before[t]` is how many tokens of its sentence stand before place `t`.
    """

    tokens: Ints
    before: Ints


class Order(NamedTuple):
    """The n-grams of one length, sorted by `keys`: (id of the context) * entries + last token.

    The id of an n-gram is its place; `discounted` are the counts less their discounts. By context:
    `totals` of the counts, and what the discounts leave for shorter n-grams (`left`, a share).
    """

    keys: Ints
    discounted: Floats
    totals: Floats
    left: Floats


class NgramModel:
    """The probabilities of tokens after at most `order - 1` others."""

    def __init__(self, corpus: Corpus, order: int, entries: int, end: int) -> None:
        """Count and smooth; `entries` is the size of the vocabulary, `end` the id of its end.

        Of a corpus of more than 20 million tokens every second, third, ... sentence is counted.
        """
        self._entries, self._end = entries, end
        framed = _framed(_part(corpus), entries, end)
        self._orders = _orders(framed, order, entries + 1)

    def logprobs(self, corpus: Corpus) -> Floats:
        """Natural log-probabilities of all targets: the tokens of a sentence and its end, in turn.

        Their number is tokens + sentences.
        """
        framed = _framed(corpus, self._entries, self._end)
        width = self._entries + 1
        probability = np.full(len(framed.tokens), 1 / self._entries)
        context = np.zeros(len(framed.tokens), np.int64)  # ids at t - 1 of what stands before t
        for length, order in enumerate(self._orders, 1):
            met = (context >= 0) & (framed.before >= length - 1)
            if length == 1:
                met &= framed.before > 0  # the start is no target
            places = np.flatnonzero(met)
            own = context[places]
            some = order.totals[own] > 0
            places, own = places[some], own[some]
            found, at = _find(order.keys, own * width + framed.tokens[places])
            counted = np.where(found, order.discounted[at], 0.0)
            probability[places] = (
                counted / order.totals[own] + order.left[own] * probability[places]
            )
            context = _next_context(order.keys, framed, length, context, width)
        logs: Floats = np.log(probability[framed.before > 0])
        return logs


def _part(corpus: Corpus) -> Corpus:
    """The whole of a corpus, or of one that is very large every second, third, ... sentence."""
    step = -(-len(corpus.ids) // _MOST_TOKENS)
    if step <= 1:
        return corpus
    chosen = np.arange(0, corpus.sentences, step)
    sentences = [corpus.ids[corpus.bounds[i] : corpus.bounds[i + 1]] for i in chosen]
    bounds = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return Corpus(np.concatenate(sentences), bounds, 0)


def _framed(corpus: Corpus, entries: int, end: int) -> Framed:
    """The start has the id `entries`, which no token has."""
    lengths = np.diff(corpus.bounds) + 2
    finish = np.cumsum(lengths)
    begin = finish - lengths
    tokens = np.empty(int(lengths.sum()), np.int64)
    inside = np.ones(len(tokens), bool)
    inside[begin] = inside[finish - 1] = False
    tokens[inside] = corpus.ids
    tokens[begin], tokens[finish - 1] = entries, end
    return Framed(tokens, np.arange(len(tokens)) - np.repeat(begin, lengths))


def _orders(framed: Framed, longest: int, width: int) -> list[Order]:
    """The n-grams of each length from one on. The context of a single token has the id 0."""
    keys: list[Ints] = []
    counts: list[Ints] = []
    first: list[Ints] = []  # where each n-gram occurs first
    ids: list[Ints] = []  # of the n-gram that ends at a place, -1 for none
    context = np.zeros(len(framed.tokens), np.int64)
    for length in range(1, longest + 1):
        # The start counts as a context, and so is an n-gram of length one, but no target.
        places = np.flatnonzero(framed.before >= length - 1)
        made, where, back, count = np.unique(
            context[places] * width + framed.tokens[places],
            return_index=True, return_inverse=True, return_counts=True,
        )  # fmt: skip
        own = np.full(len(framed.tokens), -1, np.int64)
        own[places] = back
        keys.append(made)
        counts.append(count)
        first.append(places[where])
        ids.append(own)
        context = np.concatenate(([-1], own[:-1]))
    found: list[Order] = []
    for level in range(longest):
        adjusted = counts[level].astype(np.int64)
        if level + 1 < longest:
            # Shorter n-grams count the different tokens before them, but not after the start.
            suffix = ids[level][first[level + 1]]
            before = np.bincount(suffix, minlength=len(adjusted))
            starts = framed.before[first[level]] == level
            adjusted = np.where(starts, adjusted, before)
        if level == 0:
            adjusted = np.where(keys[0] == width - 1, 0, adjusted)
        contexts = len(keys[level - 1]) if level else 1
        found.append(_smoothed(keys[level], adjusted, contexts, width))
    return found


def _smoothed(keys: Ints, adjusted: Ints, contexts: int, width: int) -> Order:
    """Counts less their discounts, and what that leaves; `contexts` is how many there are."""
    taken = np.array([0.0, *discounts(adjusted)])
    kind = np.minimum(adjusted, 3)
    context = keys // width
    totals = np.bincount(context, adjusted, contexts).astype(np.float64)
    given = np.bincount(context, taken[kind], contexts)
    left = np.divide(given, totals, out=np.ones(contexts), where=totals > 0)
    return Order(keys, np.maximum(adjusted - taken[kind], 0.0), totals, left)


def discounts(counts: Ints) -> tuple[float, float, float]:
    """What is taken from n-grams that occur once, twice and more often (equation 26)."""
    one, two, three, four = (int((counts == number).sum()) for number in range(1, 5))
    if not (one and two and three and four):
        return _FALLBACK
    share = one / (one + 2 * two)
    found = (
        1 - 2 * share * two / one,
        2 - 3 * share * three / two,
        3 - 4 * share * four / three,
    )
    fits = all(0 <= taken <= number for number, taken in enumerate(found, 1))
    return found if fits else _FALLBACK


def _find(keys: Ints, wanted: Ints) -> tuple[NDArray[np.bool_], Ints]:
    """Which of `wanted` are in the sorted `keys`, and where (0 for those that are not)."""
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    found = keys[at] == wanted
    return found, np.where(found, at, 0)


def _next_context(keys: Ints, framed: Framed, length: int, context: Ints, width: int) -> Ints:
    """For every place the id of the n-gram of that length which ends just before it, or -1."""
    own = np.full(len(framed.tokens), -1, np.int64)
    places = np.flatnonzero((context >= 0) & (framed.before >= length - 1))
    found, at = _find(keys, context[places] * width + framed.tokens[places])
    own[places[found]] = at[found]
    return np.concatenate(([-1], own[:-1]))


def ngram_logprobs(
    sources: Sequence[Corpus], target: Corpus, order: int, entries: int, end: int
) -> Floats:
    """The log-probabilities (targets, sources) of a text under a model of each source."""
    models = (NgramModel(source, order, entries, end) for source in sources)
    return np.stack([model.logprobs(target) for model in models], axis=1)
