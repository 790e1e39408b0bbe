from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.statistics.membership import (
    WINDOWS,
    loss_signal,
    ratio_signal,
    window_signal,
)
from privtool.audit.statistics.roc import RocScores

LOSSES = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=60)


def pairs(max_size=60):
    pair = st.tuples(st.integers(0, 6), st.integers(0, 6))
    return st.lists(pair, min_size=1, max_size=max_size).map(lambda rows: np.array(rows, float).T)


def test_the_loss_is_the_mean_log_probability():
    assert loss_signal(np.array([1.0, 3.0])) == -2
    assert ratio_signal(np.array([1.0, 3.0]), np.array([2.0, 2.0, 5.0])) == -2 + 3


@given(pairs())
def test_windows_vote_as_when_counted_one_by_one(losses):
    model, reference = losses
    shares = []
    for size in [size for size in WINDOWS if size <= len(model)] or [len(model)]:
        votes = []
        for start in range(len(model) - size + 1):
            gain = reference[start : start + size].sum() - model[start : start + size].sum()
            votes.append(1 if gain > 0 else 0.5 if gain == 0 else 0)
        shares.append(np.mean(votes))
    assert window_signal(model, reference) == pytest.approx(np.mean(shares))


@given(pairs())
def test_windows_of_swapped_models_vote_the_other_way(losses):
    model, reference = losses
    assert window_signal(model, reference) == pytest.approx(1 - window_signal(reference, model))


def test_a_text_without_tokens_shows_nothing():
    nothing = np.zeros(0)
    assert (loss_signal(nothing), window_signal(nothing, nothing)) == (0, 0.5)


@given(LOSSES, LOSSES)
def test_a_share_of_a_population_orders_texts_as_the_ratio_does(members, others):
    population = np.array([*members, *others])
    ones = [np.ones(len(part), int) for part in (members, others)]
    by_ratio = RocScores(np.array(members), np.array(others)).curve(*ones)
    shares = [[(each > population).mean() for each in part] for part in (members, others)]
    by_share = RocScores(*map(np.array, shares)).curve(*ones)
    assert by_share.auc() == pytest.approx(by_ratio.auc())
    assert by_share.point_at(0.1) == by_ratio.point_at(0.1)
