import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from privtool.audit.canary_figures import null_exposure, rank_exposures, ranks
from privtool.audit.membership_figures import RocScores, loss_signal, ratio_signal

SCORES = st.lists(st.integers(0, 9).map(float), min_size=1, max_size=40)
WEIGHTED = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), min_size=1, max_size=20)


def arrays(*lists):
    return [np.array(each, float) for each in lists]


def unweighted(members, others):
    return RocScores(members, others).curve(
        *(np.ones(len(each), int) for each in (members, others))
    )


@given(SCORES, SCORES)
def test_the_area_is_that_of_mann_and_whitney(members, others):
    expected = mannwhitneyu(members, others).statistic / (len(members) * len(others))
    assert unweighted(*arrays(members, others)).auc() == pytest.approx(expected)


@given(SCORES, SCORES, st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0]))
def test_rates_at_a_level_are_those_of_the_best_threshold(members, others, level):
    members, others = arrays(members, others)
    curve = unweighted(members, others)
    thresholds = [*members, *others, math.inf, -math.inf]
    rates = [((others >= t).mean(), (members >= t).mean()) for t in thresholds]
    best = max(tpr for fpr, tpr in rates if fpr <= level)
    assert curve.point_at(level)[1] == pytest.approx(best)
    assert curve.point_at(level) in [pytest.approx(pair) for pair in rates]


@given(WEIGHTED, WEIGHTED)
def test_a_weight_is_a_number_of_copies(members, others):
    (scores, weights), (more, of_others) = (
        (np.array(values, float), np.array(counts))
        for values, counts in (zip(*members, strict=True), zip(*others, strict=True))
    )
    weighted = RocScores(scores, more).curve(weights, of_others)
    copied = unweighted(np.repeat(scores, weights), np.repeat(more, of_others))
    assert weighted.auc() == pytest.approx(copied.auc())
    assert weighted.point_at(0.1) == pytest.approx(copied.point_at(0.1))


def test_the_quarter_circle_that_jax_privacy_is_tested_with():
    others = np.linspace(0, 1, 10_000)
    members = np.sqrt(1 - np.linspace(0, 1, 10_000) ** 2)
    curve = unweighted(members, others)
    assert curve.auc() == pytest.approx(math.pi / 4, rel=1e-3)
    for fpr in (0.01, 0.1, 0.5):
        assert curve.point_at(fpr)[1] == pytest.approx(math.sqrt(fpr * (2 - fpr)), rel=1e-2)


def test_equal_scores_show_nothing():
    curve = unweighted(np.zeros(30), np.zeros(20))
    assert curve.auc() == 0.5
    assert curve.point_at(0.01) == (0, 0)


def test_without_weight_there_is_no_curve():
    scores = RocScores(np.arange(3.0), np.arange(3.0))
    assert scores.curve(np.zeros(3, int), np.ones(3, int)) is None


FEW_SCORES = st.lists(st.integers(0, 8).map(float), min_size=1, max_size=30)


def test_the_published_case_of_tf_privacy():
    # exposures_test.py: scores 1 to 16 as references; the best, a middle and the worst secret
    references = np.arange(1.0, 17.0)
    exposures = rank_exposures(np.array([0, 0.1, 3.5, 20.0]), references)
    assert exposures == pytest.approx([4, 4, 2, 4 - math.log2(17)])


@given(FEW_SCORES, FEW_SCORES)
def test_ranks_are_those_of_counting_and_a_tie_gives_the_secret_the_best_rank(scores, references):
    slow = [1 + sum(other < score for other in references) for score in scores]
    assert ranks(np.array(scores), np.array(references)).tolist() == slow


@given(FEW_SCORES, FEW_SCORES, st.floats(0.1, 5))
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


def test_the_loss_is_the_mean_log_probability():
    assert loss_signal(np.array([1.0, 3.0])) == -2
    assert ratio_signal(np.array([1.0, 3.0]), np.array([2.0, 2.0, 5.0])) == -2 + 3


def test_a_text_without_tokens_shows_nothing():
    assert loss_signal(np.zeros(0)) == 0
