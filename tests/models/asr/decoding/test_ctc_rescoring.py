"""Scores of the CTC layer: by enumeration of all alignments, and the order that they make."""

import itertools
import math
from itertools import product

import numpy as np
import pytest
import torch

from privtool.interfaces.lm_scoring import Score
from privtool.interfaces.speech import Hypothesis
from privtool.models.asr.decoding.greedy import TokenPath
from privtool.models.asr.decoding.rescoring import (
    RescoringRecognizer,
    ctc_log_probs,
    rescored_by_ctc,
)
from privtool.models.asr.recognizers.ctc import best_sequences
from privtool.models.asr.transducer.model import Encoded, Transducer

TOKENS, WIDTH, FRAMES = 2, 3, 4


def model(ctc: bool = True) -> Transducer:
    """A model of which only the CTC layer is used."""
    torch.manual_seed(1)
    layer = torch.nn.Linear(WIDTH, TOKENS + 1) if ctc else None
    return Transducer(None, None, None, TOKENS, layer)


def frames(clips: int = 1) -> torch.Tensor:
    torch.manual_seed(2)
    return torch.randn(clips, FRAMES, WIDTH)


def slow_log_prob(made: Transducer, clip: torch.Tensor, text: tuple[int, ...]) -> float:
    """The sum over all alignments that collapse to a text."""
    assert made.ctc is not None
    log_probs = made.ctc(clip).log_softmax(-1)
    total = 0.0
    for alignment in itertools.product(range(TOKENS + 1), repeat=len(clip)):
        collapsed = tuple(token for token, _ in itertools.groupby(alignment) if token < TOKENS)
        if collapsed == text:
            total += math.exp(sum(float(log_probs[t, token]) for t, token in enumerate(alignment)))
    return math.log(total)


@torch.no_grad()
def test_scores_are_those_of_all_alignments():
    made, clip = model(), frames()[0]
    texts = [(), (0,), (1,), (0, 1), (0, 0), (1, 0, 1)]
    found = ctc_log_probs(made, clip, texts)
    assert found == pytest.approx([slow_log_prob(made, clip, text) for text in texts], abs=1e-5)


def test_a_text_that_does_not_fit_is_the_worst():
    made, clip = model(), frames()[0]
    fits, too_long = ctc_log_probs(made, clip, [(0, 0), (0, 0, 0, 0)])
    assert too_long < -1e5 < fits
    assert ctc_log_probs(made, clip[:0], [(), (1,)]) == [0.0, too_long]


def test_weighted_scores_are_added_and_decide():
    made, clips = model(), frames(2)
    encoded = Encoded(clips, torch.tensor([FRAMES, FRAMES - 1]))
    paths = [TokenPath([0, 1], [0, 1], -1.0), TokenPath([0], [0], -1.5), TokenPath([], [], -9.0)]
    given = [[paths], [paths]]
    for weight in (0.5, 50.0):
        both = rescored_by_ctc(made, encoded, given, weight)
        for clip, length in ((0, FRAMES), (1, FRAMES - 1)):
            (found,) = both[clip]
            alone = clips[clip, :length]
            scores = {
                tuple(path.tokens): path.score
                + weight * ctc_log_probs(made, alone, [tuple(path.tokens)])[0]
                for path in paths
            }
            best = sorted(scores, key=lambda text: -scores[text])
            assert [tuple(path.tokens) for path in found] == best
            assert [path.score for path in found] == [scores[text] for text in best]
    assert rescored_by_ctc(made, encoded, given, 0.0) == [[paths], [paths]]


def test_a_model_without_the_layer_is_refused():
    encoded = Encoded(frames(), torch.tensor([FRAMES]))
    with pytest.raises(ValueError, match="no CTC layer"):
        rescored_by_ctc(model(ctc=False), encoded, [[[]]], 1.0)


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


# Rescoring against sums by hand.
SCORES = {"a b": Score(-4.0, 2), "a c": Score(-1.0, 2), "": Score(-0.5, 0)}
OFFERED = [
    Hypothesis("a b", -1.0),
    Hypothesis("a c", -2.0, lm_score=-0.25),
    Hypothesis("a b", -2.5),
    Hypothesis("", -9.0),
]


class Offers:
    rate = 8000
    weights = (0.0,)

    def recognize(self, clips):
        return [[OFFERED[: len(clip)]] for clip in clips]


class Scores:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def score(self, texts):
        self.asked += texts
        return [SCORES[text] for text in texts]


def clip(length: int) -> np.ndarray:
    return np.zeros(length, np.float32)


def test_hypotheses_are_put_in_order_by_both_scores() -> None:
    scorer = Scores()
    rescored = RescoringRecognizer(Offers(), scorer, (0.0, 0.2, 1.0), nbest=9)
    none, some, one = rescored.recognize([clip(4), clip(0)])[0]
    assert none == OFFERED
    assert [(h.text, round(h.score, 6)) for h in some] == [("a b", -1.8), ("a c", -2.2), ("", -9.1)]
    assert [(h.text, round(h.score, 6)) for h in one] == [("a c", -3.0), ("a b", -5.0), ("", -9.5)]
    assert one[0].lm_score == pytest.approx(-1.25)
    assert scorer.asked == ["", "a b", "a c"]  # each text once
    assert rescored.weights == (0.0, 0.2, 1.0)
    assert rescored.rate == 8000


def test_a_recognizer_with_a_curve_of_its_own_is_refused() -> None:
    offers = Offers()
    offers.weights = (0.0, 0.1)
    with pytest.raises(ValueError, match="one language model weight"):
        RescoringRecognizer(offers, Scores(), (0.1,))
