"""Recognizers whose results cannot be, and words at times that cannot be."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.core.errors import DataError
from privtool.core.record import WordTime
from privtool.interfaces.recognition import Hypothesis, SpottedWord
from privtool.stages.hearing import RecognizerSpotter, count_heard, is_inside
from tests.support.private_turn import RATE

CLIP = Clip(np.full(2 * RATE, 0.1, np.float32), RATE)
INTERVALS = [Interval(0.5, 1.0)]


class Gives:
    rate, weights = RATE, (0.0,)

    def __init__(self, result):
        self.result = result

    def recognize(self, clips):
        return self.result


def heard(result):
    return count_heard([RecognizerSpotter("r", Gives(result))], CLIP, INTERVALS, ["anna"])


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (math.nan, math.nan),
        (math.nan, 0.7),
        (0.7, math.nan),
        (-5.0, 0.7),
        (9.0, 8.0),
        (0, math.inf),
    ],
)
def test_a_word_at_a_time_that_cannot_be_is_heard_somewhere(start, end):
    assert is_inside(SpottedWord("anna", Interval(start, end)), INTERVALS[0])
    assert heard([[[Hypothesis("anna", 0.0, (WordTime("anna", start, end),))]]]) == 1


@given(st.floats(), st.floats())
def test_a_word_is_outside_only_at_a_known_time(start, end):
    inside = is_inside(SpottedWord("anna", Interval(start, end)), INTERVALS[0])
    assert inside or 0 <= start <= end < math.inf


def test_a_text_with_an_empty_list_of_words_is_heard_somewhere():
    assert heard([[[Hypothesis("anna", 0.0, ())]]]) == 1


def test_nothing_recognized_is_nothing_heard():
    assert heard([[[]]]) == 0
    assert heard([[[Hypothesis("", 0.0)]]]) == 0


def test_nothing_is_heard_in_digital_silence():
    """It has no sound to keep a word, whatever a recognizer makes of it."""
    spotter = RecognizerSpotter("r", Gives([[[Hypothesis("anna", 0.0)]]]))
    silence = CLIP._replace(samples=np.zeros_like(CLIP.samples))
    assert count_heard([spotter], CLIP, INTERVALS, ["anna"]) == 1
    assert count_heard([spotter], silence, INTERVALS, ["anna"]) == 0


@pytest.mark.parametrize(
    "result",
    [
        None, [], [[]], [[], []], [[[None]]], [[["SECRET"]]], 7, [[[Hypothesis(None, 0.0)]]],
        [[[Hypothesis("SECRET", 0.0, ("SECRET",))]]], [[[Hypothesis("SECRET", 0.0, 5)]]],
        [[[Hypothesis("a", 0.0, (SimpleNamespace(word="SECRET", start="x", end=None),))]]],
    ],
)  # fmt: skip
def test_a_malformed_result_is_bad_data(result):
    with pytest.raises(DataError, match="the recognizer returned a malformed result") as raised:
        heard(result)
    assert "SECRET" not in str(raised.value)
