"""The mathematics of corpus weights, against examples worked by hand."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from privtool.models.lm.dataset import Corpus
from privtool.models.mixture.em import mixture_weights
from privtool.models.mixture.token_files import MixedCorpus
from privtool.models.mixture.weight_steps import (
    AdaptiveWeights,
    CumulativeWeights,
    aioli_step,
    regression_weights,
)
from privtool.models.mixture.weighting import (
    RECORD,
    TOKEN,
    by_unit,
    ngram_weights,
    proportional_weights,
    unimax_weights,
)

END = 1


def corpus_of(*sentences):
    bounds = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    flat = np.array([i for s in sentences for i in s], np.int32)
    return Corpus(flat, bounds, len(flat))


ONE, TWO = corpus_of([3, 4], [4, 3, 4], [3]), corpus_of([5, 6, 7], [7, 5, 6, 7])


def test_units():
    text = corpus_of([3], [])
    logs = np.array([-1.0, -3.0, -5.0])
    assert by_unit(logs, text, TOKEN).tolist() == logs.tolist()
    assert by_unit(logs, text, RECORD).tolist() == [-4, -5]


def test_fixed_weights():
    sources = [MixedCorpus(str(n), c, "", 0, 0) for n, c in enumerate((ONE, TWO))]
    assert proportional_weights(sources).tolist() == [3 / 5, 2 / 5]
    for unit in (RECORD, TOKEN):
        found = ngram_weights(sources, corpus_of([3, 4], [4]), 2, 9, END, unit)
        assert found[0] > 0.8


def test_unimax_without_a_cap_is_equal_in_tokens():
    found = unimax_weights((10, 10, 20), (100, 200, 100), 300, 4)
    np.testing.assert_allclose(found * [10, 20, 5], [20 / 7] * 3)  # tokens: records x length


def test_unimax_with_a_cap():
    """A third of 900 is 300, but the smallest may give 2 x 50; the others share 800."""
    found = unimax_weights((10, 10, 10), (1000, 50, 2000), 900, 2)
    drawn = np.array([400 / 100, 100 / 5, 400 / 200])  # tokens by the length of a record
    np.testing.assert_allclose(found, drawn / drawn.sum())


def test_unimax_with_all_corpora_at_the_cap_is_proportional():
    np.testing.assert_allclose(unimax_weights((1, 3), (10, 30), 1000, 1), [1 / 4, 3 / 4])


def test_unimax_never_draws_more_often_than_the_cap():
    rng = np.random.default_rng(1)
    for _ in range(200):
        targets = rng.integers(1, 10_000, 5)
        records = np.maximum(1, targets // rng.integers(1, 30, 5))
        budget, cap = int(rng.integers(1, targets.sum())), int(rng.integers(1, 6))
        drawn = unimax_weights(records, targets, budget, cap) * targets / records
        seen = drawn / drawn.sum() * budget
        assert (seen <= cap * targets * (1 + 1e-9)).all()


class Copies:
    """Copies of which the log-probabilities of three units are known, interval by interval."""

    def __init__(self, *intervals):
        self._intervals = iter(intervals)

    def cost(self, copies):
        return copies

    def logprobs(self, mixtures, done, model, optimizer):
        return np.array(next(self._intervals))


FIRST = [[-1.0, -3.0], [-4.0, -2.0], [-5.0, -5.0]]
SECOND = [[-2.0, -2.0], [-6.0, -3.0], [-1.0, -2.0]]


def test_cumulative_weights_fit_the_mean_of_gains_in_which_the_last_count_most():
    """Half the differences of FIRST are 1, -1 and 0; those of SECOND 0, -1.5 and 0.5."""
    step = CumulativeWeights(["a", "b"], Copies(FIRST, SECOND), 5)
    one = step(0, np.full(2, 0.5), None, None)
    plain = AdaptiveWeights(["a", "b"], Copies(FIRST))(0, np.full(2, 0.5), None, None)
    np.testing.assert_allclose(one.weights, plain.weights)  # a row may be shifted
    assert one.steps == 2
    means = np.array([0.8 * 1 + 0, 0.8 * -1 - 1.5, 0.8 * 0 + 0.5]) / 1.8
    two = step(5, one.weights, None, None)
    expected = mixture_weights(np.stack((means, -means), axis=1)).weights
    np.testing.assert_allclose(two.weights, expected)
    alone = AdaptiveWeights(["a", "b"], Copies(SECOND))(5, one.weights, None, None)
    assert abs(alone.weights - two.weights).max() > 0.01


def test_equal_intervals_give_cumulative_weights_that_do_not_change():
    step = CumulativeWeights(["a", "b"], Copies(*[FIRST] * 6), 5)
    found = [step(5 * number, np.full(2, 0.5), None, None).weights for number in range(6)]
    np.testing.assert_allclose(found, [found[0]] * 6)


def test_cumulative_weights_go_on_from_their_state():
    whole = CumulativeWeights(["a", "b"], Copies(FIRST, SECOND), 5)
    resumed = CumulativeWeights(["a", "b"], Copies(SECOND), 5)
    whole(0, np.full(2, 0.5), None, None)
    resumed.evidence = np.array(json.loads(json.dumps(whole.evidence.tolist())))
    found, expected = (step(5, np.full(2, 0.5), None, None) for step in (resumed, whole))
    assert found.weights.tolist() == expected.weights.tolist()


def test_a_step_of_aioli():
    """Gains of 1, 2 and 6 are centered to -2, -1 and 3, whose mean size is 2."""
    shares = 0.75 * np.eye(3) + 0.25 / 3
    means = shares @ np.array([1.0, 2.0, 6.0])
    before = np.array([0.5, 0.25, 0.25])
    moved = before * np.exp(0.5 * np.array([-1.0, -0.5, 1.5]))
    found = aioli_step(before, shares, means, 0.5)
    np.testing.assert_allclose(found, moved / moved.sum())


def test_equal_copies_do_not_move_the_weights():
    shares = 0.75 * np.eye(2) + 0.25 / 2
    before = np.array([0.9, 0.1])
    assert aioli_step(before, shares, np.array([-3.0, -3.0]), 1.0) == pytest.approx(before)


def test_a_regression_of_which_the_minimum_is_known():
    """Two units with losses exp(2 a) and exp(3 b): 2 exp(2 a) = 3 exp(3 b) where a + b = 1."""
    shares = np.array([[1, 0], [0, 1], [0.5, 0.5], [0.2, 0.8]])
    losses = np.exp(np.stack([2 * shares[:, 0], 3 * shares[:, 1]]))
    a = (3 + math.log(3 / 2)) / 5
    np.testing.assert_allclose(regression_weights(shares, losses, 0.0), [a, 1 - a], atol=1e-4)


def test_a_regression_with_a_best_corpus_is_that_corpus():
    shares = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.3, 0.3, 0.4]])
    losses = np.exp(shares @ np.array([3.0, 1.0, 2.0]))[None]
    np.testing.assert_allclose(regression_weights(shares, losses, 0.0), [0, 1, 0], atol=1e-6)


def test_a_regression_is_pulled_to_uniform_weights():
    """Where losses are nearly linear in the weights, these are exp(-loss / strength)."""
    shares = np.eye(3)
    losses = np.exp(1e-4 * np.array([[3.0, 1.0, 2.0]]))
    strength = 0.5 * losses.std() / losses.mean()
    expected = np.exp(-1e-4 * np.array([3, 1, 2]) / strength)
    expected /= expected.sum()
    np.testing.assert_allclose(regression_weights(shares, losses, 0.5), expected, atol=5e-3)


def test_a_loss_of_zero_is_counted_as_a_small_one():
    weights = regression_weights(np.eye(2), np.array([[0.0, 1.0]]), 0.0)
    assert weights[0] == pytest.approx(1)
