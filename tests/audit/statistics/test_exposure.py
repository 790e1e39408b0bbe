from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, skewnorm

from privtool.audit.statistics.exposure import null_exposure, rank_exposures, ranks
from privtool.audit.statistics.skew_normal import (
    SkewNormal,
    extrapolated_exposure,
    fit_p_value,
    fit_skew_normal,
)

SCORES = st.lists(st.integers(0, 8).map(float), min_size=1, max_size=30)


def test_the_published_case_of_tf_privacy():
    # exposures_test.py: scores 1 to 16 as references; the best, a middle and the worst secret
    references = np.arange(1.0, 17.0)
    exposures = rank_exposures(np.array([0, 0.1, 3.5, 20.0]), references)
    assert exposures == pytest.approx([4, 4, 2, 4 - math.log2(17)])


@given(SCORES, SCORES)
def test_ranks_are_those_of_counting_and_a_tie_gives_the_secret_the_best_rank(scores, references):
    slow = [1 + sum(other < score for other in references) for score in scores]
    assert ranks(np.array(scores), np.array(references)).tolist() == slow


@given(SCORES, SCORES, st.floats(0.1, 5))
def test_a_lower_loss_never_lowers_the_exposure(scores, references, less):
    before = rank_exposures(np.array(scores), np.array(references))
    after = rank_exposures(np.array(scores) - less, np.array(references))
    assert (after >= before).all()
    assert (after <= math.log2(len(references))).all()


@pytest.mark.parametrize(("references", "mean", "top"), [(1000, 1.43, 4.29), (10_000, 1.44, 4.32)])
def test_the_null_is_that_of_a_uniform_rank(references, mean, top):
    null = null_exposure(references)
    all_ranks = math.log2(references) - np.log2(np.arange(1, references + 2))
    assert null.mean == pytest.approx(all_ranks.mean()) == pytest.approx(mean, abs=0.006)
    assert null.percentile_95 == pytest.approx(top, abs=0.006)
    assert (all_ranks <= null.percentile_95).mean() >= 0.95
    assert (all_ranks < null.percentile_95).mean() < 0.95


def test_unseen_secrets_have_the_exposure_of_the_null():
    generator = np.random.default_rng(5)
    drawn = [
        rank_exposures(generator.normal(size=1), generator.normal(size=200))[0] for _ in range(4000)
    ]
    null = null_exposure(200)
    assert np.mean(drawn) == pytest.approx(null.mean, abs=0.08)
    assert np.mean(np.array(drawn) > null.percentile_95) == pytest.approx(0.05, abs=0.012)


@pytest.mark.parametrize("shape", [0.0, 1.0, -3.0, 4.0])
def test_the_log_probability_is_that_of_scipy_where_scipy_has_one(shape):
    fit = SkewNormal(shape, 2.0, 0.5)
    for value in (-1.0, 0.5, 1.5, 2.0, 2.25):
        assert fit.logcdf(value) == pytest.approx(skewnorm.logcdf(value, *fit), rel=1e-4)
    values = np.linspace(0.5, 4, 30)
    assert fit.cdf(values) == pytest.approx(skewnorm.cdf(values, *fit), abs=1e-12)


def test_the_log_probability_goes_on_where_probabilities_underflow():
    assert skewnorm.logcdf(-100, 0) == -math.inf
    assert SkewNormal(0, 0, 1).logcdf(-100) == pytest.approx(norm.logcdf(-100), rel=1e-6)
    deep = SkewNormal(30, 0, 1).logcdf(-8)
    assert math.isfinite(deep)
    assert deep < -(30**2) * 8**2 / 2


@given(st.floats(-8, 8), st.floats(-5, 5), st.floats(0.1, 10))
def test_the_fit_finds_the_moments_of_a_distribution(shape, location, scale):
    sample = SkewNormal(shape, location, scale).sample((500,), np.random.default_rng(2))
    mean, variance, skewness = skewnorm.stats(*fit_skew_normal(sample), moments="mvs")
    observed = ((sample - sample.mean()) ** 3).mean() / sample.std() ** 3
    assert mean == pytest.approx(sample.mean(), abs=1e-6)
    assert variance == pytest.approx(sample.var(), rel=1e-6)
    assert skewness == pytest.approx(np.clip(observed, -0.99, 0.99), abs=1e-6)


def test_the_extrapolation_is_that_of_tf_privacy_for_the_same_distribution():
    references = SkewNormal(4, 0, 1).sample((4000,), np.random.default_rng(1))
    fit, theirs = fit_skew_normal(references), skewnorm.fit(references)
    for score in (0.0, -0.2, -0.5):
        expected = -np.log2(skewnorm.cdf(score, *theirs))
        assert extrapolated_exposure(score, fit) == pytest.approx(expected, rel=0.2)


def test_the_p_value_is_small_for_other_distributions_and_uniform_for_this_one():
    def p_values(draw):
        return [fit_p_value(draw(np.random.default_rng(seed)), 0) for seed in range(40)]

    good = p_values(lambda generator: generator.normal(size=300))
    assert 0.3 < np.mean(good) < 0.7
    assert np.mean(np.array(good) <= 0.1) < 0.3
    assert max(p_values(lambda generator: generator.exponential(size=300))) < 0.05
