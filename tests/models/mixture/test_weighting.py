"""Weights of corpora: n-gram models, word counts, and the weights of a mixture."""

import math
from collections import Counter

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.errors import DataError
from privtool.models.lm.loss import UnigramModel
from privtool.models.mixture import weighting
from privtool.models.mixture.weighting import NgramModel, discounts, mixture_weights
from tests.support.toy_corpora import corpus_of

END, ENTRIES = 0, 6
texts = st.lists(st.lists(st.integers(1, ENTRIES - 1), max_size=7), min_size=1, max_size=30)


class Plain:
    """Modified Kneser-Ney as the paper writes it down: dictionaries, one word at a time."""

    def __init__(self, sentences, order, entries=ENTRIES):
        self.order, self.entries = order, entries
        grams = {n: Counter() for n in range(1, order + 1)}
        for sentence in sentences:
            framed = ["<s>", *sentence, END]
            for n in grams:
                grams[n].update(tuple(framed[i : i + n]) for i in range(len(framed) - n + 1))
        self.counts = {order: grams[order]}
        for n in range(1, order):
            before = Counter(gram[1:] for gram in grams[n + 1])
            self.counts[n] = {g: c if g[0] == "<s>" else before[g] for g, c in grams[n].items()}
        self.counts[1] = {g: c for g, c in self.counts[1].items() if g != ("<s>",)}
        self.taken = {
            n: discounts(np.array(list(counts.values()), np.int64))
            for n, counts in self.counts.items()
        }

    def probability(self, word, context):
        n = min(self.order, len(context) + 1)
        return self._level(n, word, tuple(context[len(context) - n + 1 :]))

    def _level(self, n, word, context):
        if n == 0:
            return 1 / self.entries
        shorter = self._level(n - 1, word, context[1:])
        after = {g: c for g, c in self.counts[n].items() if g[:-1] == context and c}
        total = sum(after.values())
        if not total:
            return shorter
        taken = {g: self.taken[n][min(c, 3) - 1] for g, c in after.items()}
        own = (*context, word)
        kept = max(after.get(own, 0) - taken.get(own, 0), 0) / total
        return kept + sum(taken.values()) / total * shorter

    def logprobs(self, sentences):
        return [
            math.log(self.probability(word, ["<s>", *sentence[:place]]))
            for sentence in sentences
            for place, word in enumerate([*sentence, END])
        ]


@settings(max_examples=40, deadline=None)
@given(texts, texts, st.integers(1, 4))
def test_it_equals_a_plain_implementation(sentences, others, order):
    model = NgramModel(corpus_of(*sentences), order, ENTRIES, END)
    found = model.logprobs(corpus_of(*others))
    np.testing.assert_allclose(found, Plain(sentences, order).logprobs(others), rtol=1e-9)


def test_with_estimated_discounts_it_equals_a_plain_implementation():
    words = np.minimum(np.random.default_rng(1).zipf(1.5, 2000), 59)
    sentences = [part.tolist() for part in np.split(words, 200)]
    plain = Plain(sentences[:190], 3, entries=60)
    assert all(taken != (0.5, 1.0, 1.5) for taken in plain.taken.values())
    model = NgramModel(corpus_of(*sentences[:190]), 3, 60, END)
    found = model.logprobs(corpus_of(*sentences[190:]))
    np.testing.assert_allclose(found, plain.logprobs(sentences[190:]), rtol=1e-9)


@settings(max_examples=20, deadline=None)
@given(texts, st.lists(st.integers(1, ENTRIES - 1), max_size=4), st.integers(1, 4))
def test_the_probabilities_after_any_words_sum_to_one(sentences, context, order):
    model = NgramModel(corpus_of(*sentences), order, ENTRIES, END)
    # The end can follow too: it is predicted in a sentence that is the context alone.
    after = corpus_of(*[[*context, word] for word in range(1, ENTRIES)])
    places = len(context) + np.arange(ENTRIES - 1) * (len(context) + 2)
    words = np.exp(model.logprobs(after)[places])
    end = np.exp(model.logprobs(corpus_of(*[context]))[-1])
    assert words.sum() + end == pytest.approx(1, rel=1e-12)


def test_a_hand_worked_example():
    # Sentences "1 2" and "1 3"; all discounts are 0.5, 1 and 1.5, as no n-gram occurs four times.
    # Bigrams: <s>1 twice, 12, 13, 2E, 3E once each. Unigrams count what stands before them:
    # 1: 1 (<s>), 2: 1, 3: 1, E: 2 (after 2 and 3); 5 in all.
    model = NgramModel(corpus_of([1, 2], [1, 3]), 2, ENTRIES, END)
    left = (0.5 * 3 + 1) / 5
    one = (1 - 0.5) / 5 + left / 6
    end = (2 - 1) / 5 + left / 6
    unseen = left / 6
    expected = [
        (2 - 1) / 2 + 1 / 2 * one,  # 1 after the start, which occurs twice
        (1 - 0.5) / 2 + (2 * 0.5) / 2 * one,  # 2 after 1, its probability alone being that of 1
        (2 * 0.5) / 2 * unseen,  # 4 after 1
        end,  # nothing is known of what follows 4
    ]
    found = model.logprobs(corpus_of([1, 2], [1, 4]))
    np.testing.assert_allclose(np.exp(found[[0, 1, 4, 5]]), expected)


def test_discounts_are_those_of_the_paper():
    # n1 = 10, n2 = 5, n3 = 3, n4 = 2: Y = 10 / 20
    counts = np.repeat([1, 2, 3, 4, 9], [10, 5, 3, 2, 1])
    assert discounts(counts) == pytest.approx((1 - 0.5, 2 - 0.9, 3 - 4 / 3))
    assert discounts(counts[:-3]) == (0.5, 1.0, 1.5)  # nothing occurs four times
    odd = np.repeat([1, 2, 3, 4], [1, 1, 1, 9])  # would take more than there is, or less than none
    assert discounts(odd) == (0.5, 1.0, 1.5)


def test_of_a_large_corpus_a_part_is_counted(monkeypatch):
    sentences = [[1, 2], [3], [1, 2], [4]] * 5
    part = NgramModel(corpus_of(*sentences[::2]), 3, ENTRIES, END)
    monkeypatch.setattr(weighting, "_MAX_TOKENS", 20)
    whole = NgramModel(corpus_of(*sentences), 3, ENTRIES, END)
    target = corpus_of([1, 2], [3, 4], [])
    np.testing.assert_array_equal(whole.logprobs(target), part.logprobs(target))


def test_a_corpus_of_one_empty_sentence_is_enough():
    model = NgramModel(corpus_of([]), 3, ENTRIES, END)
    assert np.isfinite(model.logprobs(corpus_of([1], []))).all()


VOCABULARY = {"</s>": END, "a": 1, "b": 2, "c": 3}


def test_the_loss_equals_a_manual_computation():
    # a 2, b 1, ends 2: five tokens of three kinds, so that c gets (0 + 3 / 4) / (5 + 3)
    model = UnigramModel([corpus_of([1, 1], [2])], VOCABULARY, END)
    share = {END: 2.75 / 8, 1: 2.75 / 8, 2: 1.75 / 8, 3: 0.75 / 8}
    assert sum(share.values()) == pytest.approx(1)
    text = corpus_of([3, 1], [])
    expected = -math.log(share[3]) - math.log(share[1]) - 2 * math.log(share[END])
    assert model.loss(text) == pytest.approx(expected)
    total = -2 * math.log(share[1]) - math.log(share[2]) - 2 * math.log(share[END])
    assert model.training_loss == pytest.approx(total / 5)


def test_texts_are_counted_together():
    whole = UnigramModel([corpus_of([1, 1, 3], [2])], VOCABULARY, END)
    parts = UnigramModel([corpus_of([1, 1, 3]), corpus_of([2])], VOCABULARY, END)
    text = corpus_of([1, 2, 3])
    assert parts.loss(text) == pytest.approx(whole.loss(text))


def test_tokens_without_loss_do_not_count():
    text = corpus_of([1], [2])
    with_markers = UnigramModel([corpus_of([1, 3], [2, 3])], VOCABULARY, END, without=[3])
    assert with_markers.loss(text) == UnigramModel([text], VOCABULARY, END).loss(text)


MINUS = -np.inf


def drawn(rows, models, seed, scale=3.0, level=-40.0):
    rng = np.random.default_rng(seed)
    return level + scale * rng.standard_normal((rows, models))


def mean_log(logprobs, weights):
    """The obvious way: the mean over rows of the log of the mixture."""
    with np.errstate(divide="ignore"):
        return np.logaddexp.reduce(logprobs + np.log(weights), axis=1).mean()


def by_gradient_descent(logprobs):
    """Softmax parameters, Adam: as Ma 2022 did it."""
    table = torch.tensor(logprobs, dtype=torch.float64)
    free = torch.zeros(logprobs.shape[1], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([free], lr=0.05)
    for _ in range(1500):
        optimizer.zero_grad()
        loss = -torch.logsumexp(table + torch.log_softmax(free, 0), 1).mean()
        loss.backward()
        optimizer.step()
    return torch.softmax(free, 0).detach().numpy()


@pytest.mark.parametrize("models", [2, 5])
def test_gradient_descent_comes_to_the_same_weights(models):
    logprobs = drawn(60, models, seed=models)
    found = mixture_weights(logprobs)
    expected = by_gradient_descent(logprobs)
    np.testing.assert_allclose(found, expected, atol=2e-3)
    assert mean_log(logprobs, found) >= mean_log(logprobs, expected) - 1e-9


def test_the_hand_comes_to_the_same():
    # Two rows for the first model, one for the second: the weights are how many believe in each.
    logprobs = np.array([[0.0, MINUS], [0.0, MINUS], [MINUS, 0.0]])
    found = mixture_weights(logprobs)
    np.testing.assert_allclose(found, [2 / 3, 1 / 3], atol=1e-9)


@pytest.mark.parametrize(
    ("logprobs", "weights"),
    [
        (np.array([[-3.0], [-900.0]]), [1.0]),
        (drawn(40, 1, 1) - [0.0, 1.0], [1, 0]),  # the first is better everywhere
        (np.repeat(drawn(9, 1, 4), 4, axis=1), [0.25] * 4),
    ],
)
def test_the_best_models_share_all(logprobs, weights):
    np.testing.assert_allclose(mixture_weights(logprobs), weights, atol=1e-9)


def test_nearly_equal_models_are_distinguished():
    level = drawn(300, 1, 5)
    logprobs = level + 1e-3 * drawn(300, 4, 6, level=0.0)
    found = mixture_weights(logprobs)
    shares = np.exp(logprobs - level)
    gains = (shares / (shares @ found)[:, None]).mean(0)
    assert gains.max() <= 1 + 2e-9  # no weights are better
    assert found.max() > 0.3


def test_a_model_without_any_probability_gets_nothing():
    logprobs = drawn(20, 3, 2)
    logprobs[:, 1] = MINUS
    found = mixture_weights(logprobs)
    assert found[1] == 0
    np.testing.assert_allclose(found[[0, 2]], mixture_weights(logprobs[:, [0, 2]]))


def test_rows_without_a_probability_say_nothing():
    logprobs = drawn(20, 2, 3)
    with_more = np.vstack([logprobs, np.full((5, 2), MINUS)])
    np.testing.assert_array_equal(mixture_weights(with_more), mixture_weights(logprobs))


@pytest.mark.parametrize("bad", [[[MINUS, MINUS]], [[np.nan, 0.0]], [[np.inf, 0.0]]])
def test_invalid_probabilities_are_an_error(bad):
    with pytest.raises(DataError, match="weights cannot be estimated"):
        mixture_weights(np.array(bad))
