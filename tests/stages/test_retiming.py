import pytest

from privtool.audio.intervals import Interval
from privtool.stages.turns import phrase_words

WHOLE = Interval(1.0, 2.0)


def times(words):
    return [(word.word, round(word.start, 3), round(word.end, 3)) for word in words]


def test_the_times_of_the_words_themselves():
    known = [Interval(1.1, 1.3), Interval(1.5, 1.9)]
    assert times(phrase_words("anna 42", WHOLE, known)) == [("anna", 1.1, 1.3), ("42", 1.5, 1.9)]


def test_a_number_has_the_time_of_its_spoken_words():
    known = [Interval(1.0, 1.2), Interval(1.3, 1.5), Interval(1.6, 1.9)]
    assert times(phrase_words("42 elm", WHOLE, known)) == [("42", 1.0, 1.5), ("elm", 1.6, 1.9)]


@pytest.mark.parametrize("known", [None, (), [Interval(1.0, 1.5)] * 5])
def test_unknown_times_are_shared_by_letters(known):
    assert times(phrase_words("anna browns", WHOLE, known)) == [
        ("anna", 1.0, 1.4), ("browns", 1.4, 2.0)
    ]  # fmt: skip


def test_no_words():
    assert phrase_words("...", WHOLE, None) == []
