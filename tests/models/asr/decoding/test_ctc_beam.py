from itertools import product

import pytest
import torch

from privtool.models.asr.decoding.ctc_beam import best_sequences

BLANK = 0


def scores_of(frames, classes, seed):
    numbers = torch.Generator().manual_seed(seed)
    return torch.log_softmax(2 * torch.randn(frames, classes, generator=numbers), dim=-1)


def collapsed(path):
    tokens = [one for n, one in enumerate(path) if n == 0 or one != path[n - 1]]
    return tuple(one for one in tokens if one != BLANK)


def exhaustive(scores):
    """The log-probability of every sequence: the sum over all paths."""
    found = {}
    for path in product(range(scores.shape[1]), repeat=len(scores)):
        score = scores.double()[range(len(path)), path].sum()
        tokens = collapsed(path)
        found[tokens] = torch.logaddexp(found[tokens], score) if tokens in found else score
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_beam_that_holds_everything_is_exhaustive(seed):
    scores = scores_of(5, 3, seed)
    expected = exhaustive(scores)
    found = best_sequences(scores, BLANK, 500)
    assert {one.tokens for one in found} == set(expected)
    for one in found:
        assert one.score == pytest.approx(float(expected[one.tokens]))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_a_beam_of_one_is_the_best_path(seed):
    scores = scores_of(9, 4, seed)
    (one,) = best_sequences(scores, BLANK, 1)
    path = scores.argmax(dim=-1).tolist()
    assert one.tokens == collapsed(path)
    assert one.score == pytest.approx(float(scores.max(dim=-1).values.sum()))


def test_a_narrow_beam_sums_the_paths_that_it_keeps():
    scores = scores_of(12, 5, 1)
    narrow, wide = (best_sequences(scores, BLANK, beam) for beam in (4, 64))
    assert len(narrow) == 4
    assert narrow[0].score <= wide[0].score + 1e-9
    assert len({one.tokens for one in narrow}) == 4
