import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.errors import UsageError
from privtool.core.rng import draw
from privtool.interfaces.filling import Candidate, Ranking, candidates
from privtool.stages.sampling import TopKSampler

numbers = st.integers(0, 2**64 - 1)
unhurried = settings(deadline=None)
OUTSIDE = Candidate(99, "outside", -50.0, False)


def of(best: list[Candidate]) -> Ranking:
    return Ranking(candidates(best))


def ranking(*avoided: bool, unlisted: Candidate | None = None) -> Ranking:
    """Candidates with falling scores, whose tokens are in another order."""
    order = random.Random(0).sample(range(len(avoided)), len(avoided))
    best = [
        Candidate(10 + token, f"word{token}", -float(rank), avoid)
        for rank, (token, avoid) in enumerate(zip(order, avoided, strict=True))
    ]
    return Ranking(candidates(best), candidates([unlisted]) if unlisted else None)


@unhurried
@given(st.lists(st.booleans(), min_size=1, max_size=5), numbers, st.sampled_from(["best", "any"]))
def test_top_1_takes_the_best_whatever_list_it_is_in(avoided, number, fallback):
    found = ranking(*avoided, unlisted=OUTSIDE)
    assert TopKSampler(1, fallback).pick(found, number) == found.best.at(0)


@unhurried
@given(st.lists(st.booleans(), min_size=2, max_size=6), numbers, st.sampled_from([None, 0.5, 2.0]))
def test_top_k_takes_one_that_no_list_holds_while_there_is_one(avoided, number, temperature):
    found = ranking(*avoided, unlisted=OUTSIDE)
    picked = TopKSampler(len(avoided), "best", temperature).pick(found, number)
    if all(avoided):
        assert picked == OUTSIDE
    else:
        assert picked in found.best.all()
        assert not picked.avoided


def test_when_all_are_listed_the_fall_back_decides():
    listed = ranking(True, True, True)
    some = {TopKSampler(3, "any").pick(listed, n).token for n in range(9)}
    assert some == {10, 11, 12}
    with_another = listed._replace(unlisted=candidates([OUTSIDE]))
    assert {TopKSampler(3, "any").pick(with_another, n).token for n in range(9)} == some
    assert TopKSampler(3, "best").pick(with_another, 7) == OUTSIDE
    # every word of the model is in the list: there is nothing else to fill with
    assert {TopKSampler(3, "best").pick(listed, n).token for n in range(9)} == some


def test_one_filling_of_several_takes_other_words_than_the_best_that_is_in_no_list():
    outside = candidates(OUTSIDE._replace(token=token) for token in (99, 98, 97))
    listed = ranking(True, True, True)._replace(unlisted=outside)
    sampler = TopKSampler(3)
    assert {sampler.pick(listed, n).token for n in range(9)} == {99}
    assert {sampler.pick(listed, n, only=False).token for n in range(9)} == {97, 98, 99}
    allowed = ranking(True, False, True)._replace(unlisted=outside)
    (other,) = {sampler.pick(allowed, n, only=False).token for n in range(9)}
    assert other == allowed.best.at(1).token


def chi_square(counts: Counter[int], shares: dict[int, float]) -> float:
    expected = {key: counts.total() * share for key, share in shares.items()}
    return sum((counts[key] - number) ** 2 / number for key, number in expected.items())


# The 0.9999 quantiles of chi-square for 4 and 9 degrees of freedom.
BOUND = {4: 23.5, 9: 33.7}


def test_top_k_draws_evenly_among_the_allowed():
    found = ranking(*[n % 2 == 0 for n in range(20)], unlisted=OUTSIDE)
    drawn = Counter(TopKSampler(20).pick(found, draw(1, f"r{n}", 0)).token for n in range(20_000))
    allowed = {c.token: 0.1 for c in found.best.all() if not c.avoided}
    assert set(drawn) == set(allowed)
    assert chi_square(drawn, allowed) < BOUND[9]


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_weighted_draws_follow_the_scores(temperature):
    scores = {3: 1.5, 1: 0.7, 4: 0.0, 2: -0.4, 9: -1.0}
    best = [Candidate(token, "w", score, False) for token, score in scores.items()]
    best.insert(1, Candidate(7, "listed", 1.2, True))
    sampler = TopKSampler(6, "best", temperature)
    drawn = Counter(sampler.pick(of(best), draw(2, n, 5)).token for n in range(20_000))
    total = sum(math.exp(score / temperature) for score in scores.values())
    expected = {token: math.exp(s / temperature) / total for token, s in scores.items()}
    assert set(drawn) == set(expected)
    assert chi_square(drawn, expected) < BOUND[4]


def test_weighted_draws_stand_extreme_scores():
    best = [Candidate(n, "w", score, False) for n, score in enumerate([1e4, 0.0, -1e4])]
    for temperature in (1e-300, 1e-3, 1.0):
        for number in (0, 2**63, 2**64 - 1):
            assert TopKSampler(3, "best", temperature).pick(of(best), number).token == 0
    even = {TopKSampler(3, "best", math.inf).pick(of(best), n << 62).token for n in range(4)}
    assert even == {0, 1, 2}


@unhurried
@given(
    st.lists(st.floats(-5, 5), min_size=2, max_size=6, unique=True),
    numbers,
    st.sampled_from([None, 1.0]),
    st.permutations(range(6)),
)
def test_the_order_of_nearly_equal_scores_does_not_matter(scores, number, temperature, order):
    best = [Candidate(token, "w", score, False) for token, score in enumerate(scores)]
    shuffled = [best[token] for token in order if token < len(best)]
    sampler = TopKSampler(len(best), "best", temperature)
    assert sampler.pick(of(best), number) == sampler.pick(of(shuffled), number)


def test_settings_that_mean_nothing_are_refused():
    with pytest.raises(UsageError, match="`topk`"):
        TopKSampler(0).check()
    for temperature in (0.0, -1.0, math.nan):
        with pytest.raises(UsageError, match="`temperature`"):
            TopKSampler(5, "best", temperature).check()
    TopKSampler(1).check()
    TopKSampler(5, "any", 0.1).check()
