"""Rescoring against sums by hand."""

import numpy as np
import pytest

from privtool.interfaces.lm_scoring import Score
from privtool.interfaces.recognition import Hypothesis
from privtool.models.asr.decoding.rescoring import RescoringRecognizer

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
