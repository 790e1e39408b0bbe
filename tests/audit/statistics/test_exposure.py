import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.canary_figures import null_exposure, rank_exposures, ranks

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
