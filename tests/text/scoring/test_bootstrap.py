from __future__ import annotations

import tracemalloc
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import bootstrap

from privtool.text.scoring.bootstrap import (
    ERROR_RATES,
    WER,
    PairedTotals,
    Resampling,
    Totals,
    bootstrap_weights,
    rates_of,
)
from privtool.text.scoring.report import SummaryLine, line_to_json

HOW = Resampling(2000, 1)


def corpus(turns=200, seed=3):
    """Words and errors of turns by two systems, of which the second makes fewer."""
    numbers = np.random.default_rng(seed)
    words = numbers.integers(2, 20, turns)
    errors = numbers.binomial(words, 0.2)
    fewer = np.clip(errors - numbers.binomial(1, 0.3, turns), 0, None)
    return words, errors, fewer


def counted(words, errors):
    return Counter(words=int(words), substitutions=int(errors), turns=1)


def totals_of(words, errors, how=HOW, units=None):
    totals = Totals(how)
    for place, (word, error) in enumerate(zip(words, errors, strict=True)):
        totals.add(counted(word, error), str(place) if units is None else units[place])
    return totals


def paired_of(words, one, other, how=HOW, units=None):
    paired = PairedTotals(how)
    for place, values in enumerate(zip(words, one, other, strict=True)):
        unit = str(place) if units is None else units[place]
        paired.add(counted(values[0], values[1]), counted(values[0], values[2]), unit)
    return paired


def test_the_interval_is_that_of_scipy():
    words, errors, _ = corpus()
    low, high = totals_of(words, errors).interval(WER)
    theirs = bootstrap(
        (words, errors), lambda words, errors, axis: errors.sum(axis) / words.sum(axis),
        paired=True, n_resamples=4000, method="percentile", rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    width = theirs.high - theirs.low
    assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=0.12 * width)


def test_turns_of_a_speaker_are_resampled_together():
    words, errors = [10] * 40, [0] * 20 + [8] * 20
    alone = totals_of(words, errors).interval(WER)
    together = totals_of(words, errors, units=["a"] * 20 + ["b"] * 20).interval(WER)
    assert together[1] - together[0] > 2 * (alone[1] - alone[0])
    assert totals_of(words, errors, units=["a"] * 40).interval(WER) is None  # one tells nothing


def test_draws_depend_on_seed_and_unit_alone():
    assert (bootstrap_weights("a", HOW) == bootstrap_weights("a", HOW)).all()
    assert (bootstrap_weights("a", HOW) != bootstrap_weights("b", HOW)).any()
    assert (bootstrap_weights("a", HOW) != bootstrap_weights("a", Resampling(2000, 2))).any()
    assert bootstrap_weights("a", HOW).mean() == pytest.approx(1.0, abs=0.1)


def test_memory_does_not_grow_with_units():
    tracemalloc.start()
    try:
        totals_of([1] * 400, [0] * 400, Resampling(100_000))
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_the_randomization_test_equals_that_of_all_exchanges():
    words, one, other = [10] * 6, [3, 4, 2, 5, 3, 4], [2, 4, 1, 3, 3, 2]
    paired = paired_of(words, one, other, Resampling(20_000, 1))
    differences = np.subtract(one, other)
    sums = [abs(np.dot(signs, differences)) for signs in product((1, -1), repeat=6)]
    exact = np.mean(np.array(sums) >= abs(differences.sum()))
    assert paired.p_value(WER) == pytest.approx(exact, abs=0.01)
    assert paired.difference(WER) == pytest.approx(differences.sum() / 60)


def test_the_difference_has_an_interval_and_equal_systems_none():
    words, errors, fewer = corpus()
    paired = paired_of(words, errors, fewer)
    low, high = paired.interval(WER)
    assert 0 < low < paired.difference(WER) < high
    assert paired.p_value(WER) < 0.001
    same = paired_of(words, errors, errors)
    assert (same.difference(WER), same.p_value(WER), same.interval(WER)) == (0, 1.0, None)


def test_without_units_there_is_no_interval():
    words, errors, fewer = corpus(5)
    paired = paired_of(words, errors, fewer, units=[None] * 5)
    assert paired.this.interval(WER) is None
    assert (paired.interval(WER), paired.p_value(WER)) == (None, None)


def test_a_score_without_counts_is_none():
    empty = line_to_json(SummaryLine(None, Totals(HOW)), {})
    assert empty["scores"]["wer"] == {"value": None, "low": None, "high": None}
    totals = Totals(HOW)
    totals.add(Counter(words=0, insertions=3, turns=1), "a")
    assert line_to_json(SummaryLine(None, totals), {})["scores"]["wer"]["value"] is None
    assert [float(rate.of(Counter(words=4, deletions=1))) for rate in ERROR_RATES] == [0, 0.25, 0]
    assert rates_of({})[0] is WER
