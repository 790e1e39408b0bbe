"""The table of the sets of private words, and sentences of it in three manners."""

import random

import pytest

from benchmarks.support.transcript_errors import KINDS, Transcript, exact, of_recognizer, with_error
from benchmarks.text.named_talk import HELD_OUT, sentence
from benchmarks.text.talk_sets import talk_sets
from privtool.audio.intervals import Interval
from privtool.core.record import WordTime


def test_every_set_has_lines_with_well_formed_marks():
    sets = talk_sets()
    assert HELD_OUT in sets
    for one in sets.values():
        assert sum("«" in line for line in one.lines) > 20
        assert all(line.count("«") == line.count("»") for line in one.lines)
        assert one.date.tzinfo is not None


def test_blind_sets_are_those_of_models():
    for one in talk_sets().values():
        assert one.author in ("developer", "model")
        assert one.blind == (one.author == "model")


def test_a_line_may_have_line_breaks_and_marks():
    one = sentence(r"Thanks,\n«Anna Bell» | x", "spoken")
    assert one.text == "thanks \nanna bell   x"
    assert [one.text[start:end] for start, end in one.private] == ["anna", "bell"]


WORDS = ["a", "b", "c", "d"]


@pytest.mark.parametrize("kind", KINDS)
def test_one_error_is_made(kind: str) -> None:
    longer = {"substitution": 0, "deletion": -1, "insertion": 1}[kind]
    for seed in range(20):
        transcript = with_error(WORDS, kind, ["x", *WORDS], random.Random(seed))
        assert len(transcript.words) == len(transcript.sources) == len(WORDS) + longer
        known = [source for source in transcript.sources if source is not None]
        assert known == sorted(set(known))
        wrong = [
            word
            for word, source in zip(transcript.words, transcript.sources, strict=True)
            if source is None or word != WORDS[source]
        ]
        assert len(wrong) == (kind != "deletion")


def test_private_runs_hold_extra_words_and_end_at_public_ones() -> None:
    assert exact(WORDS).private_runs({1, 2}) == [range(1, 3)]
    transcript = Transcript(["a", "x", "b", "c", "d"], [0, None, 1, 2, 3])
    assert transcript.private_runs({0, 1, 3}) == [range(3), range(4, 5)]


def test_a_recognized_word_stands_for_the_word_that_it_overlaps_most() -> None:
    times = [Interval(0.0, 1.0), Interval(1.0, 2.0)]
    heard = [WordTime("x", 0.1, 1.2), WordTime("y", 1.3, 1.9), WordTime("z", 2.5, 3.0)]
    assert of_recognizer(times, heard).sources == [0, 1, None]
