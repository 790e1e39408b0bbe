from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from privtool.audit.statistics.one_run import epsilon_bound, one_run_bound, p_value


def slow_p_value(canaries, guesses, correct, epsilon, delta):
    """Theorem 5.2 of arXiv:2305.08846, written out with sums of binomial probabilities."""
    q = float(expit(epsilon))
    mass = [math.comb(guesses, k) * q**k * (1 - q) ** (guesses - k) for k in range(guesses + 1)]
    tail = sum(mass[correct:])
    slack = max((sum(mass[correct - i : correct]) / i for i in range(1, correct + 1)), default=0)
    return min(1.0, tail + 2 * canaries * delta * slack)


@given(st.integers(1, 60), st.data(), st.floats(0, 6), st.sampled_from([0.0, 1e-6, 1e-3]))
def test_the_p_value_is_that_of_the_theorem(guesses, data, epsilon, delta):
    correct = data.draw(st.integers(0, guesses))
    canaries = data.draw(st.integers(guesses, 4 * guesses))
    expected = slow_p_value(canaries, guesses, correct, epsilon, delta)
    assert p_value(canaries, guesses, correct, epsilon, delta) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("guesses", "bounds"),
    [
        (20, [1.82, 1.29, 0.40, 0]),
        (100, [3.49, 2.17, 0.96, 0.05]),
        (500, [5.11, 2.60, 1.20, 0.25]),
        (1000, [5.80, 2.70, 1.25, 0.30]),
    ],
)
def test_what_guesses_can_show(guesses, bounds):
    shown = [
        epsilon_bound(4 * guesses, guesses, round(share * guesses), 1e-6)
        for share in (1, 0.95, 0.8, 0.6)
    ]
    assert shown == pytest.approx(bounds, abs=0.006)


def test_the_case_that_others_check_too():
    # 75 of 100 guesses about 1,000 canaries are right; with delta 0 the bound is a plain binomial
    # test: the q with P[Bin(100, q) >= 75] = 0.05 is that of Clopper and Pearson.
    from scipy.stats import beta

    q = beta.ppf(0.05, 75, 26)
    assert epsilon_bound(1000, 100, 75, 0.0) == pytest.approx(math.log(q / (1 - q)), abs=1e-5)


@given(st.integers(1, 200), st.data())
def test_more_right_guesses_never_lower_the_bound(guesses, data):
    correct = data.draw(st.integers(0, guesses - 1))
    fewer, more = (epsilon_bound(guesses, guesses, right) for right in (correct, correct + 1))
    assert 0 <= fewer <= more + 1e-6


def test_a_model_that_remembers_every_canary_reaches_the_maximum():
    inserted = np.arange(200) % 2 == 0
    bound = one_run_bound(inserted * 10.0, inserted)
    assert (bound.guesses, bound.correct) == (200, 200)
    assert bound.epsilon == bound.largest > 3.5


def test_a_model_that_remembers_a_few_gets_fewer_guesses():
    generator = np.random.default_rng(3)
    inserted = generator.random(400) < 0.5
    scores = generator.normal(size=400)
    scores[np.flatnonzero(inserted)[:30]] += 20
    scores[np.flatnonzero(~inserted)[:30]] -= 20
    bound = one_run_bound(scores, inserted)
    assert bound.guesses < 400
    assert 1 < bound.epsilon < bound.largest


def test_the_bound_exceeds_the_truth_in_at_most_a_twentieth_of_the_runs():
    # Randomized response with epsilon 1: the score is the coin flip, right with probability q.
    generator = np.random.default_rng(8)
    exceeded = 0
    for _ in range(400):
        inserted = generator.random(80) < 0.5
        honest = generator.random(80) < expit(1.0)
        scores = np.where(honest, inserted, ~inserted) * 1.0
        exceeded += one_run_bound(scores, inserted, 0.0).epsilon > 1.0
    assert exceeded / 400 <= 0.07


@pytest.mark.parametrize("canaries", [0, 1, 2])
def test_hardly_any_canaries_show_nothing(canaries):
    bound = one_run_bound(np.ones(canaries), np.ones(canaries, bool))
    assert bound.epsilon == 0
