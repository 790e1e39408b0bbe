"""Scores of the CTC layer: by enumeration of all alignments, and the order that they make."""

import itertools
import math

import pytest
import torch

from privtool.models.asr.decoding.ctc_rescoring import ctc_log_probs, rescored_by_ctc
from privtool.models.asr.decoding.greedy import TokenPath
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
        both = rescored_by_ctc(made, encoded, given, weight, 2)
        for clip, length in ((0, FRAMES), (1, FRAMES - 1)):
            (found,) = both[clip]
            alone = clips[clip, :length]
            scores = {
                tuple(path.tokens): path.score
                + weight * ctc_log_probs(made, alone, [tuple(path.tokens)])[0]
                for path in paths
            }
            best = sorted(scores, key=lambda text: -scores[text])
            assert [tuple(path.tokens) for path in found] == best[:2]
            assert [path.score for path in found] == [scores[text] for text in best[:2]]
    assert rescored_by_ctc(made, encoded, given, 0.0, 1) == [[paths[:1]], [paths[:1]]]


def test_a_model_without_the_layer_is_refused():
    encoded = Encoded(frames(), torch.tensor([FRAMES]))
    with pytest.raises(ValueError, match="no CTC layer"):
        rescored_by_ctc(model(ctc=False), encoded, [[[]]], 1.0, 1)
